import { FlipServer } from '../support/flip-server.js';

describe('a server killed without warning', () => {
  it('has everything that was acknowledged after its restart: account, transfers, what remains', async () => {
    const server = await FlipServer.start();
    const sender = server.browser();
    const credentials = await sender.signUp();
    const sent = await sender.send<{ id: string }>({ amount: '75.00' });
    await server.kill();
    const restarted = await FlipServer.start({ dataDir: server.dataDir });
    try {
      const again = restarted.browser();
      await again.signIn(credentials);
      const { body } = await again.get<{ items: readonly { id: string; amount: string }[] }>(
        '/api/transfers',
      );
      expect(body.items).toEqual([expect.objectContaining({ id: sent.body.id, amount: '75.00' })]);
      expect((await again.get('/api/allowance')).body.remaining).toBe('175.00');
    } finally {
      await restarted.dispose();
    }
  });

  it('gives its data folder free at once, while a running one keeps it', async () => {
    const server = await FlipServer.start();
    try {
      await expect(FlipServer.start({ dataDir: server.dataDir })).rejects.toThrow(/data folder|already/i);
    } finally {
      await server.dispose();
    }
  });

  it('ends within its ten seconds and with code 0 when asked to', async () => {
    const server = await FlipServer.start();
    expect(await server.kill('SIGTERM')).toBe(0);
    await server.dispose();
  });
});
