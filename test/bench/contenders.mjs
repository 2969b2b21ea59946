// The product and the peer, each as a server with the transfers of the largest log.
import { join } from 'node:path';
import { prepareRuntime } from '../../dist/compiled/api/src/config/prepare-runtime.js';
import { ROOT } from './machine.mjs';
import { startServer } from './servers.mjs';

const PEER = join(ROOT, 'test/bench/peer/server.process.mjs');

/** The peer accepts the product's session tokens, so that both get the same requests. */
export async function startBoth(histories) {
  const { folder } = await histories.caughtUp(histories.events);
  const { secrets } = await prepareRuntime({ FLIP_DATA: folder });
  const env = { PEER_PUBLIC_KEY: secrets.sessionPublicKey };
  const product = await (await startServer(folder)).caughtUp();
  const peer = await startServer(await histories.peer(), { program: PEER, env });
  return { product, peer, stop: () => Promise.all([product.stop(), peer.stop()]) };
}
