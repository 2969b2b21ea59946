// Jest's own test runner, for suites with a DOM, with the processor time of each suite.
import circus from 'jest-circus/runner';
import { processorTimeMs } from './processor-time.mjs';

export default async function runSuite(...suite) {
  const before = processorTimeMs();
  const result = await circus.default(...suite);
  return Object.assign(result, { processorMs: processorTimeMs() - before });
}
