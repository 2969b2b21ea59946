// Row 18: what the product showed about a sender with a long history, over HTTP.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { JwtService } from '@nestjs/jwt';
import { accountStream } from '../../dist/compiled/api/src/features/accounts/account.decider.js';
import { AccessTokens } from '../../dist/compiled/api/src/features/accounts/sessions/access-tokens.js';
import { SessionStore } from '../../dist/compiled/api/src/features/accounts/sessions/session-store.js';
import { transferStream } from '../../dist/compiled/api/src/features/lifecycle/lifecycle-events.rules.js';
import { senderStream } from '../../dist/compiled/api/src/features/transfers/transfer.decider.js';
import { feesOf } from '../../dist/compiled/api/src/kernel/fees.js';
import { boundGoal, drive, figure } from './figures.mjs';
import { factOf, idOf, openFolder, verifySenders } from './senders.mjs';
import { startServer } from './servers.mjs';

const TRANSFERS = 2_000;
/** Nine of each transfer's life, and its request. */
const EVENTS_EACH = 10;
const HOUR_MS = 60 * 60 * 1_000;
const AT_ONCE = 64;
const AMOUNT_CENTS = 1_000;
const COMPILING_REQUESTS = 3;
const BOUND_MS = 1_000;

const sender = idOf('sender of the time machine');
const staff = idOf('staff of the time machine');

/** How long staff wait for a sender with 20,000 events, now and half a history ago, on both bases. */
export async function timeMachineRow({ scratch, rounds }) {
  const folder = join(scratch, 'time-machine');
  mkdirSync(folder);
  const { cookie, halfway } = await written(folder);
  const server = await (await startServer(folder)).caughtUp();
  const ask = async (query) => {
    const began = performance.now();
    const path = `/api/compliance/senders/${sender}/at?reason=audit:bench${query}`;
    const response = await fetch(server.url + path, { headers: { cookie } });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${response.status} ${text.slice(0, 200)}`);
    return { ms: performance.now() - began, body: JSON.parse(text) };
  };
  const times = { now: [], halfway: [], 'as happened': [] };
  let problem = null;
  try {
    for (let warming = 0; warming < COMPILING_REQUESTS; warming += 1) await ask('');
    for (let round = 0; round < rounds; round += 1) {
      const now = await ask('');
      const half = await ask(`&instant=${halfway}`);
      const happened = await ask('&basis=happened');
      times.now.push(now.ms);
      times.halfway.push(half.ms);
      times['as happened'].push(happened.ms);
      problem ??= contentProblem(now.body, half.body);
    }
  } finally {
    await server.stop();
  }
  return {
    number: 18,
    name: 'time-machine',
    workload: `a sender with ${TRANSFERS * EVENTS_EACH} events of ${TRANSFERS} transfers, one request at a time`,
    figures: Object.entries(times).map(([name, ms]) => figure(name, ms, 'ms')),
    goals: Object.entries(times).map(([name, ms]) => boundGoal(`ms, ${name}`, BOUND_MS, ms, 'ms')),
    problem,
  };
}

function contentProblem(now, half) {
  const delivered = now.shown.transfers.filter(({ status }) => status === 'delivered').length;
  if (delivered !== TRANSFERS || now.cut.transfers !== 0) return `${delivered} transfers are delivered`;
  const listed = half.shown.transfers.length;
  return Math.abs(listed - TRANSFERS / 2) > 1 ? `halfway ${listed} transfers were requested` : null;
}

/** The sender's history, and a session of staff. */
async function written(folder) {
  const { eventLog, vault, secrets, clock, close } = await openFolder(folder);
  const nowMs = clock.now();
  const beganMs = nowMs - TRANSFERS * HOUR_MS;
  const atOf = (number, after = 0) => new Date(beganMs + number * HOUR_MS + after).toISOString();
  const names = { firstName: 'Maya', lastName: 'Okafor', locale: 'en' };
  for (const uid of [sender, staff])
    await eventLog.append(accountStream(uid), 'no_stream', [
      factOf(
        'AccountRegistered',
        { email: `${uid}@people.example`, ...names, credentialId: idOf(`credential ${uid}`) },
        { name: `registered ${uid}`, uid, at: atOf(0) },
      ),
    ]);
  await verifySenders(eventLog, [sender], atOf(0));
  const requests = Array.from({ length: TRANSFERS }, (_, number) => requested(number, atOf(number)));
  for (let first = 0; first < TRANSFERS; first += AT_ONCE)
    await eventLog.append(senderStream(sender), BigInt(2 + first), requests.slice(first, first + AT_ONCE));
  await drive(AT_ONCE, TRANSFERS, async (number) => {
    const { transferId } = requests[number].data;
    await eventLog.append(
      transferStream(transferId),
      'no_stream',
      lifeOf(number, requests[number].data, atOf),
    );
  });
  const session = await new SessionStore(vault, clock, secrets).open(staff, {
    ...{ credentialId: idOf('credential of staff'), device: 'bench', staff: true },
    codeAtMs: nowMs,
  });
  const tokens = new AccessTokens(new JwtService({ privateKey: secrets.sessionPrivateKey }), clock);
  const cookie = `flip_at=${await tokens.sign(session, ['sender', 'analyst'])}`;
  await close();
  return { cookie, halfway: atOf(TRANSFERS / 2) };
}

function sendOf(number) {
  return {
    transferId: idOf(`transfer ${number} of the time machine`),
    ...{ recipient: 'Maya Okafor', platform: 'PayPal', handle: 'maya@people.example', note: '' },
    amountCents: AMOUNT_CENTS,
  };
}

function requested(number, at) {
  const data = {
    ...sendOf(number),
    fingerprint: idOf(`fingerprint ${number}`).replaceAll('-', ''),
    ...feesOf(AMOUNT_CENTS, 'card-3pct-plus-30c'),
    ...{ feeSchedule: 'card-3pct-plus-30c', tier: 'verified', usedBeforeCents: 0 },
    ...{ requestedAt: at, awaitsPayment: true },
  };
  return factOf('TransferRequested', data, { name: `requested ${number}`, uid: sender, at });
}

function lifeOf(number, { requestedAt, totalCents, totalFeeCents, ...data }, atOf) {
  const SECOND_MS = 1_000;
  const card = {
    ...{ paymentMethodRef: 'pm_1', customerRef: null, brand: 'visa', last4: '5556' },
    ...{ expMonth: 8, expYear: 2029, funding: 'debit', saveCard: false },
  };
  const { transferId, recipient, platform, handle, note, amountCents } = data;
  const send = { recipient, platform, handle, note, amountCents };
  const events = [
    ['PaymentAwaited', { transferId, ...send, totalFeeCents, totalCents, requestedAt }],
    ['PaymentRequested', { attempt: 1, requestId: idOf(`payment ${number}`), card }],
    ['PaymentAuthorized', { attempt: 1, paymentRef: `pi_${number}` }],
    ['CaptureRequested', {}],
    ['PaymentCaptured', { totalCents }],
    ['PayoutSubmitted', { route: 'paypal', amountCents, operator: null }],
    ['PayoutAccepted', { payoutRef: `po_${number}`, state: 'pending' }],
    ['PayoutConfirmed', { reference: `po_${number}` }],
    ['TransferDelivered', { amountCents }],
  ];
  const DATED = new Set(['PaymentAuthorized', 'PaymentCaptured', 'PayoutAccepted', 'PayoutConfirmed']);
  return events.map(([type, facts], step) => {
    const at = atOf(number, (step + 1) * 2 * SECOND_MS);
    const dated = DATED.has(type) && { providerAt: atOf(number, (step + 1) * 2 * SECOND_MS - SECOND_MS) };
    const name = `${type} ${number} of the time machine`;
    return factOf(type, { uid: sender, ...facts, ...dated }, { name, uid: sender, at });
  });
}
