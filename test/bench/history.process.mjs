// Writes a log: interleaved sends of many senders over the last months, then verified senders with a given number each.
import { systemClock } from '../../dist/compiled/api/src/config/clock.js';
import { senderStream } from '../../dist/compiled/api/src/features/transfers/sending/transfer.decider.js';
import { drive, randomFrom, SEED } from './figures.mjs';
import { openFolder, requestedOf, sendersOf, verifySenders } from './senders.mjs';

const DAY_MS = 24 * 60 * 60 * 1_000;
/** Days between two sends of one sender: about five of them fall into one week. */
const PAUSE_DAYS = 1.5;
/** Between two sends of a verified sender: too few in an hour for the velocity rule. */
const VERIFIED_PAUSE_MS = 45 * 60 * 1_000;
const VERIFIED_END_MS = 2 * DAY_MS;
const VERIFICATION_EVENTS = 3;
const HIGHEST_AMOUNT_CENTS = 3_000;
const AT_ONCE = 1_024;
const EVENTS_AT_ONCE = 256;
/** One sender in a hundred sometimes sends three times within minutes: the velocity rule fires. */
const HASTY_EVERY = 100;
const HASTY_ROUNDS = 20;
const HASTY_SENDS = 3;

const { FLIP_DATA, FLIP_BENCH_HISTORY } = process.env;
const { events, senders, verified } = JSON.parse(FLIP_BENCH_HISTORY);
const uids = sendersOf(senders);
const rounds = Math.floor(events / senders);
const random = randomFrom(SEED);
const nowMs = systemClock.now();
const beganMs = nowMs - rounds * PAUSE_DAYS * DAY_MS;
const { eventLog, close } = await openFolder(FLIP_DATA);
const written = { transfers: 0, sumCents: 0 };

function requestedAtMs(round, sender) {
  const place = round % HASTY_ROUNDS;
  const isHasty = sender % HASTY_EVERY === 0 && place < HASTY_SENDS;
  if (isHasty) return beganMs + ((round - place) * PAUSE_DAYS + place / 1_000) * DAY_MS;
  return beganMs + (round * PAUSE_DAYS + random()) * DAY_MS;
}

function sendOf(uid, number, { atMs, tier }) {
  const amountCents = 100 + Math.floor(random() * (HIGHEST_AMOUNT_CENTS - 100));
  written.transfers += 1;
  written.sumCents += amountCents;
  const at = new Date(atMs).toISOString();
  return requestedOf(uid, { name: `send ${number} of ${uid}`, at, amountCents, tier });
}

for (let round = 0; round < rounds; round += 1) {
  await drive(AT_ONCE, senders, async (place) => {
    const uid = uids[place];
    const fact = sendOf(uid, round, { atMs: requestedAtMs(round, place), tier: 'unverified' });
    await eventLog.append(senderStream(uid), round === 0 ? 'no_stream' : BigInt(round - 1), [fact]);
  });
}
for (const { group, count, length } of verified) {
  const beganAtMs = nowMs - VERIFIED_END_MS - length * VERIFIED_PAUSE_MS;
  const members = sendersOf(count, group);
  await verifySenders(eventLog, members, new Date(beganAtMs).toISOString());
  for (const uid of members)
    for (let number = 0; number < length; number += EVENTS_AT_ONCE) {
      const facts = Array.from({ length: Math.min(EVENTS_AT_ONCE, length - number) }, (_, index) =>
        sendOf(uid, number + index, {
          atMs: beganAtMs + (number + index) * VERIFIED_PAUSE_MS,
          tier: 'verified',
        }),
      );
      await eventLog.append(senderStream(uid), BigInt(VERIFICATION_EVENTS + number - 1), facts);
    }
}
await close();
process.stdout.write(JSON.stringify(written));
