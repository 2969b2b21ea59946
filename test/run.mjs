// Runs every check in order and prints "N passed, N failed" last. A check that cannot run is named, never skipped silently.
//   node test/run.mjs            moderate counts (npm test)
//   node test/run.mjs --full     full counts (npm run verify)
//   node test/run.mjs --only=jest,browser
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { constants, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

function inModules(name) {
  return join('node_modules', '.bin', name);
}

/** @throws Error for an option that is none */
const { full = false, ...options } = parseArgs({
  options: { full: { type: 'boolean' }, only: { type: 'string' } },
}).values;
const only = options.only?.split(',');
const chromium = process.env.CHROMIUM ?? '/usr/bin/chromium';
const results = mkdtempSync(join(tmpdir(), 'flip-results-'));
const env = { ...process.env, FLIP_TEST_SCALE: full ? 'full' : 'moderate', NO_UPDATE_NOTIFIER: '1' };
const total = { passed: 0, failed: 0 };
const notRun = [];

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

const bin = (name, ...args) => run(inModules(name), ...args);

function counted(passed, failed) {
  total.passed += passed;
  total.failed += failed;
}

const { PRIORITY_LOW, PRIORITY_NORMAL } = constants.priority;

async function check({ name, priority }, ...command) {
  const { code, output } = await runQuietly(priority, ...command);
  console.log(`\n== ${name}\n${output.trimEnd()}`);
  counted(code === 0 ? 1 : 0, code === 0 ? 0 : 1);
  if (code !== 0) console.log(`FAILED: ${name} (exit ${code})`);
}

/** Static checks; each prints its findings when it has finished. */
const CHECKS = [
  ['lint and types', inModules('oxlint')],
  ['formatting', inModules('oxfmt'), '--check'],
  [
    'import rules',
    inModules('depcruise'),
    '--config',
    '.dependency-cruiser.cjs',
    'api/src',
    'simulator',
    'web/src',
  ],
  ['unused code', inModules('knip')],
  ['lockfile', process.execPath, 'scripts/check-lockfile.mjs'],
];
/** Run one after the other, in the processor time that the build and the tests leave over. */
async function lint() {
  for (const [name, ...command] of CHECKS) await check({ name, priority: PRIORITY_LOW }, ...command);
}

function readJson(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}

/** Suites that need a Debian package, and the command that checks for its program. */
const TOOLED_SUITES = [
  {
    tool: 'strace',
    asked: '-V',
    suites: ['durability', 'disk-failure', 'traced-sign-up', 'power-loss'].map(
      (name) => `test/product/${name}.spec.ts`,
    ),
  },
  {
    tool: 'openssl',
    asked: 'version',
    suites: ['api/src/engine/event-store/eventstoredb/tls.spec.ts'],
  },
];

function withoutMissingTools() {
  const missing = TOOLED_SUITES.filter(
    ({ tool, asked }) => spawnSync(tool, [asked], { stdio: 'ignore' }).status !== 0,
  );
  for (const { tool, suites } of missing)
    notRun.push(`${suites.join(', ')}: no ${tool} on this machine; install Debian's "${tool}"`);
  return missing.flatMap(({ suites }) => suites.flatMap((suite) => ['--testPathIgnorePatterns', suite]));
}

async function jest() {
  console.log(`\n== unit and product suites (${env.FLIP_TEST_SCALE} counts)`);
  const output = join(results, 'jest.json');
  const code = await run(
    process.execPath,
    // For Jest and its workers: with Node's small default heap, they spend a fifth of their time on garbage collection.
    '--max-semi-space-size=64',
    inModules('jest'),
    '--json',
    '--maxWorkers=4',
    // A suite whose servers outlive its failure must not hold the run.
    '--forceExit',
    `--outputFile=${output}`,
    ...withoutMissingTools(),
  );
  const report = readJson(output);
  counted(
    report?.numPassedTests ?? 0,
    (report?.numFailedTests ?? 0) + (report?.numRuntimeErrorTestSuites ?? 0),
  );
  const pending = (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0);
  if (pending > 0) notRun.push(`${pending} tests that Jest calls pending`);
  if (code !== 0 && total.failed === 0) counted(0, 1);
}

async function browser() {
  if (!existsSync(chromium)) {
    notRun.push(
      `browser suites (test/browser): no Chromium at ${chromium}; install Debian's "chromium" or set CHROMIUM`,
    );
    return;
  }
  console.log('\n== browser suites');
  const output = join(results, 'browser.json');
  env.PLAYWRIGHT_JSON_OUTPUT_NAME = output;
  const code = await bin('playwright', 'test', '--config', 'test/browser/playwright.config.ts');
  const report = readJson(output)?.stats;
  counted(report?.expected ?? 0, (report?.unexpected ?? 0) + (report?.flaky ?? 0));
  if (report?.skipped) notRun.push(`${report.skipped} browser tests that Playwright calls skipped`);
  if (code !== 0 && !report?.unexpected) counted(0, 1);
}

/** Only with full counts: `npm test` needs no network. */
async function audit() {
  if (!full) return;
  const { code, output } = await runQuietly(PRIORITY_NORMAL, 'npm', 'audit', '--audit-level=high', '--json');
  const answered = /"auditReportVersion"/.test(output);
  if (!answered) notRun.push('npm audit: the package registry gives no advisories here');
  else counted(code === 0 ? 1 : 0, code === 0 ? 0 : 1);
  if (answered && code !== 0) console.log(`\n== known weaknesses of packages\n${output.trimEnd()}`);
}

const build = () =>
  Promise.all(
    ['api', 'web'].map((part) => {
      const order = { name: `build of ${part}`, priority: PRIORITY_NORMAL };
      return check(order, 'npm', 'run', '--silent', `build:${part}`);
    }),
  );

/** Runs the requested steps one after the other. */
async function inTurn(steps) {
  for (const [name, step] of Object.entries(steps)) if (!only || only.includes(name)) await step();
}

const started = Date.now();
await Promise.all([inTurn({ lint, audit }), inTurn({ build, jest, browser })]);
rmSync(results, { recursive: true, force: true });
console.log(`\n${Math.round((Date.now() - started) / 1000)} s`);
for (const reason of notRun) console.log(`not run: ${reason}`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);
