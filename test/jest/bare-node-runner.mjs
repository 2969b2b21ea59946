// Jest's `testRunner` for suites without a DOM: jest-circus runs the tests, and Node itself loads the modules, once for all
// suites of a process instead of once per suite (docs/adr/0026-suites-in-bare-node.md).
import { setImmediate as nextTurn } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { jestExpect } from '@jest/expect';
import { createEmptyTestResult } from '@jest/test-result';
import * as circus from 'jest-circus';
import { formatExecError, formatResultsErrors } from 'jest-message-util';
import { processorTimeMs } from './processor-time.mjs';
import './typescript.mjs';

/** Makes each run of a suite a new module, also when Jest watches. */
let runs = 0;

const STATUSES = { skip: 'pending', todo: 'todo' };

/** As Jest's own adapter: an assertion belongs to its test, and an uncaught error fails the suite. */
circus.addEventHandler(({ name, test }) => {
  if (name === 'test_start')
    jestExpect.setState({ currentTestName: fullName(test), testFailing: test.failing });
  if (name !== 'test_done') return;
  const { suppressedErrors } = jestExpect.getState();
  jestExpect.setState({ suppressedErrors: [] });
  const missing = jestExpect.extractExpectedAssertionsErrors().map(({ error }) => error);
  test.errors.push(...suppressedErrors, ...missing);
});
circus.addEventHandler(async ({ name }) => {
  // Node reports an uncaught rejection one turn later.
  if (name === 'run_finish') await nextTurn();
});
for (const event of ['unhandledRejection', 'uncaughtException'])
  process.on(event, (error) => circus.getState().unhandledErrors.push(error));

function fullName({ name, parent }) {
  return parent?.parent ? `${fullName(parent)} ${name}` : name;
}

function prepare(globalConfig, config, path) {
  circus.resetState();
  const { testTimeout = config.testTimeout, testNamePattern, randomize, seed, expand } = globalConfig;
  const state = circus.getState();
  Object.assign(state, { randomize, seed, ...(testTimeout !== undefined && { testTimeout }) });
  if (testNamePattern) state.testNamePattern = new RegExp(testNamePattern, 'i');
  jestExpect.setState({ testPath: path, expand });
  // Jest's maps stacks of the modules that Jest compiled; Node maps those of the modules it loads.
  Error.prepareStackTrace = undefined;
}

/** The functions of `jest` that need no module registry. */
function jestObject({ moduleMocker: mocks, fakeTimersModern: timers }) {
  return {
    fn: mocks.fn.bind(mocks),
    spyOn: mocks.spyOn.bind(mocks),
    restoreAllMocks: mocks.restoreAllMocks.bind(mocks),
    mocked: (mock) => mock,
    useFakeTimers: timers.useFakeTimers.bind(timers),
    useRealTimers: timers.useRealTimers.bind(timers),
    setSystemTime: timers.setSystemTime.bind(timers),
    advanceTimersByTime: timers.advanceTimersByTime.bind(timers),
    advanceTimersByTimeAsync: timers.advanceTimersByTimeAsync.bind(timers),
  };
}

/** One test's result in Jest's format. */
function resultOf({ testPath, status, errors, errorsDetailed, ...rest }) {
  const [, ...names] = testPath;
  return {
    ...rest,
    ancestorTitles: names.slice(0, -1),
    title: names.at(-1),
    fullName: names.join(' '),
    status: STATUSES[status] ?? (errors.length > 0 ? 'failed' : 'passed'),
    failureMessages: errors,
    failureDetails: errorsDetailed,
  };
}

/** Runs one suite. @see https://jestjs.io/docs/configuration#testrunner-string */
export default async function runSuite(globalConfig, config, environment, runtime, path) {
  const before = processorTimeMs();
  prepare(globalConfig, config, path);
  const { default: functions } = circus;
  Object.assign(globalThis, functions, { expect: jestExpect, jest: jestObject(environment) });
  runs += 1;
  await import(`${pathToFileURL(path)}?run=${runs}`);
  const { testResults, unhandledErrors, unhandledErrorsDetailed } = await circus.run();
  const results = testResults.map(resultOf);
  const count = (status) => results.filter((result) => result.status === status).length;
  const failures = [
    formatResultsErrors(results, config, globalConfig, path),
    ...unhandledErrorsDetailed.map((error) => formatExecError(error, config, globalConfig)),
  ];
  return {
    ...createEmptyTestResult(),
    displayName: config.displayName,
    testFilePath: path,
    testResults: results,
    numFailingTests: count('failed'),
    numPassingTests: count('passed'),
    numPendingTests: count('pending'),
    numTodoTests: count('todo'),
    failureMessage: failures.filter(Boolean).join('\n') || null,
    ...(unhandledErrors.length > 0 && { testExecError: { message: '', stack: unhandledErrors.join('\n') } }),
    processorMs: processorTimeMs() - before,
  };
}
