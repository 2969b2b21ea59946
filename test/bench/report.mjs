// The figures as JSON and as the Markdown table of docs/benchmarks.md.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'oxfmt';
import { ROOT } from './machine.mjs';

const BEGIN = '<!-- npm run bench: begin -->';
const END = '<!-- npm run bench: end -->';

/** "PASS", "MISS", or "void" where the results were wrong. */
export function outcomeOf(row) {
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

/** Each goal, or only the missed ones; or why the row does not count. */
function verdictsOf({ goals, problem }, isShown = () => true) {
  return problem ? [`void: ${problem}`] : goals.filter(isShown).map(goalText);
}

function figureText(one) {
  return `${one.name} ${spreadText(one)}${one.note ? `, ${one.note}` : ''}`;
}

/** The first figure, then how many goals the row met and those it missed, or why it does not count. */
function markdownRow(row) {
  const { number, name, figures, goals, problem } = row;
  const met = problem ? [] : [`${goals.filter(({ isMet }) => isMet).length} of ${goals.length}`];
  const missed = verdictsOf(row, ({ isMet }) => !isMet).map((text) => text.replace('MISS: ', ''));
  const verdict = [...met, ...missed].join('; ');
  return `| ${number} | ${name} | ${figures.slice(0, 1).map(figureText).join('')} | ${verdict} |`;
}

/** The table of one run with its machine; docs/benchmarks.json has every figure. */
function markdownOf({ date, seconds, quick, machine, floor, rows }) {
  return [
    `Run of ${date} at ${machine.commit}${quick ? ' (`--quick`)' : ''}, ${Math.round(seconds)} s: ${machine.cores} cores`,
    `(${machine.processor}), ${machine.memoryGiB} GiB, Node ${machine.node}, ${machine.system};`,
    `write + fdatasync ${Math.round(floor)}/s.`,
    '',
    '| Row | Name | First figure | Goals met; missed |',
    '| --- | --- | --- | --- |',
    ...rows.map(markdownRow),
  ].join('\n');
}

/** Of --grow: wall and processor time at each size, and the processor time at the largest compared with the first. */
function growthMarkdown({ date, machine, rows }) {
  const short = (value) => value.toLocaleString('en-US', { maximumSignificantDigits: 3 });
  const sizes = rows[0].measures.map(({ size }) => `10${'⁰¹²³⁴⁵⁶⁷'[Math.log10(size)]}`);
  const cell = ({ value, cpu }) => (cpu === undefined ? short(value) : `${short(value)} (${short(cpu)})`);
  const line = ({ name, goals, measures, workload }) => {
    const times = goals.map(({ median, isMet }) => `${short(median)}${isMet ? '' : ' missed'}`).slice(-1);
    return `| ${[name, measures[0].unit, workload].filter(Boolean).join(', ')} | ${sizes.map((_, place) => (measures[place] ? cell(measures[place]) : '')).join(' | ')} | ${times.join('')} |`;
  };
  return [
    '# Growth',
    '',
    `${date} at ${machine.commit}: ${machine.cores} cores (${machine.processor}), Node ${machine.node}`,
    '',
    `| Wall (processor) time | ${sizes.join(' | ')} | × |`,
    `| --- | ${sizes.map(() => '---: |').join(' ')} ---: |`,
    ...rows.map(line),
    '',
  ].join('\n');
}

/** Writes the rows of --grow into the test results. */
export async function writeGrowth(report) {
  return writeFormatted(join(ROOT, 'test-results'), {
    'growth.md': growthMarkdown(report),
    'growth.json': JSON.stringify(report),
  });
}

/** Writes both; a full run goes into docs/, a quick one into the test results. */
export async function writeReport(report) {
  const folder = join(ROOT, report.quick ? 'test-results' : 'docs');
  const markdown = join(folder, 'benchmarks.md');
  const before = existsSync(markdown) ? readFileSync(markdown, 'utf8') : `# Benchmarks\n\n${BEGIN}${END}\n`;
  const [head, tail] = [before.split(BEGIN)[0], before.split(END)[1]];
  const texts = {
    'benchmarks.md': `${head}${BEGIN}\n\n${markdownOf(report)}\n\n${END}${tail}`,
    'benchmarks.json': JSON.stringify(report),
  };
  return writeFormatted(folder, texts);
}

async function writeFormatted(folder, texts) {
  mkdirSync(folder, { recursive: true });
  const options = JSON.parse(readFileSync(join(ROOT, '.oxfmtrc.json'), 'utf8'));
  for (const [name, text] of Object.entries(texts))
    writeFileSync(join(folder, name), (await format(name, text, options)).code);
  return Object.keys(texts).map((name) => join(folder, name));
}

/** One row for the terminal. */
export function rowText(row) {
  const lines = [...row.figures.map(figureText), ...verdictsOf(row)].map((line) => `    ${line}`);
  const title = `${row.number} ${row.name}: ${row.outcome}, ${Math.round(row.seconds)} s  (${row.workload})`;
  return [title, ...lines].join('\n');
}
