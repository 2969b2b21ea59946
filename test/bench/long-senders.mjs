// Row 9: the cost of a send and a list as the history of their sender grows. For that of the log: `--grow`.
import { figure, figuresOf, pick, ratioGoal, unmeasuredGoal } from './figures.mjs';
import { diskFloor } from './machine.mjs';

const KINDS = { coldSend: 'cold send', warmSend: 'warm send', coldList: 'cold list', warmList: 'warm list' };

export async function longSendersRow({ scratch, measuredLengths }) {
  const lengths = await measuredLengths();
  return {
    workload: `CPU of a send and a list by a sender with ${pick(lengths, 'length').join(', ')} transfers`,
    figures: [...lengths.flatMap(lengthFigures), ...figuresOf('write + fdatasync', [diskFloor(scratch)])],
    goals: lengths.slice(1).flatMap((longer) => lengthGoals(longer, lengths[0])),
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
