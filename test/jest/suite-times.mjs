import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { noteFinished } from '../full-counts.mjs';

/** How often the progress is printed, in suites; each time where suites take minutes. */
const EVERY = process.env.FLIP_FINISHED ? 1 : 20;

/**
 * A Jest reporter: prints the progress, leaves each suite's processor time in the file that FLIP_SUITE_TIMES names, and notes
 * its result in the one that FLIP_FINISHED names.
 */
export default class SuiteTimes {
  #suites = [];
  #startedAtMs = Date.now();

  constructor({ rootDir }) {
    this.root = rootDir;
  }

  onTestResult(
    { path },
    { processorMs = 0, perfStats: { runtime }, numPassingTests, numFailingTests, testExecError },
    { numTotalTestSuites, numFailedTestSuites },
  ) {
    const suite = { suite: relative(this.root, path), processorMs, wallMs: runtime };
    this.#suites.push(suite);
    const { FLIP_FINISHED, FLIP_SOURCES } = process.env;
    if (FLIP_FINISHED)
      noteFinished(FLIP_FINISHED, FLIP_SOURCES, {
        ...suite,
        passed: numPassingTests,
        failed: numFailingTests + (testExecError && numFailingTests === 0 ? 1 : 0),
      });
    const done = this.#suites.length;
    if (done % EVERY !== 0 && done !== numTotalTestSuites) return;
    const seconds = Math.round((Date.now() - this.#startedAtMs) / 1_000);
    console.log(`-- ${done} of ${numTotalTestSuites} suites, ${numFailedTestSuites} failed, ${seconds} s`);
  }

  onRunComplete() {
    writeFileSync(process.env.FLIP_SUITE_TIMES, JSON.stringify(this.#suites));
  }
}
