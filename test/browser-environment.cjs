const { createRequire } = require('node:module');
const { TestEnvironment } = require('jest-environment-jsdom');
const { contextFree } = require('./support/context-free.cjs');

/** From the environment's jsdom. */
const { propertiesWithResolvedValueImplemented } = createRequire(require.resolve('jest-environment-jsdom'))(
  'jsdom/lib/jsdom/living/helpers/style-rules.js',
);

// jsdom computes twelve colors for every visibility check, which no test needs.
for (const name of Object.keys(propertiesWithResolvedValueImplemented))
  if (name.endsWith('color')) delete propertiesWithResolvedValueImplemented[name];

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
}

module.exports = contextFree(BrowserEnvironment);
