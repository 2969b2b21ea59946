import { FlipServer } from '../support/flip-server.js';

/** What the tests know of their server. */
export type SharedServer = Pick<FlipServer, 'url' | 'simulatorUrl' | 'dataDir' | 'browser'>;

/** Where Playwright's workers read the addresses of the server. */
export const SHARED_SERVER = 'FLIP_SHARED_SERVER';

/**
 * Starts the one server of all tests, each of which has people of its own; returns what stops it. Nobody works its desk
 * but the operators of the tests.
 */
export default async function startServer(): Promise<() => Promise<void>> {
  const server = await FlipServer.start({
    // What a sender may pay without being verified can already need a second operator.
    env: { RATE_LIMIT: 'off', DESK_FOUR_EYES_CENTS: '20000' },
  });
  const { url, dataDir, simulatorUrl } = server;
  const { ok } = await fetch(`${simulatorUrl}/control/desk`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ auto: false }),
  });
  if (!ok) throw new Error('The desk still works by itself');
  process.env[SHARED_SERVER] = JSON.stringify({ url, dataDir, simulatorUrl });
  return () => server.dispose();
}
