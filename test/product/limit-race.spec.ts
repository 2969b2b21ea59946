import type { Answer } from '../support/browser.js';
import { FlipServer } from '../support/flip-server.js';
import { FITTING, type Refusal, sendInParallel, SENDS, tally } from '../support/limit-race.js';
import { counts } from '../support/scale.js';

describe('two hundred parallel sends of $20 by one unverified sender', () => {
  let server: FlipServer;
  beforeAll(async () => {
    server = await FlipServer.start({ env: { RATE_LIMIT: 'off' } });
  });
  afterAll(() => server.dispose());

  it(`accept exactly what fits under $250, in every round`, async () => {
    for (let round = 0; round < counts.limitRaceRounds; round += 1) {
      const sender = server.browser();
      await sender.signUp();
      const answers = await sendInParallel([sender]);
      expect(tally(answers)).toEqual({ 201: FITTING, 422: SENDS - FITTING });
      for (const answer of answers.filter((refused) => refused.status === 422))
        expect(answer.body).toMatchObject({ code: 'weekly_limit_exceeded', params: { remaining: '10.00' } });
      const allowance = await sender.get('/api/allowance');
      expect(allowance.body).toMatchObject({ used: '240.00', remaining: '10.00' });
    }
  });
});

describe('a sender who keeps being refused', () => {
  it('has at most fifty refusals recorded an hour, then 429, and every response says what remains', async () => {
    const server = await FlipServer.start();
    try {
      const sender = server.browser();
      await sender.signUp();
      expect((await sender.send({ amount: '240.00' })).status).toBe(201);
      const answers: Answer<Refusal>[] = [];
      while (answers.length < 55) answers.push(await sender.send<Refusal>());
      expect(answers.map((answer) => answer.body.code)).toEqual([
        ...Array.from({ length: 50 }, () => 'weekly_limit_exceeded'),
        ...Array.from({ length: 5 }, () => 'too_many_refusals'),
      ]);
      expect(answers.at(-1)?.status).toBe(429);
      expect(answers.every((answer) => answer.body.params.remaining === '10.00')).toBe(true);
    } finally {
      await server.dispose();
    }
  });
});
