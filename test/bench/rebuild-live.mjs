// Row 8: reads during a rebuild of the largest view.
import { figure, figuresOf, interleave, pick, ratioGoal } from './figures.mjs';
import { operate } from './machine.mjs';
import { LIST } from './read-http.mjs';
import { cookiesOf, sendersOf } from './senders.mjs';
import { CONNECTIONS, dealt, fire, read, startServer } from './servers.mjs';

const VIEW = 'transactions';

export async function rebuildLiveRow({ histories, rounds, sizes: { gets, catchUpEvents } }) {
  const { folder, events, senders } = await histories.caughtUp(catchUpEvents);
  const cookies = await cookiesOf(folder, sendersOf(senders));
  const server = await (await startServer(folder)).caughtUp();
  const reads = () =>
    fire(
      server.url,
      dealt(gets, (place) => read(cookies[place % cookies.length], LIST)),
    );
  let measured;
  try {
    measured = await interleave(rounds, {
      idle: reads,
      rebuilding: () => whileRebuilding(server, reads),
    });
  } finally {
    await server.stop();
  }
  const { idle, rebuilding, problem } = measured;
  return {
    number: 8,
    name: 'rebuild-live',
    workload: `lists, ${CONNECTIONS} connections, while the view of ${events} events is rebuilt`,
    figures: [
      ...figuresOf('idle', idle),
      ...figuresOf('rebuilding', rebuilding),
      figure('rebuild', pick(rebuilding, 'rebuildSeconds'), 's'),
    ],
    goals: [ratioGoal('× idle, p99 of reads', { atMost: 3 }, { of: rebuilding, to: idle, field: 'p99' })],
    problem,
  };
}

/** Reads repeatedly until the rebuild has ended; a read that started before its end counts. */
async function whileRebuilding({ folder }, reads) {
  const began = performance.now();
  let rebuildSeconds = null;
  const rebuild = operate(['rebuild', VIEW], { FLIP_DATA: folder })
    .then(() => 0)
    .catch(() => 1)
    .finally(() => (rebuildSeconds = (performance.now() - began) / 1_000));
  const loads = [];
  do loads.push(await reads());
  while (rebuildSeconds === null);
  return {
    perSecond: Math.min(...pick(loads, 'perSecond')),
    p99: Math.max(...pick(loads, 'p99')),
    failures: loads.reduce((sum, { failures }) => sum + failures, await rebuild),
    rebuildSeconds,
  };
}
