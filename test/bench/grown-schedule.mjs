// Who sends when in a log of a given number of events, always the same for the same number and end.
import { SEED, randomFrom } from './figures.mjs';
import { sendersOf } from './senders.mjs';

const SENDERS = 50_000;
/** Of a transfer, on average: ten events of a paid one, four of another. */
const EVENTS_EACH = 6.4;
const REGISTERED_EVENTS = 2;
const SMALL_LOG = 100_000;
const DAY_MS = 24 * 60 * 60 * 1_000;
/** A log of up to SMALL_LOG events covers ten months, a larger one eight and a half years: the rate is the same to 10⁶. */
const SPAN_DAYS = { small: 312, large: 3_130 };
/** The newest transfers are older than what waits for anything. */
const QUIET_MS = 2 * DAY_MS;
/** Some send three times within minutes, which the velocity rule reports. */
const HASTY = { every: 100, place: 50, rounds: 20, sends: 3, pauseMs: 60_000 };
/** Share of the time between two sends of one sender by which each is late. */
const LATE = 0.2;

/** Verified senders in every log: many with few transfers, one with a busy month, one with a long history. */
export const USUAL = { group: 'usual', count: 60, length: 10 };
export const BUSY = { group: 'busy', count: 1, length: 1_000, spanDays: 30 };
export const LONG = { group: 'long', count: 1, length: 2_500, largeLength: 100_000 };

const lengthOf = ({ length, largeLength = length }, events) => (events > SMALL_LOG ? largeLength : length);

/** Their ids. */
export function measuredSenders() {
  return [USUAL, BUSY, LONG].flatMap(({ group, count }) => sendersOf(count, group));
}

/** All senders, and the transfers by their time: each of a sender's place, numbered from 0. */
export function scheduleOf(events, nowMs) {
  const spanMs = DAY_MS * (events > SMALL_LOG ? SPAN_DAYS.large : SPAN_DAYS.small);
  const endMs = nowMs - QUIET_MS;
  const random = randomFrom(SEED);
  const uids = [...sendersOf(SENDERS, 'grown'), ...measuredSenders()];
  const transfers = [];
  const add = (sender, length, { ms = spanMs, isHasty = false } = {}) => {
    for (let number = 0; number < length; number += 1) {
      const place = number % HASTY.rounds;
      const hasty = isHasty && place < HASTY.sends ? place : 0;
      const late = hasty > 0 ? 0 : random() * LATE;
      const atMs = endMs - ms + ((number - hasty + late) / length) * ms + hasty * HASTY.pauseMs;
      transfers.push({ sender, number, atMs });
    }
  };
  const measured = [USUAL, BUSY, LONG].flatMap((group) =>
    Array.from({ length: group.count }, () => [lengthOf(group, events), group.spanDays]),
  );
  for (const [index, [length, days]] of measured.entries())
    add(SENDERS + index, length, days && { ms: days * DAY_MS });
  const others = othersOf(events - transfers.length * EVENTS_EACH);
  for (const [sender, length] of others.entries())
    add(sender, length, { isHasty: sender % HASTY.every === HASTY.place });
  return { uids, transfers: transfers.sort((one, other) => one.atMs - other.atMs) };
}

/** How many transfers each of the others has (Zipf), so that with the registrations there are so many events. */
function othersOf(events) {
  const of = (count) =>
    Array.from({ length: SENDERS }, (_, rank) => upTo(rank + 1, count) - upTo(rank, count));
  const all = of(events / EVENTS_EACH);
  const registered = all.filter((length) => length > 0).length * REGISTERED_EVENTS;
  return of((events - registered) / EVENTS_EACH);
}

/** The transfers of the first so many ranks. */
function upTo(ranks, count) {
  return Math.floor((count * Math.log(ranks + 1)) / Math.log(SENDERS + 1));
}
