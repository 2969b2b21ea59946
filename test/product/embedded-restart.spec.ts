import { FlipServer } from '../support/flip-server.js';

describe('a server on a data folder', () => {
  let server: FlipServer;
  beforeAll(async () => {
    server = await FlipServer.start();
  });
  afterAll(() => server.dispose());

  it('locks the folder while it runs: no second server starts there', async () => {
    await expect(FlipServer.start({ dataDir: server.dataDir })).rejects.toThrow(/data folder|already/i);
  });

  it('still has everything it acknowledged after a kill: account, transfers and remaining limit', async () => {
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

  it('exits with code 0 within ten seconds of SIGTERM', async () => {
    expect(await server.kill('SIGTERM')).toBe(0);
  });
});
