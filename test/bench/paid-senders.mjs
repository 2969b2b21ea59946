// A server with simulated providers, and senders who pay by card (rows 15 and 16).
import { join } from 'node:path';
import { SIMULATED_PAYPAL } from '../../dist/compiled/api/src/kernel/simulated.js';
import { passesLuhn } from '../../dist/compiled/api/src/kernel/money/card-numbers.js';
import { drive } from './figures.mjs';
import { ROOT } from './machine.mjs';
import { ask, post, send } from './requests.mjs';
import { cookiesOf, registerPeople, sendersOf, withFolder } from './senders.mjs';
import { freePort, startProduct, startServer } from './servers.mjs';
import { TransferLog } from './transfer-log.mjs';

const PROVIDERS = join(ROOT, 'test/bench/card-and-payout.process.mjs');
const KEYS = { FLIP_BENCH_KEY: 'sk_test_bench', FLIP_BENCH_WEBHOOK_SECRET: 'whsec_bench' };
/** While senders and their cards are made. */
const NEWCOMERS_IN_FLIGHT = 4;
/** Cards of the simulator that are always approved, of 19 digits: one serves only two unverified senders. */
const CARD_PREFIX = '400005665566';
/** PayPal: its simulator delivers to this address at once. */
const PAYPAL = { platform: 'PayPal', handle: 'siminstant@people.example' };

/**
 * A server with its log and its providers, which have a separate process because their work and their state file are not
 * part of the product; and for each group of so many a function that makes the new senders of a round, because the
 * simulator keeps 2,000 cards. All but the unpaid have a saved card each.
 */
export async function startPaid({ scratch, rounds }, name, groups) {
  const folder = join(scratch, name);
  const SMTP_PORT = await freePort();
  const providers = await startServer(`${folder}-providers`, {
    program: PROVIDERS,
    path: '/outbox',
    env: { ...KEYS, SMTP_PORT },
  });
  const cookies = {};
  for (const [group, count] of Object.entries(groups)) {
    const senders = sendersOf(count * (rounds + 1), group);
    await withFolder(folder, ({ eventLog }) => registerPeople(eventLog, senders));
    cookies[group] = await cookiesOf(folder, senders);
  }
  const server = await startProduct(folder, {
    ...envOf(providers),
    SMTP_URL: `smtp://127.0.0.1:${SMTP_PORT}`,
  });
  providers.child.send({ apiUrl: server.url });
  const site = { server, providers, log: await TransferLog.open(folder) };
  let cards = 0;
  for (const [group, count] of Object.entries(groups))
    site[group] = (round) => {
      const firstCard = group === 'unpaid' ? null : cards;
      cards += count;
      return newcomers(server, cookies[group].slice(round * count, (round + 1) * count), firstCard);
    };
  return site;
}

/** A server's variables for these providers. */
function envOf({ url }) {
  const { FLIP_BENCH_KEY: key, FLIP_BENCH_WEBHOOK_SECRET: webhookSecret } = KEYS;
  const { clientId, webhookId } = SIMULATED_PAYPAL;
  return {
    STRIPE_API_URL: url,
    STRIPE_SECRET_KEY: key,
    STRIPE_PUBLISHABLE_KEY: 'pk_test_bench',
    STRIPE_WEBHOOK_SECRETS: webhookSecret,
    STRIPE_CALLS_PER_SECOND: '1000',
    PAYPAL_API_URL: url,
    PAYPAL_CALLS_PER_SECOND: '1000',
    PAYPAL_CLIENT_ID: clientId,
    PAYPAL_CLIENT_SECRET: key,
    PAYPAL_WEBHOOK_ID: webhookId,
  };
}

/** Senders who have sent once, so that their data key exists and their stream is loaded; with cards from this one on. */
async function newcomers({ url }, cookies, firstCard) {
  const { frameOrigin } = (await ask(url, { path: '/api/config' })).cardEntry;
  const senders = cookies.map((cookie) => ({ cookie, changes: PAYPAL }));
  await drive(NEWCOMERS_IN_FLIGHT, cookies.length, async (place) => {
    const { cookie } = senders[place];
    if (firstCard !== null) {
      const { token } = await ask(frameOrigin, post('/card-frame/tokens', cardOf(firstCard + place)));
      const { id } = await ask(url, post('/api/cards', { token }, { cookie }));
      senders[place].changes = { ...PAYPAL, cardId: id };
    }
    await ask(url, send(cookie, PAYPAL));
  });
  return senders;
}

/** A card of one's own for each of a million senders. */
function cardOf(place) {
  const digits = CARD_PREFIX + String(place).padStart(6, '0');
  const number = [...'0123456789'].map((check) => digits + check).find(passesLuhn);
  return { number, expMonth: 12, expYear: 2040, cvc: '123' };
}

/** Sends; resolves to the transfer's id. */
export async function request({ url }, { cookie, changes }) {
  return (await ask(url, send(cookie, changes))).id;
}
