// What `npm run verify` has finished, one line per check or suite in a file that git ignores: `--resume` continues from it,
// and `node test/run.mjs rows` prints it for docs/benchmarks.md.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const FINISHED_FILE = '.cache/verify.jsonl';
const SCALE = 'test/support/scale.ts';
/** Everything but what is filled in from the results. */
const SOURCES = ['--', '.', ':!docs/benchmarks.*'];

const CHANGES_MAX_BYTES = 256 * 1_024 * 1_024;

const git = (...command) =>
  execFileSync('git', command, { encoding: 'utf8', maxBuffer: CHANGES_MAX_BYTES }).trim();

/** The commit that last changed the sources, with a hash of what is not committed. */
export function sourcesOf() {
  const commit = git('log', '-1', '--format=%h', ...SOURCES);
  const added = git('ls-files', '--others', '--exclude-standard', ...SOURCES)
    .split('\n')
    .filter(Boolean);
  const texts = added.map((file) => `${file}\n${readFileSync(file, 'latin1')}`);
  const changed = git('diff', 'HEAD', ...SOURCES) + texts.join('\n');
  return changed === ''
    ? commit
    : `${commit}+${createHash('sha256').update(changed).digest('hex').slice(0, 8)}`;
}

/** Notes that a check or suite has ended: `{ suite, passed, failed, wallMs, processorMs }`. */
export function noteFinished(file, sources, ended) {
  mkdirSync(dirname(file), { recursive: true });
  // A killed run may have left half a line.
  appendFileSync(file, `\n${JSON.stringify({ sources, at: new Date().toISOString(), ...ended })}\n`);
}

/** The newest result of each check and suite. */
export function finishedIn(file) {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  const entries = lines.filter((line) => line.endsWith('}')).map((line) => JSON.parse(line));
  return new Map(entries.map((entry) => [entry.suite, entry]));
}

/** The results for these sources; those for others are removed, with a word about it. */
export function finishedFor(sources, file, say = console.log) {
  const finished = finishedIn(file);
  const others = [...finished.values()].filter((entry) => entry.sources !== sources);
  if (others.length === 0) return finished;
  say(
    `the sources are no longer those of ${others[0].sources}, but ${sources}: ${others.length} results are forgotten`,
  );
  rmSync(file);
  return new Map();
}

/** Rows of the table of docs/benchmarks.md: each suite with counts, then everything else together. */
export function rowsOf(finished) {
  const full = fullCounts();
  const entries = [...finished.values()].map((entry) => ({ ...entry, counts: countsIn(entry.suite, full) }));
  const heavy = entries
    .filter(({ counts }) => counts !== '')
    .sort((one, other) => (one.suite < other.suite ? -1 : 1));
  const rest = entries.filter(({ counts }) => counts === '');
  return [...heavy, ...(rest.length > 0 ? [together(rest)] : [])].map(
    ({ suite, counts, sources, at, wallMs, passed, failed }) =>
      `| ${suite} | ${counts} | ${sources} | ${at.slice(0, 10)} | ${Math.round(wallMs / 1_000)} s | ${passed} passed, ${failed} failed |`,
  );
}

function together(entries) {
  const sum = (of) => entries.reduce((total, entry) => total + entry[of], 0);
  const { sources, at } = entries.toSorted((one, other) => (one.at < other.at ? -1 : 1)).at(-1);
  const suite = `${entries.length} others`;
  return {
    suite,
    counts: '',
    sources,
    at,
    wallMs: sum('wallMs'),
    passed: sum('passed'),
    failed: sum('failed'),
  };
}

/** "paidKills" → "300" */
function fullCounts() {
  return new Map(
    [...readFileSync(SCALE, 'utf8').matchAll(/(\w+): full \? ([\d_]+) :/g)].map(([, name, count]) => [
      name,
      Number(count.replaceAll('_', '')).toLocaleString('en-US'),
    ]),
  );
}

/** The counts that a suite, or what it imports from `test`, names: "paidKills 300". */
function countsIn(suite, full) {
  if (!existsSync(suite)) return '';
  const text = readFileSync(suite, 'utf8');
  const imported = [...text.matchAll(/from '(\.[^']+)\.js'/g)].map(([, path]) =>
    join(dirname(suite), `${path}.ts`),
  );
  const texts = [
    text,
    ...imported
      .filter((path) => path.startsWith('test/') && existsSync(path))
      .map((path) => readFileSync(path, 'utf8')),
  ];
  const named = texts.flatMap((one) => [...one.matchAll(/\bcounts\.(\w+)/g)].map(([, name]) => name));
  return [...new Set(named)]
    .filter((name) => full.has(name))
    .map((name) => `${name} ${full.get(name)}`)
    .join(', ');
}
