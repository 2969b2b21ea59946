import type { Browser } from '../support/browser.js';
import { FlipServer } from '../support/flip-server.js';
import { waitFor } from '../support/wait-for.js';

const START = Date.parse('2026-11-01T12:00:00.000Z');
const WEEK_MS = 7 * 24 * 60 * 60 * 1_000;
const instant = (ms: number) => new Date(ms).toISOString();

describe('the rolling week of an unverified sender, with a frozen clock', () => {
  let server: FlipServer;
  let nowMs = START;
  let sender: Browser;
  /** Sessions expire, so a returning sender signs in again. */
  let comeBackAfter: (ms: number) => Promise<void>;

  beforeAll(async () => {
    server = await FlipServer.start({ frozenAt: instant(START) });
  });
  afterAll(() => server.dispose());
  beforeEach(async () => {
    sender = server.browser();
    const credentials = await sender.signUp();
    comeBackAfter = async (ms) => {
      server.setClock(instant((nowMs += ms)));
      sender.cookies.clear();
      await sender.signIn(credentials);
    };
  });

  const remaining = async () => (await sender.get('/api/allowance')).body.remaining;

  it('counts a transfer until it is exactly seven days old, and frees it then without any event (ASVS 2.3.2)', async () => {
    await sender.sendPaid({ amount: '250.00' }, server.simulatorUrl);
    await comeBackAfter(WEEK_MS - 1);
    expect(await remaining()).toBe('0.00');
    expect((await sender.send({ amount: '1.00' })).status).toBe(422);
    await comeBackAfter(1);
    expect(await remaining()).toBe('250.00');
    expect((await sender.send({ amount: '250.00' })).status).toBe(201);
  });

  it('frees it after half an hour when it is not paid', async () => {
    const { body } = await sender.send<{ id: string }>({ amount: '250.00' });
    await comeBackAfter(30 * 60 * 1_000);
    await waitFor('the end of the unpaid transfer', async () => {
      const transfer = await sender.get(`/api/transfers/${body.id}`);
      return transfer.body.status === 'cancelled' ? true : null;
    });
    await waitFor('the amount', async () => ((await remaining()) === '250.00' ? true : null));
  });
});
