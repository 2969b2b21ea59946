// Row 10: how fast a server starts.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { figure, interleave, pick, ratioGoal } from './figures.mjs';
import { LIST } from './read-http.mjs';
import { cookiesOf, idOf } from './senders.mjs';
import { startServer } from './servers.mjs';

/** Time from process start to the first 200 of a signed-in list, without transfers and on the largest log. */
export async function coldStartRow({ histories, scratch, rounds }) {
  const empty = join(scratch, 'empty');
  mkdirSync(empty);
  // Creates the demo users of a first start.
  await (await startServer(empty)).stop();
  const full = await histories.caughtUp(histories.events);
  const start = async (folder) => {
    const [cookie] = await cookiesOf(folder, [idOf('sender 0')]);
    const server = await startServer(folder, { path: LIST, headers: { cookie } });
    const { cpuMs } = await server.probe();
    await server.stop();
    return { startedInMs: server.startedInMs, cpuMs };
  };
  const measured = await interleave(rounds, {
    empty: () => start(empty),
    full: () => start(full.folder),
  });
  const ms = (name) => pick(measured[name], 'startedInMs');
  return {
    number: 10,
    name: 'cold-start',
    workload: `process start to the first 200 of a signed-in list, empty and at ${full.events} events`,
    figures: ['empty', 'full'].flatMap((name) => [
      figure(name, ms(name), 'ms'),
      figure(`${name}, CPU`, pick(measured[name], 'cpuMs'), 'ms'),
    ]),
    goals: [
      ratioGoal(
        'full ÷ empty',
        { atMost: 1.25 },
        { of: measured.full, to: measured.empty, field: 'startedInMs' },
      ),
    ],
    problem: measured.problem,
  };
}
