import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';

/** How often the progress is printed, in suites. */
const EVERY = 20;

/** A Jest reporter: prints the progress, and leaves each suite's processor time in the file that FLIP_SUITE_TIMES names. */
export default class SuiteTimes {
  #suites = [];
  #startedAtMs = Date.now();

  constructor({ rootDir }) {
    this.root = rootDir;
  }

  onTestResult(
    { path },
    { processorMs = 0, perfStats: { runtime } },
    { numTotalTestSuites, numFailedTestSuites },
  ) {
    this.#suites.push({ suite: relative(this.root, path), processorMs, wallMs: runtime });
    const done = this.#suites.length;
    if (done % EVERY !== 0 && done !== numTotalTestSuites) return;
    const seconds = Math.round((Date.now() - this.#startedAtMs) / 1_000);
    console.log(`-- ${done} of ${numTotalTestSuites} suites, ${numFailedTestSuites} failed, ${seconds} s`);
  }

  onRunComplete() {
    writeFileSync(process.env.FLIP_SUITE_TIMES, JSON.stringify(this.#suites));
  }
}
