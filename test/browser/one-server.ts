import { FlipServer } from '../support/flip-server.js';

/** The addresses that the tests use. */
export type SharedServer = Pick<FlipServer, 'url' | 'simulatorUrl' | 'dataDir' | 'browser'>;

/** The environment variable from which Playwright's workers read the server's addresses. */
export const SHARED_SERVER = 'FLIP_SHARED_SERVER';

/**
 * Starts the server shared by all tests, each of which has its own users; returns a function that stops it. Only the
 * tests' operators work its desk.
 */
export default async function startServer(): Promise<() => Promise<void>> {
  const server = await FlipServer.start({
    // Low enough that a payout of an unverified sender can need a second operator.
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
