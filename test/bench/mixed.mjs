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
import { LIST } from './read-http.mjs';
import { cookiesOf, send, sendersOf } from './senders.mjs';
import { CONNECTIONS, dealt, read, startServer } from './servers.mjs';

const SEND_EVERY = 10;
/** The read-only rate needs less time. */
const READS_SHARE = 3;
const SAMPLE_EVERY_MS = 100;

export async function mixedRow({ histories, scratch, rounds, sizes: { mixedSeconds } }) {
  const { folder, events } = await histories.caughtUp(histories.events);
  const cookies = await cookiesOf(folder, sendersOf(histories.senders));
  const server = await (await startServer(folder)).caughtUp();
  const random = randomFrom(SEED);
  const someone = () => cookies[Math.floor(random() * cookies.length)];
  const reads = (count) => dealt(count, () => read(someone(), LIST));
  const mix = (count) =>
    dealt(count, () => (random() * SEND_EVERY < 1 ? send(someone()) : read(someone(), LIST)));
  let perRound = 0;
  let measured;
  try {
    const { perSecond } = await server.load(reads(CONNECTIONS * SAMPLE_EVERY_MS));
    perRound = Math.ceil((perSecond * mixedSeconds) / rounds);
    measured = await interleave(rounds, {
      floor: () => diskFloor(scratch),
      reads: () => server.load(reads(Math.ceil(perRound / READS_SHARE))),
      mixed: () => sampled(server, () => server.load(mix(perRound), { status: [200, 201] })),
    });
  } finally {
    await server.stop();
  }
  const { floor, reads: readOnly, mixed, problem } = measured;
  return {
    number: 6,
    name: 'mixed',
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
  const lags = [];
  const done = new AbortController();
  const sampling = (async () => {
    while (!done.signal.aborted) {
      const consumers = await server.consumers();
      lags.push(...consumers.filter(({ kind }) => kind === 'projection').map(({ lagMs }) => lagMs));
      await pause(SAMPLE_EVERY_MS);
    }
  })();
  const result = await work();
  done.abort();
  await sampling;
  return { ...result, lagP99Ms: quantile(lags, 0.99) };
}
