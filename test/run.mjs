// Runs checks in order, says what it is doing, and prints "N passed, N failed" last (CONTRIBUTING.md, "Which suite runs
// where"). A check that cannot run is named, never skipped silently.
//   node test/run.mjs test        what a change needs (npm test)
//   node test/run.mjs faults      kills, damage, several processes, breadth (npm run test:faults)
//   node test/run.mjs verify      both at full counts (npm run verify)
//   node test/run.mjs rows        the finished part of verify, as rows of the table in docs/benchmarks.md
// Options: --only=lint,build,units,web,browser,faults, --suites=<pattern of paths>, --shuffle=<seed>, which puts the suites in
// another order, and of verify --resume: what has passed with the same sources is not run again.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { constants, setPriority, tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { CHROMIUM } from './chromium.mjs';
import { FINISHED_FILE, finishedFor, finishedIn, noteFinished, rowsOf, sourcesOf } from './full-counts.mjs';
import { processorTimeMs } from './jest/processor-time.mjs';

/** @throws Error for an option that is none */
const { values: options, positionals } = parseArgs({
  options: {
    only: { type: 'string' },
    suites: { type: 'string' },
    shuffle: { type: 'string' },
    resume: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const [kind = 'test'] = positionals;
const full = kind === 'verify';
const only = options.only?.split(',');
if (kind === 'rows') {
  console.log(rowsOf(finishedIn(FINISHED_FILE)).join('\n'));
  process.exit(0);
}
if (options.resume && !full) throw new Error('Only verify can be resumed');
const sources = full ? sourcesOf() : '';
/** What verify has finished with these sources. */
const finished = full ? finishedFor(sources, FINISHED_FILE) : new Map();
/** Checks and suites that are not run again. */
const passed = new Set(
  options.resume ? [...finished.values()].filter(({ failed }) => failed === 0).map(({ suite }) => suite) : [],
);
if (options.resume)
  console.log(`${passed.size} checks and suites have passed with ${sources} and are not run again`);
const results = mkdtempSync(join(tmpdir(), 'flip-results-'));
const env = {
  ...process.env,
  FLIP_TEST_SCALE: full ? 'full' : 'moderate',
  NO_UPDATE_NOTIFIER: '1',
  ...(options.shuffle !== undefined && { FLIP_SHUFFLE: options.shuffle }),
  ...(full && { FLIP_FINISHED: resolve(FINISHED_FILE), FLIP_SOURCES: sources }),
};
const total = { passed: 0, failed: 0 };
const notRun = [];
/** Each failed check and test, named again at the end of the run: its output is far above. */
const failures = [];
const parts = [];
const suites = [];

const bin = (name) => join('node_modules', '.bin', name);
const heading = (text) => console.log(`\n== ${text}`);

function counted(passed, failed) {
  total.passed += passed;
  total.failed += failed;
}

function readJson(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}

/** Runs one program with its output on ours; resolves to its exit code. */
function run(command, ...args) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'inherit', env });
    child.on('error', () => resolve(127));
    child.on('exit', (code) => resolve(code ?? 1));
  });
}

/** Runs one program at this priority with its output captured; resolves to its exit code and output. */
function runQuietly(priority, command, ...args) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env });
    if (child.pid) setPriority(child.pid, priority);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
    child.on('error', () => resolve({ code: 127, output }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/** One check without a count; its output follows when it has finished. */
async function check(name, priority, ...command) {
  const startedAtMs = Date.now();
  const { code, output } = await runQuietly(priority, ...command);
  heading(`${name}\n${output.trimEnd()}`);
  const result = { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 };
  counted(result.passed, result.failed);
  note(name, result, startedAtMs);
  if (code !== 0) failures.push(`${name} (exit ${code})`);
}

/** Suites note themselves (test/jest/suite-times.mjs). */
function note(suite, result, startedAtMs) {
  const wallMs = Date.now() - startedAtMs;
  if (full) noteFinished(FINISHED_FILE, sources, { suite, ...result, wallMs, processorMs: 0 });
}

const { PRIORITY_BELOW_NORMAL, PRIORITY_NORMAL } = constants.priority;

const CHECKS = [
  ['lint and types', bin('oxlint')],
  ['formatting', bin('oxfmt'), '--check'],
  [
    'import rules',
    bin('depcruise'),
    '--config',
    '.dependency-cruiser.cjs',
    'api/src',
    'simulator',
    'web/src',
  ],
  ['unused code', bin('knip')],
  ['lockfile', process.execPath, 'scripts/check-lockfile.mjs'],
];
/** One after the other, with a smaller share than the build and the suites beside, yet not starved by another program. */
async function lint() {
  for (const [name, ...command] of CHECKS)
    if (!passed.has(name)) await check(name, PRIORITY_BELOW_NORMAL, ...command);
}

function build() {
  heading('build of api and web');
  return Promise.all(
    ['api', 'web'].map((part) =>
      check(`build of ${part}`, PRIORITY_NORMAL, 'npm', 'run', '--silent', `build:${part}`),
    ),
  );
}

/** Suites that need a Debian package, and the command that checks for its program. */
const TOOLED_SUITES = [
  { tool: 'strace', asked: '-V', suites: ['durability', 'disk-failure', 'traced-sign-up', 'power-loss'] },
  { tool: 'openssl', asked: 'version', suites: ['eventstoredb/tls'] },
];

/** Patterns of the suites that are not run. */
function skippedSuites() {
  const missing = TOOLED_SUITES.filter(
    ({ tool, asked }) => spawnSync(tool, [asked], { stdio: 'ignore' }).status !== 0,
  );
  for (const { tool, suites: without } of missing)
    notRun.push(`${without.join(', ')}: no ${tool} on this machine; install Debian's "${tool}"`);
  return [
    ...missing.flatMap(({ suites: without }) => without.map((suite) => `/${suite}.spec.ts`)),
    ...[...passed].filter((path) => existsSync(path)).map((path) => `/${path.replaceAll('.', '\\.')}$`),
  ];
}

/** The suites of some of Jest's projects, which share its workers. */
async function jest(maxWorkers, ...projects) {
  heading(`suites: ${projects.join(', ')} (${env.FLIP_TEST_SCALE} counts)`);
  const name = projects.join('-');
  const [output, times] = [join(results, `${name}.json`), join(results, `${name}-times.json`)];
  env.FLIP_SUITE_TIMES = times;
  env.FLIP_SKIPPED_SUITES = JSON.stringify(skippedSuites());
  const code = await run(
    process.execPath,
    // For Jest and its workers: with Node's small default heap, they spend a fifth of their time on garbage collection.
    '--max-semi-space-size=64',
    // And most of their code runs too seldom for V8's optimizing compiler, which took a fifth of the processor time.
    '--interrupt-budget=1000000',
    bin('jest'),
    '--selectProjects',
    ...projects,
    '--json',
    `--maxWorkers=${maxWorkers}`,
    // Servers that outlive the failure of their suite must not delay the run.
    '--forceExit',
    `--outputFile=${output}`,
    '--reporters=default',
    '--reporters=<rootDir>/test/jest/suite-times.mjs',
    ...(options.suites === undefined ? [] : ['--testPathPatterns', options.suites]),
    ...(options.suites === undefined && !options.resume ? [] : ['--passWithNoTests']),
  );
  const report = readJson(output);
  const failed = (report?.numFailedTests ?? 0) + (report?.numRuntimeErrorTestSuites ?? 0);
  counted(report?.numPassedTests ?? 0, failed);
  const pending = (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0);
  if (pending > 0) notRun.push(`${pending} tests that Jest calls pending`);
  failures.push(...(report?.testResults ?? []).flatMap(failuresOf));
  if (code !== 0 && failed === 0) {
    counted(0, 1);
    failures.push(`suites of ${name} (exit ${code})`);
  }
  suites.push(...(readJson(times) ?? []));
}

/** The failed tests of one suite of Jest's report, or the suite if it failed as a whole. */
function failuresOf({ name, status, message, assertionResults }) {
  const failed = assertionResults.filter((test) => test.status === 'failed');
  if (failed.length === 0)
    return status === 'failed' ? [`${relative(process.cwd(), name)}: ${firstLine(message)}`] : [];
  return failed.map(
    (test) => `${relative(process.cwd(), name)} › ${test.fullName}: ${firstLine(test.failureMessages[0])}`,
  );
}

function firstLine(text = '') {
  return stripVTControlCharacters(text).trim().split('\n')[0];
}

async function browser() {
  if (!existsSync(CHROMIUM)) {
    notRun.push(
      `browser suites (test/browser): no Chromium at ${CHROMIUM}; install Debian's "chromium-headless-shell" or set CHROMIUM`,
    );
    return;
  }
  if (passed.has('browser suites')) return;
  heading('browser suites');
  const startedAtMs = Date.now();
  const output = join(results, 'browser.json');
  env.PLAYWRIGHT_JSON_OUTPUT_NAME = output;
  const code = await run(bin('playwright'), 'test', '--config', 'test/browser/playwright.config.ts');
  const { stats, suites: files = [] } = readJson(output) ?? {};
  const broken = (stats?.unexpected ?? 0) + (stats?.flaky ?? 0);
  const didNotRun = code !== 0 && broken === 0;
  const result = { passed: stats?.expected ?? 0, failed: didNotRun ? 1 : broken };
  counted(result.passed, result.failed);
  if (stats) note('browser suites', result, startedAtMs);
  failures.push(...files.flatMap(browserFailuresOf));
  if (stats?.skipped) notRun.push(`${stats.skipped} browser tests that Playwright calls skipped`);
  if (didNotRun) failures.push(`browser suites (exit ${code})`);
}

/** The failed tests of a suite of Playwright's report and of those within it. */
function browserFailuresOf({ specs, suites: within = [] }) {
  const failed = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter((test) => test.status === 'unexpected' || test.status === 'flaky')
      .map(({ projectName, results }) => {
        const message = results.find(({ error }) => error)?.error.message;
        return `${file} › ${projectName} › ${title}: ${firstLine(message)}`;
      }),
  );
  return [...failed, ...within.flatMap(browserFailuresOf)];
}

/** Only with full counts: the other runs need no network. */
async function audit() {
  const { code, output } = await runQuietly(PRIORITY_NORMAL, 'npm', 'audit', '--audit-level=high', '--json');
  const answered = /"auditReportVersion"/.test(output);
  if (!answered) notRun.push('npm audit: the package registry gives no advisories here');
  else counted(code === 0 ? 1 : 0, code === 0 ? 0 : 1);
  if (!answered || code === 0) return;
  heading(`known weaknesses of packages\n${output.trimEnd()}`);
  failures.push('npm audit');
}

/** Runs the steps one after the other, without those that `--only` skips. */
async function inTurn(steps) {
  for (const [name, step] of Object.entries(steps)) {
    if (only && !only.includes(name)) continue;
    const [startedAtMs, processorMs] = [Date.now(), processorTimeMs()];
    await step();
    parts.push({ name, wallMs: Date.now() - startedAtMs, processorMs: processorTimeMs() - processorMs });
  }
}

// Suites that wait for other processes leave the processor to a third worker; those of screens only compute.
const units = () => jest(3, 'api', 'product');
const web = () => jest(2, 'web');
const faults = () => jest(3, 'faults');

const RUNS = {
  test: () => Promise.all([inTurn({ lint }), inTurn({ build, units, web, browser })]),
  faults: () => inTurn({ build, faults }),
  verify: () => Promise.all([inTurn({ lint, audit }), inTurn({ build, units, web, browser, faults })]),
};

const SLOWEST = 15;

function printTimes(title, times) {
  heading(title);
  const seconds = (ms) => `${(ms / 1_000).toFixed(1)} s`.padStart(9);
  for (const { name, processorMs, wallMs } of times)
    console.log(`${seconds(processorMs)}${seconds(wallMs)} wall  ${name}`);
}

if (!(kind in RUNS)) throw new Error(`No run is called ${kind}: ${Object.keys(RUNS).join(', ')}`);
const startedAtMs = Date.now();
await RUNS[kind]();
rmSync(results, { recursive: true, force: true });
const slowest = suites.sort((one, other) => other.processorMs - one.processorMs).slice(0, SLOWEST);
if (slowest.length > 0)
  printTimes(
    `the ${SLOWEST} slowest suites, by processor time with the processes they started`,
    slowest.map(({ suite: name, ...times }) => ({ name, ...times })),
  );
printTimes('parts, by processor time (lint runs beside the others, so theirs includes its own)', parts);
const [wallS, processorS] = [Date.now() - startedAtMs, processorTimeMs()].map((ms) => Math.round(ms / 1_000));
console.log(`\n${wallS} s, ${processorS} s of processor time`);
for (const reason of notRun) console.log(`not run: ${reason}`);
for (const failure of failures) console.log(`FAILED: ${failure}`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 && (total.passed > 0 || options.resume) ? 0 : 1);
