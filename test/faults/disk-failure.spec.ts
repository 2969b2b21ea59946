import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Transaction, TransactionPage } from '../../api/src/kernel/money/transfers.js';
import type { Browser, Credentials } from '../support/browser.js';
import { FlipServer } from '../support/flip-server.js';
import { Tracer } from '../support/tracer.js';
import { waitFor } from '../support/wait-for.js';

/** Exit code of the server when a sync fails. */
const EXIT_IO_ERROR = 70;

describe('a failing disk under the event log', () => {
  let server: FlipServer;
  let sender: Browser;
  let credentials: Credentials;
  /** Newest first. */
  let accepted: readonly string[];

  // The last test ends the server.
  beforeAll(async () => {
    server = await FlipServer.start({ env: { RATE_LIMIT: 'off' } });
    sender = server.browser();
    credentials = await sender.signUp();
    accepted = [await send()];
  });
  afterAll(() => server.dispose());

  async function send(key = randomUUID()): Promise<string> {
    const answer = await sender.send<Transaction>({ amount: '1.00' }, key);
    expect(answer.status).toBe(201);
    return answer.body.id;
  }

  /** Makes these calls on the log's newest file fail until detached. */
  const failing = (failure: string) =>
    Tracer.attach(
      server.pid,
      '-P',
      join(server.dataDir, 'events.db-wal'),
      '-e',
      `inject=${failure}`,
      '-o',
      '/dev/null',
    );

  const readiness = async () => {
    const { status, body } = await sender.get<{ readonly reasons: readonly string[] }>('/health/ready');
    return [status, body.reasons];
  };

  const history = async () => {
    const { status, body } = await sender.get<TransactionPage>('/api/transfers');
    expect(status).toBe(200);
    return body.items.map(({ id }) => id);
  };

  it('refuses sends while it is full, still shows accepted transfers, and recovers once there is room', async () => {
    const key = randomUUID();
    const tracer = await failing('pwrite64,pwritev,write,writev:error=ENOSPC');
    const refused = await sender.sendOnce({ amount: '1.00' }, key);
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await history()).toEqual(accepted);
    expect(await readiness()).toEqual([503, ['event store: database or disk is full']]);
    await tracer.detach();
    // Before any other write.
    await waitFor('readiness', async () => ((await readiness())[0] === 200 ? true : null));
    accepted = [await send(key), ...accepted];
    expect(await history()).toEqual(accepted);
  });

  it('reads views again after a moment in which they could not be read, without a restart', async () => {
    const views = join(server.dataDir, 'views.db');
    const options = ['-P', views, '-P', `${views}-wal`, '-e', 'inject=pread64:error=EIO', '-o', '/dev/null'];
    const tracer = await Tracer.attach(server.pid, ...options);
    accepted = [await send(), ...accepted];
    await waitFor('a refused read', async () => {
      const { status } = await sender.get('/api/transfers');
      return status === 503 || null;
    });
    await tracer.detach();
    await waitFor('the history', async () => {
      const { status, body } = await sender.get<TransactionPage>('/api/transfers');
      return status === 200 && body.items[0]?.id === accepted[0] ? true : null;
    });
    await waitFor('readiness', async () => ((await readiness())[0] === 200 ? true : null));
  });

  it('ends the server after a failed sync before anything more is acknowledged, and loses nothing acknowledged (ASVS 16.5.3)', async () => {
    const key = randomUUID();
    const tracer = await failing('fsync,fdatasync:error=EIO');
    const outcome = await sender.sendOnce({ amount: '1.00' }, key).then(
      ({ status }) => status,
      () => 'no answer',
    );
    expect(['no answer', 503]).toContain(outcome);
    await waitFor('the end of the server', async () => Promise.resolve(isRunning(server.pid) ? null : true));
    expect(await server.kill()).toBe(EXIT_IO_ERROR);
    await tracer.detach();
    const restarted = await FlipServer.start({ dataDir: server.dataDir, env: { RATE_LIMIT: 'off' } });
    try {
      sender = restarted.browser();
      await sender.signIn(credentials);
      expect(await history()).toEqual(expect.arrayContaining([...accepted]));
      const retried = await send(key);
      expect(await send(key)).toBe(retried);
      expect((await history()).sort()).toEqual([...accepted, retried].sort());
    } finally {
      await restarted.kill();
    }
  });
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
