// Row 8: reads during a rebuild of the largest view.
import { figure, figuresOf, interleave, pick, ratioGoal, typicalOf } from './figures.mjs';
import { operate } from './machine.mjs';
import { CONNECTIONS, during, fire, inTurn } from './requests.mjs';
import { cookiesOf, sendersOf } from './senders.mjs';
import { startProduct } from './servers.mjs';

const VIEW = 'transactions';

export async function rebuildLiveRow({ histories, rounds, sizes: { gets, catchUpEvents } }) {
  const { folder, events, senders } = await histories.caughtUp(catchUpEvents);
  const cookies = await cookiesOf(folder, sendersOf(senders));
  const { url } = await startProduct(folder);
  const reads = () => fire(url, inTurn(cookies, gets));
  const { idle, rebuilding, problem } = await interleave(rounds, {
    idle: reads,
    rebuilding: () => whileRebuilding(folder, reads),
  });
  return {
    workload: `lists, ${CONNECTIONS} connections, while the view of ${events} events is rebuilt`,
    figures: [
      ...figuresOf('idle', idle),
      ...figuresOf('rebuilding', rebuilding),
      figure('slowest load of a rebuild, p99', pick(rebuilding, 'slowestP99'), 'ms'),
      figure('rebuild', pick(rebuilding, 'rebuildSeconds'), 's'),
    ],
    goals: [ratioGoal('× idle, p99 of reads', { atMost: 3 }, { of: rebuilding, to: idle, field: 'p99' })],
    problem,
  };
}

/** Reads repeatedly until the rebuild has ended: a typical load, and the slowest; the last may outlive the rebuild. */
async function whileRebuilding(folder, reads) {
  const began = performance.now();
  const rebuild = async () => {
    await operate(['rebuild', VIEW], { FLIP_DATA: folder });
    return (performance.now() - began) / 1_000;
  };
  const { result, steps } = await during(rebuild, reads);
  return {
    ...typicalOf(steps),
    slowestP99: Math.max(...pick(steps, 'p99')),
    rebuildSeconds: result,
  };
}
