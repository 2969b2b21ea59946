import { connect } from 'node:net';
import { Controller, Get, Headers, Module, Post, UnauthorizedException } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { TestResponse, Client } from '../../../../test/support/client.js';
import { TestApp } from '../../../../test/support/test-app.js';
import { waitFor } from '../../../../test/support/wait-for.js';
import { readConfig } from '../../config/read-config.js';
import { LimitedTo } from './route-options.js';
import { RequestLimits } from './throttle.js';

const READS_A_MINUTE = 1_200;

@Controller()
class NotesController {
  @Get('notes')
  notes(): object {
    return {};
  }

  @Post('notes')
  note(): object {
    return {};
  }

  @Get('posters')
  @LimitedTo(2, 'paper')
  poster(): object {
    return {};
  }

  @Get('leaflets')
  @LimitedTo(2, 'paper')
  leaflet(): object {
    return {};
  }

  @Post('webhooks/notes')
  webhook(@Headers('x-signed') signed: string): void {
    if (signed !== 'yes') throw new UnauthorizedException();
  }

  @Get('letters')
  letters(): object {
    return {};
  }

  @Post('letters')
  letter(): object {
    return {};
  }
}

@Module({ controllers: [NotesController] })
class NotesModule {}

describe('the rate limit', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.open([NotesModule]);
  });
  afterAll(() => app.close());

  const read = (person: Client, path = '/notes') => person.request('GET', path);

  it('slows a user down after 1,200 reads of a route a minute, but no other user at the same address', async () => {
    const [eve, ben] = [app.person('eve'), app.person('ben')];
    for (let count = 1; count <= READS_A_MINUTE; count += 1)
      if ((await read(eve)).status !== 200) throw new Error(`request ${count} was refused`);
    const refused = await read(eve);
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await read(eve, '/letters')).status).toBe(200);
    expect((await read(ben)).status).toBe(200);
  });

  it('slows an address down after 120 writes a minute, which allows 60 sends', async () => {
    const nobody = app.person('');
    const answers: TestResponse[] = [];
    for (let count = 0; count < 130; count += 1)
      answers.push(
        await nobody.request('POST', '/notes', { headers: { 'x-forwarded-for': `203.0.113.${count}` } }),
      );
    expect(answers.slice(0, 120).every(({ status }) => status === 201)).toBe(true);
    const last = answers.at(-1);
    expect([last?.status, last?.body.code]).toEqual([429, 'too_many_requests']);
    expect(Number(last?.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('counts the routes of one budget together, for each user', async () => {
    const [mia, tom] = [app.person('mia'), app.person('tom')];
    const answers = [await read(mia, '/posters'), await read(mia, '/leaflets'), await read(mia, '/posters')];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect([(await read(mia)).status, (await read(tom, '/posters')).status]).toEqual([200, 200]);
  });

  it('answers before it has read the body (ASVS 2.4.1)', async () => {
    const { hostname, port } = new URL(await app.listen());
    const answer = () =>
      new Promise<string>((done) => {
        const socket = connect(Number(port), hostname);
        // The body is announced and never sent.
        const head = ['POST /api/letters HTTP/1.1', 'host: x', 'x-flip-request: 1', 'content-length: 16000'];
        socket.write([...head, 'content-type: application/json', '', ''].join('\r\n'));
        socket.once('data', (text) => {
          socket.destroy();
          done(text.toString().slice(0, 12));
        });
      });
    const nobody = app.person('');
    for (let count = 0; count < 120; count += 1) await nobody.request('POST', '/letters');
    expect(await answer()).toBe('HTTP/1.1 429');
  });

  it('counts a HEAD as a read', async () => {
    const eve = app.person('eve with HEAD');
    for (let count = 0; count < 125; count += 1) await read(eve);
    expect((await eve.request('HEAD', '/notes')).status).toBe(200);
    expect((await read(eve)).status).toBe(200);
  });

  it('refuses webhooks of an address after 60 refused ones a minute, but never accepted ones', async () => {
    const provider = app.person('');
    const send = async (signed: string) =>
      (await provider.request('POST', '/webhooks/notes', { headers: { 'x-signed': signed } })).status;
    for (let count = 0; count < 100; count += 1) expect(await send('yes')).toBe(201);
    for (let count = 0; count < 60; count += 1) expect(await send('no')).toBe(401);
    expect([await send('no'), await send('yes')]).toEqual([429, 429]);
    // A busy machine makes the server refuse for a moment.
    const other = await waitFor('a server with less load', async () => {
      const answer = await read(provider, '/letters');
      return answer.status === 503 ? null : answer;
    });
    expect(other.status).toBe(200);
  });
});

describe('refused webhooks', () => {
  const webhookFrom = (ip: string) =>
    ({ ip, method: 'POST', routeOptions: { url: '/api/webhooks/notes' } }) as unknown as FastifyRequest;
  const webhook = webhookFrom('203.0.113.9');
  const limitsOf = () => new RequestLimits(readConfig({}), { uidOf: () => Promise.resolve(null) });
  const count = (limits: RequestLimits, status: number, times: number) => {
    for (let time = 0; time < times; time += 1) limits.countWebhook(webhook, status);
  };
  afterEach(() => jest.restoreAllMocks());

  it('count only when the caller is at fault: after a failure of ours a provider can retry immediately', async () => {
    const limits = limitsOf();
    for (const status of [200, 500, 503]) count(limits, status, 100);
    await expect(limits.check(webhook)).resolves.toBeUndefined();
  });

  it('count together for all addresses of an IPv6 network, in any spelling', async () => {
    const limits = limitsOf();
    for (let host = 0; host < 60; host += 1)
      limits.countWebhook(webhookFrom(`2001:db8:0:7::${host.toString(16)}`), 401);
    await expect(limits.check(webhookFrom('2001:DB8::7:0:0:ffff:1'))).rejects.toThrow('too_many_requests');
    await expect(limits.check(webhookFrom('2001:db8:0:8::1'))).resolves.toBeUndefined();
  });

  it('expire a minute after the first, even for an address that never stops', async () => {
    const limits = limitsOf();
    const startMs = performance.now();
    const after = async (ms: number) => {
      // The cache looks at the time once a millisecond.
      await new Promise((done) => setTimeout(done, 3));
      jest.spyOn(performance, 'now').mockReturnValue(startMs + ms);
    };
    count(limits, 401, 60);
    await after(30_000);
    await expect(limits.check(webhook)).rejects.toThrow('too_many_requests');
    count(limits, 429, 60);
    await after(61_000);
    await expect(limits.check(webhook)).resolves.toBeUndefined();
  });
});

describe('the rate limit behind a proxy', () => {
  it('applies to the address that the proxy saw, regardless of what the caller prepended', async () => {
    const app = await TestApp.open([NotesModule], { environment: { TRUST_PROXY: 'true' } });
    const send = (forwarded: string) =>
      app.person('').request('POST', '/notes', { headers: { 'x-forwarded-for': forwarded } });
    const statuses = new Set<number>();
    for (let count = 0; count < 121; count += 1)
      statuses.add((await send(`203.0.113.${count}, 198.51.100.7`)).status);
    expect(statuses).toEqual(new Set([201, 429]));
    expect((await send('198.51.100.8')).status).toBe(201);
    await app.close();
  });
});
