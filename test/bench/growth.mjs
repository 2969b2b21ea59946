// Row 9: the cost of a send and a list as the log and the sender's stream grow.
import { figure, figuresOf, interleave, pick, ratioGoal, unmeasuredGoal } from './figures.mjs';
import { diskFloor } from './machine.mjs';
import { inTurn, send } from './requests.mjs';
import { cookiesOf, sendersOf } from './senders.mjs';
import { startProduct } from './servers.mjs';

const KINDS = { coldSend: 'cold send', warmSend: 'warm send', coldList: 'cold list', warmList: 'warm list' };

export async function growthRow({ histories, scratch, rounds, sizes: { growth, posts }, measuredLengths }) {
  const lengths = await measuredLengths();
  const { count: members, group } = histories.measured;
  const contenders = { floor: () => diskFloor(scratch) };
  for (const events of growth) {
    const { folder } = await histories.caughtUp(events);
    const cookies = await cookiesOf(folder, sendersOf(members, group));
    const server = await startProduct(folder);
    const count = Math.min(posts, members * 10);
    contenders[`send ${events}`] = () =>
      server.load(inTurn(cookies, count, { request: send }), { status: 201 });
    contenders[`list ${events}`] = () => server.load(inTurn(cookies, count));
  }
  const { problem, floor, ...byLog } = await interleave(rounds, contenders);
  const [smallest, ...larger] = growth;
  return {
    workload: `CPU of a send and a list with ${growth.join(', ')} events in the log, and by a sender with ${pick(lengths, 'length').join(', ')} transfers`,
    figures: [
      ...Object.entries(byLog).map(([name, results]) => cpuFigure(`${name} events`, results)),
      ...lengths.flatMap(lengthFigures),
      ...figuresOf('write + fdatasync', floor),
    ],
    goals: [
      ...larger.flatMap((events) =>
        ['send', 'list'].map((kind) => {
          const [of, to] = [byLog[`${kind} ${events}`], byLog[`${kind} ${smallest}`]];
          return ratio(`× ${smallest} events, ${kind} at ${events}`, of, to);
        }),
      ),
      ...lengths.slice(1).flatMap((longer) => lengthGoals(longer, lengths[0])),
    ],
    problem,
  };
}

function cpuFigure(name, results) {
  return figure(`${name}, CPU`, pick(results, 'cpuMs'), 'ms');
}

function ratio(name, of, to) {
  return ratioGoal(name, { atMost: 1.3 }, { of, to, field: 'cpuMs' });
}

function lengthFigures({ length, ...results }) {
  return Object.entries(KINDS)
    .filter(([kind]) => results[kind].length > 0)
    .map(([kind, name]) => cpuFigure(`${name}, ${length} transfers`, results[kind]));
}

function lengthGoals(longer, shortest) {
  const name = `× ${shortest.length} transfers`;
  if (longer.problem) return [unmeasuredGoal(`${name}, at ${longer.length}`, longer.problem)];
  return Object.entries(KINDS).map(([kind, what]) =>
    ratio(`${name}, ${what} at ${longer.length}`, longer[kind], shortest[kind]),
  );
}
