import type { ApiResponse, Browser } from '../support/browser.js';
import { FlipServer } from '../support/flip-server.js';
import type { Refusal } from '../support/limit-race.js';
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

  it('accepts exactly $250.00, and not a cent more', async () => {
    expect((await sender.send({ amount: '250.00' })).status).toBe(201);
    expect(await remaining()).toBe('0.00');
    const more = await sender.send({ amount: '1.00' });
    expect([more.status, more.body.code]).toEqual([422, 'weekly_limit_exceeded']);
  });

  it('refuses $250.01 and states that $250.00 remain', async () => {
    const answer = await sender.send({ amount: '250.01' });
    expect([answer.status, answer.body.params]).toEqual([
      422,
      expect.objectContaining({ remaining: '250.00' }),
    ]);
  });

  it('still counts a transfer one millisecond before it is seven days old', async () => {
    await sender.sendPaid({ amount: '250.00' }, server.simulatorUrl);
    await comeBackAfter(WEEK_MS - 1);
    expect(await remaining()).toBe('0.00');
    expect((await sender.send({ amount: '1.00' })).status).toBe(422);
  });

  it('frees it at exactly seven days, without any event', async () => {
    await sender.sendPaid({ amount: '250.00' }, server.simulatorUrl);
    await comeBackAfter(WEEK_MS);
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

  it('states when more frees up', async () => {
    await sender.send({ amount: '45.00' });
    const { body } = await sender.get('/api/allowance');
    expect(body.frees).toEqual([{ at: instant(nowMs + WEEK_MS), amount: '45.00' }]);
  });

  it('checks the $1,000.00 per-transfer limit before the weekly limit', async () => {
    const over = await sender.send({ amount: '1000.01' });
    expect([over.status, over.body.code]).toEqual([422, 'per_transfer_limit_exceeded']);
    const exactly = await sender.send({ amount: '1000.00' });
    expect([exactly.status, exactly.body.code]).toEqual([422, 'weekly_limit_exceeded']);
  });

  it('records at most fifty refusals per hour, then returns 429, and every response states what remains', async () => {
    expect((await sender.send({ amount: '240.00' })).status).toBe(201);
    const answers: ApiResponse<Refusal>[] = [];
    while (answers.length < 55) answers.push(await sender.send<Refusal>());
    expect(answers.map((answer) => answer.body.code)).toEqual([
      ...Array.from({ length: 50 }, () => 'weekly_limit_exceeded'),
      ...Array.from({ length: 5 }, () => 'too_many_refusals'),
    ]);
    expect(answers.at(-1)?.status).toBe(429);
    expect(answers.every((answer) => answer.body.params.remaining === '10.00')).toBe(true);
  });
});
