// Row 6: reads with one send in ten, and how far the views fall behind.
import { setTimeout as pause } from 'node:timers/promises';
import {
  boundGoal,
  figure,
  figuresOf,
  interleave,
  pick,
  quantile,
  randomFrom,
  ratioGoal,
  SEED,
} from './figures.mjs';
import { diskFloor } from './machine.mjs';
import { CONNECTIONS, dealt, during, read, send } from './requests.mjs';
import { cookiesOf, sendersOf } from './senders.mjs';
import { startProduct } from './servers.mjs';

const SEND_EVERY = 10;
/** The read-only rate needs less time. */
const READS_SHARE = 3;
const SAMPLE_EVERY_MS = 100;

export async function mixedRow({ histories, scratch, rounds, sizes: { mixedSeconds } }) {
  const { folder, events } = await histories.caughtUp();
  const cookies = await cookiesOf(folder, sendersOf(histories.senders));
  const server = await startProduct(folder);
  const random = randomFrom(SEED);
  const someone = () => cookies[Math.floor(random() * cookies.length)];
  const reads = (count) => server.load(dealt(count, () => read(someone())));
  const sendOrRead = () => (random() * SEND_EVERY < 1 ? send(someone()) : read(someone()));
  const mix = (count) => server.load(dealt(count, sendOrRead), { status: [200, 201] });
  const { perSecond } = await reads(CONNECTIONS * SAMPLE_EVERY_MS);
  const perRound = Math.ceil((perSecond * mixedSeconds) / rounds);
  const measured = await interleave(rounds, {
    floor: () => diskFloor(scratch),
    reads: () => reads(Math.ceil(perRound / READS_SHARE)),
    mixed: () => sampled(server, () => mix(perRound)),
  });
  const { floor, reads: readOnly, mixed, problem } = measured;
  return {
    workload: `90 % lists, 10 % sends, ${CONNECTIONS} connections, ${cookies.length} senders at random, ${events} events stored`,
    figures: [
      ...figuresOf('mixed', mixed),
      ...figuresOf('reads alone', readOnly),
      figure('event-loop delay, p99', pick(mixed, 'delayP99Ms'), 'ms'),
      ...figuresOf('write + fdatasync', floor),
    ],
    goals: [
      ratioGoal('of the read-only rate', { atLeast: 0.5 }, { of: mixed, to: readOnly, field: 'perSecond' }),
      boundGoal('projection lag, p99', 250, pick(mixed, 'lagP99Ms'), 'ms'),
    ],
    problem,
  };
}

/** The result of `work`, with the lag of the views during it. */
async function sampled(server, work) {
  const { result, steps } = await during(work, async () => {
    const consumers = await server.consumers();
    await pause(SAMPLE_EVERY_MS);
    return consumers.filter(({ kind }) => kind === 'projection').map(({ lagMs }) => lagMs);
  });
  return { ...result, lagP99Ms: quantile(steps.flat(), 0.99) };
}
