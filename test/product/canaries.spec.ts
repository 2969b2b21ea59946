import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FlipServer } from '../support/flip-server.js';

/** Texts that occur nowhere else: finding one means that personal text leaked. */
const canary = {
  firstName: 'Quillfeather',
  lastName: 'Zambranowitz',
  email: 'canary.quillfeather@people.example',
  recipient: 'Marigoldina Foxtrotski',
  handle: 'canaryhandle77',
  problem: 'Snickerdoodle never arrived',
  note: 'Thimblewick anniversary',
  savedName: 'Bartholomea Larkspurson',
  savedHandle: 'canarysaved42',
  displayName: 'Peregrine Nightjarson',
  password: 'walrus-lantern-canary-83-oboe',
};

describe('names, emails, handles, notes and tokens', () => {
  it('appear in no server output and in no file of the event store (ASVS 14.1.1, 14.1.2, 14.2.1, 14.2.4, 16.1.1, 16.2.3, 16.2.5, 16.4.1)', async () => {
    const server = await FlipServer.start({ env: { LOG_LEVEL: 'debug' } });
    try {
      const sender = server.browser();
      const { firstName, lastName, email, password } = canary;
      await sender.signUp({ firstName, lastName, email, password });
      const own = { recipient: canary.recipient, handle: canary.handle, note: canary.note };
      const sent = await sender.sendPaid(own, server.simulatorUrl);
      const key = { 'idempotency-key': 'the-key-of-the-report' };
      const problem = await sender.post(`/api/transfers/${sent}/problem`, { text: canary.problem }, key);
      const share = await sender.post<{ url: string }>(`/api/transfers/${sent}/share`);
      const token = new URL(share.body.url).pathname.slice('/s/'.length);
      const shown = await server.browser().get(`/api/shared/${token}`);
      expect([problem.status, shown.status]).toEqual([201, 200]);
      await sender.send({ recipient: canary.recipient, handle: canary.handle, amount: '900.00' });
      await sender.request('PATCH', '/api/preferences', {
        body: JSON.stringify({ displayName: canary.displayName }),
      });
      const saved = { name: canary.savedName, platform: 'Venmo', handle: canary.savedHandle };
      await sender.post('/api/recipients', saved);
      await sender.post('/api/recipients', { ...saved, handle: `${canary.savedHandle}-` });
      await sender.post('/api/auth/forgot', { email });
      await sender.post('/api/auth/sign-in', { email, password: `${password}-wrong` });
      await sender.request('GET', '/api/transfers', {
        headers: { 'x-flip-search': encodeURIComponent(canary.handle) },
      });
      await sender.post('/api/auth/refresh');
      const tokens = [...sender.cookies.values()].filter((value) => value.length > 20);
      expect(tokens.length).toBeGreaterThan(0);
      tokens.push(token);
      await server.kill('SIGTERM');

      const words = [...Object.values(canary), ...tokens, encodeURIComponent(email)];
      const places = new Map<string, string>([['the output', server.output]]);
      for (const file of readdirSync(server.dataDir))
        if (/^(events|flip.*\.log|anchor)/.test(file))
          places.set(file, readFileSync(join(server.dataDir, file)).toString('latin1'));
      expect([...places.keys()]).toContain('events.db');
      const found = [...places].flatMap(([place, text]) =>
        words
          .filter((word) => text.toLowerCase().includes(word.toLowerCase()))
          .map((word) => `${word} in ${place}`),
      );
      expect(found).toEqual([]);
    } finally {
      await server.dispose();
    }
  });
});
