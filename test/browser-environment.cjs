const { TestEnvironment } = require('jest-environment-jsdom');

/** Interfaces that jsdom lacks and the web code needs; Node has them. */
const FROM_NODE = [
  'TextEncoder',
  'TextDecoder',
  'fetch',
  'Request',
  'Response',
  'Headers',
  'structuredClone',
  'ReadableStream',
  'WritableStream',
  'TransformStream',
  'BroadcastChannel',
];

class BrowserEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    for (const name of FROM_NODE) this.global[name] = globalThis[name];
  }

  /** A test that did not find an element shows the document as it was then. */
  async handleTestEvent({ name, error }) {
    if (name !== 'test_fn_failure' || error?.printed === undefined) return;
    error.stack = error.stack.replace('\n    at ', `\n\n${error.printed()}\n    at `);
  }
}

module.exports = BrowserEnvironment;
