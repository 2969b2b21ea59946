import { FlipServer } from '../support/flip-server.js';

describe('a server on a data folder', () => {
  let server: FlipServer;
  beforeAll(async () => {
    server = await FlipServer.start();
  });
  afterAll(() => server.dispose());

  it('keeps the folder while it runs: no other server starts there', async () => {
    await expect(FlipServer.start({ dataDir: server.dataDir })).rejects.toThrow(/data folder|already/i);
  });

  it('killed without warning, has everything that it acknowledged: account, transfers, what remains', async () => {
    const sender = server.browser();
    const credentials = await sender.signUp();
    const sent = await sender.send<{ id: string }>({ amount: '75.00' });
    await server.kill();
    server = await FlipServer.start({ dataDir: server.dataDir });
    const again = server.browser();
    await again.signIn(credentials);
    const { body } = await again.get<{ items: readonly { id: string; amount: string }[] }>('/api/transfers');
    expect(body.items).toEqual([expect.objectContaining({ id: sent.body.id, amount: '75.00' })]);
    expect((await again.get('/api/allowance')).body.remaining).toBe('175.00');
  });

  it('ends within its ten seconds and with code 0 when asked to', async () => {
    expect(await server.kill('SIGTERM')).toBe(0);
  });
});
