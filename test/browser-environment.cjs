const { TestEnvironment } = require('jest-environment-jsdom');

/** jsdom without the globals of Node that browsers have too. */
class BrowserEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    const names = [
      'TextEncoder',
      'TextDecoder',
      'fetch',
      'Request',
      'Response',
      'Headers',
      'ReadableStream',
      'structuredClone',
    ];
    for (const name of names) this.global[name] ??= globalThis[name];
  }
}

module.exports = BrowserEnvironment;
