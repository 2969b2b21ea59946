// Row 18: what the product showed about a sender with a long history, over HTTP.
import { join } from 'node:path';
import { transferStream } from '../../dist/compiled/api/src/features/lifecycle/state/lifecycle-events.rules.js';
import { senderStream } from '../../dist/compiled/api/src/features/transfers/sending/transfer.decider.js';
import { boundGoal, drive, figure, interleave, pick } from './figures.mjs';
import { paidLife, PAYPAL } from './lives.mjs';
import { ask, read } from './requests.mjs';
import {
  cookiesOf,
  factOf,
  idOf,
  registerPeople,
  requestedOf,
  verifySenders,
  withFolder,
} from './senders.mjs';
import { startProduct } from './servers.mjs';

const TRANSFERS = 2_000;
/** Nine of each transfer's life, and its request. */
const EVENTS_EACH = 10;
const HOUR_MS = 60 * 60 * 1_000;
const AT_ONCE = 64;
const AMOUNT_CENTS = 1_000;
const BOUND_MS = 1_000;

const sender = idOf('sender of the time machine');
const staff = idOf('staff of the time machine');

/** How long staff wait for a sender with 20,000 events, now and half a history ago, on both bases. */
export async function timeMachineRow({ scratch, rounds }) {
  const folder = join(scratch, 'time-machine');
  const nowMs = Date.now();
  const atOf = (number, afterMs = 0) =>
    new Date(nowMs - (TRANSFERS - number) * HOUR_MS + afterMs).toISOString();
  await withFolder(folder, ({ eventLog }) => write(eventLog, atOf));
  const [cookie] = await cookiesOf(folder, [staff], { role: 'analyst' });
  const { url } = await startProduct(folder);
  const look = async (query) => {
    const began = performance.now();
    const path = `/api/compliance/senders/${sender}/at?reason=audit:bench${query}`;
    const { shown, cut } = await ask(url, read(cookie, path));
    return { ms: performance.now() - began, shown, cut };
  };
  const { problem, ...results } = await interleave(rounds, {
    now: () => look(''),
    halfway: () => look(`&instant=${atOf(TRANSFERS / 2)}`),
    'as happened': () => look('&basis=happened'),
  });
  const times = Object.entries(results).map(([name, looks]) => [name, pick(looks, 'ms')]);
  return {
    workload: `a sender with ${TRANSFERS * EVENTS_EACH} events of ${TRANSFERS} transfers, one request at a time`,
    figures: times.map(([name, ms]) => figure(name, ms, 'ms')),
    goals: times.map(([name, ms]) => boundGoal(`ms, ${name}`, BOUND_MS, ms, 'ms')),
    problem: problem ?? contentProblem(results),
  };
}

/** Every request shows all that was delivered by now, and half of it halfway. */
function contentProblem({ now, halfway }) {
  const isWhole = ({ shown, cut }) =>
    cut.transfers === 0 &&
    shown.transfers.filter(({ status }) => status === 'delivered').length === TRANSFERS;
  const isHalf = ({ shown }) => Math.abs(shown.transfers.length - TRANSFERS / 2) <= 1;
  return now.every(isWhole) && halfway.every(isHalf) ? null : 'other transfers are shown than were written';
}

/** The sender's history. */
async function write(eventLog, atOf) {
  await registerPeople(eventLog, [sender, staff], atOf(0));
  await verifySenders(eventLog, [sender], atOf(0));
  const requests = Array.from({ length: TRANSFERS }, (_, number) => {
    const name = `transfer ${number} of the time machine`;
    return requestedOf(sender, { ...PAYPAL, name, at: atOf(number), amountCents: AMOUNT_CENTS });
  });
  for (let first = 0; first < TRANSFERS; first += AT_ONCE)
    await eventLog.append(senderStream(sender), BigInt(2 + first), requests.slice(first, first + AT_ONCE));
  await drive(AT_ONCE, TRANSFERS, async (number) => {
    const { data } = requests[number];
    await eventLog.append(transferStream(data.transferId), 'no_stream', paidLife(sender, requests[number]));
  });
}
