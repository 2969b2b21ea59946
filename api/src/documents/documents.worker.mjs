/** The thread that writes documents. The result of a Paper (paper.ts) is its PDF file. */
import { getEnvironmentData, parentPort } from 'node:worker_threads';

// Unbuilt, in tests, what compiles TypeScript while it loads is needed in every thread (test/jest/typescript.mjs).
const compiler = getEnvironmentData('flip-compiler');
if (compiler) await import(compiler);
const { pdfOf } = await import('./paper.js');

async function answer(paper) {
  try {
    parentPort?.postMessage({ result: await pdfOf(paper) });
  } catch (error) {
    parentPort?.postMessage({ error });
  }
}

let last = Promise.resolve();
parentPort?.on('message', (paper) => {
  last = last.then(() => answer(paper));
});
