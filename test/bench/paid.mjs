// Row 15: transfers paid by card, from the request until they are delivered.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { SIMULATED_PAYPAL } from '../../dist/compiled/api/src/kernel/simulated.js';
import { passesLuhn } from '../../dist/compiled/api/src/kernel/card-numbers.js';
import { drive, figure, interleave, pick, quantile, ratioGoal } from './figures.mjs';
import { LiveMessages } from './live-messages.mjs';
import { diskFloor, ROOT } from './machine.mjs';
import { confirmSenders, cookiesOf, send, sendersOf } from './senders.mjs';
import { startServer } from './servers.mjs';
import { TransferLog } from './transfer-log.mjs';

const PROVIDERS = join(ROOT, 'test/bench/card-and-payout.process.mjs');
const KEYS = { FLIP_BENCH_KEY: 'sk_test_bench', FLIP_BENCH_WEBHOOK_SECRET: 'whsec_bench' };
const IN_FLIGHT = 4;
/** Cards of the simulator that are always approved, of 19 digits: one serves only two unverified senders. */
const CARD_PREFIX = '400005665566';
/** PayPal: its simulator delivers to this address at once. */
const PAYPAL = { platform: 'PayPal', handle: 'siminstant@people.example' };

/** Each round has new senders: some send without a card, some with a saved one, some are observed one after the other. */
export async function paidRow({ scratch, rounds, sizes: { paidSends, followedSends } }) {
  const folder = join(scratch, 'paid');
  mkdirSync(folder);
  const providers = await startProviders(scratch);
  const groups = { unpaid: paidSends, paid: paidSends, followed: followedSends };
  const members = {};
  for (const [group, count] of Object.entries(groups))
    members[group] = await cookiesOf(folder, sendersOf(count * (rounds + 1), group));
  await confirmSenders(
    folder,
    ['paid', 'followed'].flatMap((group) => sendersOf(groups[group] * (rounds + 1), group)),
  );
  const server = await (await startServer(folder, { env: envOf(providers) })).caughtUp();
  providers.child.send({ apiUrl: server.url });
  const log = await TransferLog.open(folder);
  const site = { server, log };
  let measured;
  try {
    const of = async (group, firstCard) => {
      const senders = await newcomers(server, members[group], firstCard);
      return (round) => senders.slice(round * groups[group], (round + 1) * groups[group]);
    };
    const unpaid = await of('unpaid', null);
    const paid = await of('paid', 0);
    const followed = await of('followed', members.paid.length);
    measured = await interleave(rounds, {
      floor: () => diskFloor(scratch),
      unpaid: (round) => sendAll(site, unpaid(round)),
      paid: (round) => sendAll(site, paid(round)),
      followed: (round) => followAll(site, followed(round)),
    });
  } finally {
    await log.close();
    await server.stop();
    await providers.stop();
  }
  return rowOf(measured, paidSends);
}

/** In a separate process, because their work and their state file are not part of the product. */
export async function startProviders(scratch, name = 'providers') {
  const folder = join(scratch, name);
  mkdirSync(folder);
  return startServer(folder, { program: PROVIDERS, path: '/outbox', env: KEYS });
}

/** A server's variables for these providers. */
export function envOf({ url }) {
  const { FLIP_BENCH_KEY: key, FLIP_BENCH_WEBHOOK_SECRET: webhookSecret } = KEYS;
  const { clientId, webhookId } = SIMULATED_PAYPAL;
  return {
    STRIPE_API_URL: url,
    STRIPE_SECRET_KEY: key,
    STRIPE_PUBLISHABLE_KEY: 'pk_test_bench',
    STRIPE_WEBHOOK_SECRETS: webhookSecret,
    PAYPAL_API_URL: url,
    PAYPAL_CLIENT_ID: clientId,
    PAYPAL_CLIENT_SECRET: key,
    PAYPAL_WEBHOOK_ID: webhookId,
  };
}

/** Senders who have sent once, so that their data key exists and their stream is loaded; with a saved card of their own, from this one on, if they pay. */
export async function newcomers({ url }, cookies, firstCard) {
  const frame = (await (await fetch(`${url}/api/config`)).json()).cardEntry.frameOrigin;
  const senders = cookies.map((cookie) => ({ cookie, changes: PAYPAL }));
  await drive(IN_FLIGHT, cookies.length, async (place) => {
    const { cookie } = senders[place];
    if (firstCard !== null) {
      const { token } = await post(`${frame}/card-frame/tokens`, {
        body: JSON.stringify(cardOf(firstCard + place)),
      });
      const path = `${url}/api/cards`;
      const { id } = await post(path, { headers: { cookie }, body: JSON.stringify({ token }) });
      senders[place].changes = { ...PAYPAL, cardId: id };
    }
    const { headers, body } = send(cookie, PAYPAL);
    await post(`${url}/api/transfers`, { headers, body });
  });
  return senders;
}

/** A card of one's own for each of a million senders. */
function cardOf(place) {
  const digits = CARD_PREFIX + String(place).padStart(6, '0');
  const number = [...'0123456789'].map((check) => digits + check).find(passesLuhn);
  return { number, expMonth: 12, expYear: 2040, cvc: '123' };
}

/** @throws when the response is not 201 */
async function post(url, { headers, body }) {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-flip-request': '1', ...headers },
    body,
  });
  const text = await answer.text();
  if (answer.status !== 201) throw new Error(`POST ${new URL(url).pathname}: ${answer.status} ${text}`);
  return JSON.parse(text);
}

/** Sends; resolves to the transfer's id. */
export async function request({ url }, { cookie, changes }) {
  const { path, headers, body } = send(cookie, changes);
  return (await post(url + path, { headers, body })).id;
}

/** Every sender sends once. The CPU time counts until the transfers are delivered and the server is quiet. */
async function sendAll({ server, log }, senders) {
  const before = await server.quiet();
  const ids = [];
  const began = performance.now();
  const { perSecond, p50, p99 } = await drive(IN_FLIGHT, senders.length, async (place) => {
    ids.push(await request(server, senders[place]));
  });
  if (senders[0].changes.cardId) await log.allEnded(ids, 'TransferDelivered');
  const seconds = (performance.now() - began) / 1_000;
  const { cpuMs } = await server.quiet();
  await log.readOn();
  const lives = ids.map((id) => log.lives.get(id).length);
  return {
    perSecond,
    p50,
    p99,
    cpuMs: (cpuMs - before.cpuMs) / ids.length,
    completedPerSecond: ids.length / seconds,
    events: Math.max(...lives),
    failures: ids.length - new Set(ids).size,
  };
}

/** One transfer after the other, each observed like its page: a live message, then a read that sees the change. */
async function followAll({ server, log }, senders) {
  const times = [];
  const messages = [];
  for (const sender of senders) {
    const live = await LiveMessages.open(server.url, sender.cookie);
    const began = performance.now();
    const id = await request(server, sender);
    for (let place = 1; ; place += 1) {
      const { token } = await live.next(place);
      const headers = { cookie: sender.cookie, 'x-flip-position': token };
      const { status } = await (await fetch(`${server.url}/api/transfers/${id}`, { headers })).json();
      if (status === 'delivered') break;
    }
    times.push(performance.now() - began);
    await live.close();
    messages.push(...live.messages.slice(1));
  }
  await log.readOn();
  const delays = messages.map(({ token, arrivedAtMs }) => arrivedAtMs - log.decidedAtMs(token));
  return {
    p50: quantile(times, 0.5),
    p95: quantile(times, 0.95),
    delayP50: quantile(delays, 0.5),
    delayP95: quantile(delays, 0.95),
    messages: messages.length / senders.length,
  };
}

function rowOf({ floor, unpaid, paid, followed, problem }, count) {
  const cpu = ({ name, result }) => figure(`${name}, CPU`, pick(result, 'cpuMs'), 'ms');
  const ratio = (name, atMost, field) => ratioGoal(name, { atMost }, { of: paid, to: unpaid, field });
  return {
    number: 15,
    name: 'paid',
    workload: `POST /api/transfers with a saved card to 201 and on to delivered through PayPal without its delay, ${count} a round, ${IN_FLIGHT} in flight; then one by one`,
    figures: [
      figure('with a card, to 201', pick(paid, 'perSecond')),
      figure('with a card, to 201, p50', pick(paid, 'p50'), 'ms'),
      figure('with a card, to 201, p99', pick(paid, 'p99'), 'ms'),
      figure('without a card, to 201', pick(unpaid, 'perSecond')),
      figure('without a card, to 201, p50', pick(unpaid, 'p50'), 'ms'),
      figure('without a card, to 201, p99', pick(unpaid, 'p99'), 'ms'),
      cpu({ name: 'completed transfer', result: paid }),
      cpu({ name: 'transfer without a card', result: unpaid }),
      figure('completed transfers', pick(paid, 'completedPerSecond')),
      figure('events of a completed transfer', pick(paid, 'events'), ''),
      figure('events of a transfer without a card', pick(unpaid, 'events'), ''),
      figure('Pay to Delivered, one by one, p50', pick(followed, 'p50'), 'ms'),
      figure('Pay to Delivered, one by one, p95', pick(followed, 'p95'), 'ms'),
      figure('live messages of a transfer', pick(followed, 'messages'), ''),
      figure('event to live message, p50', pick(followed, 'delayP50'), 'ms'),
      figure('event to live message, p95', pick(followed, 'delayP95'), 'ms'),
      figure('write + fdatasync', pick(floor, 'perSecond')),
    ],
    goals: [ratio('× without a card, p50 to 201', 2, 'p50')],
    problem,
  };
}
