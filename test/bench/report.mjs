// The figures as JSON and as the Markdown table of docs/benchmarks.md.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { format } from 'oxfmt';
import { ROOT } from './machine.mjs';

const BEGIN = '<!-- npm run bench: begin -->';
const END = '<!-- npm run bench: end -->';

/** "PASS", "MISS", "void" where the results were wrong, "not run" where something is missing. */
export function outcomeOf(row) {
  if (row.notRun) return 'not run';
  if (row.problem) return 'void';
  return row.goals.every(({ isMet }) => isMet) ? 'PASS' : 'MISS';
}

/** Median (least – greatest), with the digits that matter. */
function spreadText({ median, min, max, unit = '' }) {
  const text = (value) =>
    value.toLocaleString('en-US', { maximumFractionDigits: Math.abs(value) >= 100 ? 0 : 2 });
  const suffix = unit === '' || unit.startsWith('/') || unit === '×' ? unit : ` ${unit}`;
  return min === max ? `${text(median)}${suffix}` : `${text(median)}${suffix} (${text(min)} – ${text(max)})`;
}

function goalText(goal) {
  if (goal.reason) return `MISS: ${goal.name}, ${goal.reason}`;
  const bound = goal.atLeast === undefined ? `≤ ${goal.atMost}` : `≥ ${goal.atLeast}`;
  return `${goal.isMet ? 'PASS' : 'MISS'}: ${spreadText(goal)} ${goal.name}, goal ${bound}`;
}

function goalsText(row) {
  if (row.notRun) return [`not run: ${row.notRun}`];
  return !row.problem ? row.goals.map(goalText) : [`void: ${row.problem}`];
}

function figureText(one) {
  return `${one.name} ${spreadText(one)}${one.note ? `, ${one.note}` : ''}`;
}

const missedOf = ({ goals }) => goals.filter(({ isMet }) => !isMet);

/** The first figure, and how many goals the row met. */
function markdownRow(row) {
  const met = row.goals.length - missedOf(row).length;
  const outcome = row.notRun ? 'not run' : row.problem ? 'void' : `${met} of ${row.goals.length}`;
  return `| ${row.number} | ${row.name} | ${row.figures.slice(0, 1).map(figureText).join('')} | ${outcome} |`;
}

/** What a row missed, or why it does not count; nothing for a row that met its goals. */
function missedLine(row) {
  const texts = row.notRun || row.problem ? goalsText(row) : missedOf(row).map(goalText);
  return texts.length === 0 ? [] : [`- **${row.number}**: ${texts.join('; ').replaceAll('MISS: ', '')}`];
}

/** The table of one run with its machine; docs/benchmarks.json has every figure. */
function markdownOf({ date, seconds, quick, machine, floor, rows }) {
  return [
    `Run of ${date} at ${machine.commit}${quick ? ' (`--quick`)' : ''}, ${Math.round(seconds)} s: ${machine.cores} cores`,
    `(${machine.processor}), ${machine.memoryGiB} GiB, Node ${machine.node}, ${machine.system};`,
    `write + fdatasync ${Math.round(floor)}/s.`,
    '',
    '| Row | Name | First figure | Goals met |',
    '| --- | --- | --- | --- |',
    ...rows.map(markdownRow),
    '',
    'Missed:',
    '',
    ...rows.flatMap(missedLine),
  ].join('\n');
}

/** Writes both; a full run goes into docs/, a quick one into the test results. */
export async function writeReport(report) {
  const folder = join(ROOT, report.quick ? 'test-results' : 'docs');
  const json = join(folder, 'benchmarks.json');
  const markdown = join(folder, 'benchmarks.md');
  mkdirSync(dirname(json), { recursive: true });
  const before = existsSync(markdown) ? readFileSync(markdown, 'utf8') : `# Benchmarks\n\n${BEGIN}\n${END}\n`;
  const [head, rest] = before.split(BEGIN);
  const tail = rest?.split(END)[1] ?? '\n';
  const text = `${head}${BEGIN}\n\n${markdownOf(report)}\n\n${END}${tail}`;
  writeFileSync(markdown, await pretty(markdown, text));
  writeFileSync(json, await pretty(json, JSON.stringify(report)));
  return { json, markdown };
}

async function pretty(file, text) {
  const options = JSON.parse(readFileSync(join(ROOT, '.oxfmtrc.json'), 'utf8'));
  return (await format(file, text, options)).code;
}

/** One row for the terminal. */
export function rowText(row) {
  const lines = [...row.figures.map(figureText), ...goalsText(row)].map((line) => `    ${line}`);
  const title = `${row.number} ${row.name}: ${row.outcome}, ${Math.round(row.seconds)} s  (${row.workload})`;
  return [title, ...lines].join('\n');
}
