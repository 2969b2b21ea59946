// Jest's `globalSetup` of the product suites: the servers that they share.
import './typescript.mjs';

export default async function openSharedServers() {
  const { SharedServers } = await import('../support/shared-servers.ts');
  globalThis.sharedServers = await SharedServers.open();
}
