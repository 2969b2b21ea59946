import { randomUUID } from 'node:crypto';
import { FlipServer } from '../support/flip-server.js';

describe("another sender's ids", () => {
  it('get exactly the response of missing ones', async () => {
    const server = await FlipServer.start();
    try {
      const ana = server.browser();
      const luis = server.browser();
      await ana.signUp();
      await luis.signUp();
      const sent = await ana.send<{ id: string }>();
      for (const part of ['', '/timeline']) {
        const foreign = await luis.get(`/api/transfers/${sent.body.id}${part}`);
        const missing = await luis.get(`/api/transfers/${randomUUID()}${part}`);
        expect([foreign.status, foreign.text]).toEqual([404, missing.text]);
        expect((await ana.get(`/api/transfers/${sent.body.id}${part}`)).status).toBe(200);
      }
      const sessions = await ana.get<{ items: readonly { id: string }[] }>('/api/sessions');
      const [session] = sessions.body.items;
      const foreign = await luis.request('DELETE', `/api/sessions/${session?.id ?? ''}`);
      const missing = await luis.request('DELETE', `/api/sessions/${randomUUID()}`);
      expect([foreign.status, foreign.text]).toEqual([missing.status, missing.text]);
      expect((await ana.get('/api/me')).status).toBe(200);
      const card = await ana.saveCard<{ id: string }>();
      for (const [method, part] of [
        ['DELETE', ''],
        ['POST', '/restore'],
      ] as const) {
        const others = await luis.request(method, `/api/cards/${card.body.id}${part}`);
        const nobodys = await luis.request(method, `/api/cards/${randomUUID()}${part}`);
        expect([others.status, others.text]).toEqual([404, nobodys.text]);
      }
      expect((await ana.get<{ items: readonly unknown[] }>('/api/cards')).body.items).toHaveLength(1);
    } finally {
      await server.dispose();
    }
  });
});
