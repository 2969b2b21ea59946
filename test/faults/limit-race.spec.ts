import { FlipServer } from '../support/flip-server.js';
import { FITTING, sendInParallel, SENDS, tally } from './limit-race.js';
import { counts } from '../support/scale.js';

describe('two hundred parallel sends of $20 by one unverified sender', () => {
  let server: FlipServer;
  beforeAll(async () => {
    server = await FlipServer.start({ env: { RATE_LIMIT: 'off' } });
  });
  afterAll(() => server.dispose());

  it(`accept exactly what fits under $250, in every round (ASVS 2.3.2, 2.3.4, 8.3.1)`, async () => {
    for (let round = 0; round < counts.limitRaceRounds; round += 1) {
      const sender = server.browser();
      await sender.signUp();
      const responses = await sendInParallel([sender]);
      expect(tally(responses)).toEqual({ 201: FITTING, 422: SENDS - FITTING });
      for (const response of responses.filter((refused) => refused.status === 422))
        expect(response.body).toMatchObject({
          code: 'weekly_limit_exceeded',
          params: { remaining: '10.00' },
        });
      const allowance = await sender.get('/api/allowance');
      expect(allowance.body).toMatchObject({ used: '240.00', remaining: '10.00' });
    }
  });
});
