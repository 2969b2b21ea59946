// Writes a log of many events: FLIP_BENCH_EVENTS sends of FLIP_BENCH_SENDERS senders over the last months, interleaved.
import { systemClock } from '../../dist/api/config/clock.js';
import { feesOf } from '../../dist/api/kernel/fees.js';
import { senderStream } from '../../dist/api/transfers/transfer.decider.js';
import { drive, randomFrom, SEED } from './figures.mjs';
import { factOf, idOf, openFolder, sendersOf } from './senders.mjs';

const DAY_MS = 24 * 60 * 60 * 1_000;
/** Days between two sends of one sender: about five of them count in a week. */
const PAUSE_DAYS = 1.5;
const HIGHEST_AMOUNT_CENTS = 3_000;
const AT_ONCE = 1_024;
/** One sender in a hundred now and then sends three times within minutes: the velocity rule fires. */
const HASTY_EVERY = 100;
const HASTY_ROUNDS = 20;
const HASTY_SENDS = 3;

const { FLIP_DATA, FLIP_BENCH_EVENTS, FLIP_BENCH_SENDERS } = process.env;
const uids = sendersOf(Number(FLIP_BENCH_SENDERS));
const rounds = Math.floor(Number(FLIP_BENCH_EVENTS) / uids.length);
const random = randomFrom(SEED);
const beganMs = systemClock.now() - rounds * PAUSE_DAYS * DAY_MS;
const stores = await openFolder(FLIP_DATA);
const feeSchedule = stores.config.FEE_SCHEDULE;

function requestedAtMs(round, sender) {
  const place = round % HASTY_ROUNDS;
  const isHasty = sender % HASTY_EVERY === 0 && place < HASTY_SENDS;
  if (isHasty) return beganMs + ((round - place) * PAUSE_DAYS + place / 1_000) * DAY_MS;
  return beganMs + (round * PAUSE_DAYS + random()) * DAY_MS;
}

function sendOf(round, sender) {
  const uid = uids[sender];
  const name = `send ${round} of ${uid}`;
  const at = new Date(requestedAtMs(round, sender)).toISOString();
  const amountCents = 100 + Math.floor(random() * (HIGHEST_AMOUNT_CENTS - 100));
  const transfer = {
    transferId: idOf(name),
    recipient: 'Maya Okafor',
    platform: 'Cash App',
    handle: '$mayaokafor',
    note: '',
  };
  const decided = {
    fingerprint: idOf(`fingerprint of ${name}`),
    ...feesOf(amountCents, feeSchedule),
    feeSchedule,
  };
  const data = {
    ...transfer,
    amountCents,
    ...decided,
    tier: 'unverified',
    usedBeforeCents: 0,
    requestedAt: at,
  };
  return { amountCents, fact: factOf('TransferRequested', data, { name, uid, at }) };
}

let sumCents = 0;
const began = performance.now();
for (let round = 0; round < rounds; round += 1) {
  await drive(AT_ONCE, uids.length, async (place) => {
    const { amountCents, fact } = sendOf(round, place);
    sumCents += amountCents;
    const expected = round === 0 ? 'no_stream' : BigInt(round - 1);
    await stores.eventLog.append(senderStream(uids[place]), expected, [fact]);
  });
}
const seconds = (performance.now() - began) / 1_000;
await stores.close();
process.stdout.write(JSON.stringify({ events: rounds * uids.length, sumCents, seconds }));
