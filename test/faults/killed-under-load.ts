import { randomUUID } from 'node:crypto';
import type { Browser, Credentials } from '../support/browser.js';
import type { FlipServer } from '../support/flip-server.js';

const IN_FLIGHT = 16;

/** The response to one key: the text of its 201, or null when no response arrived. */
type FirstResponses = Map<string, string | null>;

/** Keeps IN_FLIGHT sends of $1 in flight while it kills the server. */
export async function sendUntilKilled(server: FlipServer, sender: Browser): Promise<FirstResponses> {
  const responses: FirstResponses = new Map();
  let running = true;
  const loop = async () => {
    while (running && responses.size < 240) {
      const key = randomUUID();
      responses.set(key, null);
      const response = await sender.send({ amount: '1.00' }, key).catch(() => null);
      if (response?.status === 201) responses.set(key, response.text);
    }
  };
  const loops = Array.from({ length: IN_FLIGHT }, loop);
  await new Promise((done) => setTimeout(done, 20 + Math.random() * 150));
  // Nothing new is sent to a killed server: only the requests in flight matter.
  running = false;
  await server.kill();
  await Promise.all(loops);
  return responses;
}

/** Expects every key to repeat its first response and the history to hold each transfer once. */
export async function expectEveryKeyOnce(
  server: FlipServer,
  credentials: Credentials,
  responses: FirstResponses,
): Promise<void> {
  const sender = server.browser();
  await sender.signIn(credentials);
  for (const [key, first] of responses) {
    const again = await sender.send({ amount: '1.00' }, key);
    expect(again.status).toBe(201);
    if (first !== null) expect(again.text).toBe(first);
  }
  const ids = new Set<string>();
  let cursor: string | null = '';
  let rows = 0;
  while (cursor !== null) {
    const page: { items: readonly { id: string }[]; nextCursor: string | null } = (
      await sender.get<{ items: readonly { id: string }[]; nextCursor: string | null }>(
        `/api/transfers?limit=200${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
      )
    ).body;
    for (const item of page.items) ids.add(item.id);
    rows += page.items.length;
    cursor = page.nextCursor;
  }
  expect([rows, ids.size]).toEqual([responses.size, responses.size]);
}
