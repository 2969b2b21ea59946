const { createRequire } = require('node:module');
const { TestEnvironment } = require('jest-environment-jsdom');
const { contextFree } = require('./support/context-free.cjs');

/** From the jsdom of the environment. */
const { propertiesWithResolvedValueImplemented } = createRequire(require.resolve('jest-environment-jsdom'))(
  'jsdom/lib/jsdom/living/helpers/style-rules.js',
);

// jsdom works out twelve colors whenever somebody asks whether an element is visible; no test asks for one.
for (const name of Object.keys(propertiesWithResolvedValueImplemented))
  if (name.endsWith('color')) delete propertiesWithResolvedValueImplemented[name];

/** What jsdom leaves out and the web needs: Node has the same interfaces. */
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
}

module.exports = contextFree(BrowserEnvironment);
