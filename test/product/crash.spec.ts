import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import type { Browser, Credentials } from '../support/browser.js';
import { FlipServer } from '../support/flip-server.js';
import { expectViewsEqualTheLog } from '../support/ops.js';
import { counts } from '../support/scale.js';

const IN_FLIGHT = 16;
const OFF = { RATE_LIMIT: 'off' };

/** What one key was answered: the text of its 201, or null when the answer never came. */
type Asked = Map<string, string | null>;

describe('a server killed under load', () => {
  it(`loses no acknowledged transfer, doubles none and keeps every first answer, ${String(counts.crashCycles)} times`, async () => {
    let server = await FlipServer.start({ env: OFF });
    const { dataDir } = server;
    try {
      for (let cycle = 0; cycle < counts.crashCycles; cycle += 1) {
        const sender = server.browser();
        const credentials = await sender.signUp();
        const asked = await sendUntilKilled(server, sender);
        server = await FlipServer.start({ dataDir, env: OFF });
        await expectEveryKeyOnce(server, credentials, asked);
      }
      await server.kill('SIGTERM');
      await expectViewsEqualTheLog(dataDir);
    } finally {
      await server.kill();
      rmSync(dataDir, { recursive: true, force: true });
    }
  });
});

/** Keeps IN_FLIGHT sends of $1 under way and kills the server in the middle of them. */
async function sendUntilKilled(server: FlipServer, sender: Browser): Promise<Asked> {
  const asked: Asked = new Map();
  let running = true;
  const loop = async () => {
    while (running && asked.size < 240) {
      const key = randomUUID();
      asked.set(key, null);
      const answer = await sender.send({ amount: '1.00' }, key).catch(() => null);
      if (answer?.status === 201) asked.set(key, answer.text);
    }
  };
  const loops = Array.from({ length: IN_FLIGHT }, loop);
  await new Promise((done) => setTimeout(done, 20 + Math.random() * 150));
  await server.kill();
  running = false;
  await Promise.all(loops);
  return asked;
}

async function expectEveryKeyOnce(server: FlipServer, credentials: Credentials, asked: Asked): Promise<void> {
  const sender = server.browser();
  await sender.signIn(credentials);
  for (const [key, first] of asked) {
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
  expect([rows, ids.size]).toEqual([asked.size, asked.size]);
}
