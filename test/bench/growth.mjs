// Row 9: the cost of a send and a list as the log and the sender's stream grow.
import { figure, figuresOf, interleave, pick, ratioGoal, unmeasuredGoal } from './figures.mjs';
import { diskFloor } from './machine.mjs';
import { LIST } from './read-http.mjs';
import { cookiesOf, send, sendersOf } from './senders.mjs';
import { dealt, read, startServer } from './servers.mjs';

const GOAL = { atMost: 1.3 };

export async function growthRow({
  histories,
  scratch,
  rounds,
  sizes: { growth, posts },
  lengths,
  measuredGroup,
}) {
  const servers = [];
  const contenders = { floor: () => diskFloor(scratch) };
  let measured;
  try {
    for (const events of growth) {
      const { folder } = await histories.caughtUp(events);
      const cookies = await cookiesOf(folder, sendersOf(measuredGroup.count, measuredGroup.group));
      const server = await (await startServer(folder)).caughtUp();
      servers.push(server);
      const count = Math.min(posts, cookies.length * 10);
      const turns = (request) => dealt(count, (place) => request(cookies[place % cookies.length]));
      contenders[`send ${events}`] = () => server.load(turns(send), { status: 201 });
      contenders[`list ${events}`] = () => server.load(turns((cookie) => read(cookie, LIST)));
    }
    measured = await interleave(rounds, contenders);
  } finally {
    await Promise.all(servers.map(({ stop }) => stop()));
  }
  const { problem, floor, ...byLog } = measured;
  const [smallest, ...larger] = growth;
  const ratio = (name, of, to) => ratioGoal(name, GOAL, { of, to, field: 'cpuMs' });
  return {
    number: 9,
    name: 'growth',
    workload: `CPU of a send and a list with ${growth.join(', ')} events in the log, and by a sender with ${lengths.map(({ length }) => length).join(', ')} transfers`,
    figures: [
      ...Object.entries(byLog).map(([name, result]) =>
        figure(`${name} events, CPU`, pick(result, 'cpuMs'), 'ms'),
      ),
      ...lengths.flatMap(lengthFigures),
      ...figuresOf('write + fdatasync', floor),
    ],
    goals: [
      ...larger.flatMap((events) =>
        ['send', 'list'].map((kind) =>
          ratio(
            `× ${smallest} events, ${kind} at ${events}`,
            byLog[`${kind} ${events}`],
            byLog[`${kind} ${smallest}`],
          ),
        ),
      ),
      ...lengths.slice(1).flatMap((group) => lengthGoals(group, lengths[0], ratio)),
    ],
    problem,
  };
}

const KINDS = { coldSend: 'cold send', warmSend: 'warm send', coldList: 'cold list', warmList: 'warm list' };

function lengthFigures({ length, ...results }) {
  return Object.entries(KINDS)
    .filter(([kind]) => results[kind].length > 0)
    .map(([kind, name]) => figure(`${name}, ${length} transfers, CPU`, pick(results[kind], 'cpuMs'), 'ms'));
}

function lengthGoals(group, shortest, ratio) {
  if (group.problem)
    return [unmeasuredGoal(`× ${shortest.length} transfers, at ${group.length}`, group.problem)];
  return Object.entries(KINDS).map(([kind, name]) =>
    ratio(`× ${shortest.length} transfers, ${name} at ${group.length}`, group[kind], shortest[kind]),
  );
}
