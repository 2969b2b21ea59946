// Jest's `globalTeardown` of the product suites.
export default () => globalThis.sharedServers.close();
