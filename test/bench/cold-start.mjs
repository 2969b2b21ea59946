// Row 10: how fast a server starts.
import { join } from 'node:path';
import { figure, interleave, pick, ratioGoal } from './figures.mjs';
import { LIST } from './requests.mjs';
import { cookiesOf, sendersOf } from './senders.mjs';
import { startServer } from './servers.mjs';

/** Time from process start to the first 200 of a signed-in list, without transfers and on the largest log. */
export async function coldStartRow({ histories, scratch, rounds }) {
  const empty = join(scratch, 'empty');
  // Creates the demo users of a first start.
  await (await startServer(empty)).stop();
  const { folder, events } = await histories.caughtUp();
  const start = async (data) => {
    const [cookie] = await cookiesOf(data, sendersOf(1));
    const server = await startServer(data, { path: LIST, headers: { cookie } });
    const { cpuMs } = await server.probe();
    await server.stop();
    return { startedInMs: server.startedInMs, cpuMs };
  };
  const { problem, ...measured } = await interleave(rounds, {
    empty: () => start(empty),
    full: () => start(folder),
  });
  const { full: of, empty: to } = measured;
  return {
    workload: `process start to the first 200 of a signed-in list, empty and at ${events} events`,
    figures: Object.entries(measured).flatMap(([name, results]) => [
      figure(name, pick(results, 'startedInMs'), 'ms'),
      figure(`${name}, CPU`, pick(results, 'cpuMs'), 'ms'),
    ]),
    goals: [ratioGoal('full ÷ empty', { atMost: 1.25 }, { of, to, field: 'startedInMs' })],
    problem,
  };
}
