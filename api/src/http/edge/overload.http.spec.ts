import { request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { Controller, Get, Module, Post } from '@nestjs/common';
import { TestApp } from '../../../../test/support/test-app.js';
import { waitFor } from '../../../../test/support/wait-for.js';
import { IN_PROGRESS_LIMIT, LoadShedding } from './overload.js';
import { Public } from '../contract/principal.js';

/** Until then every slow request waits. */
let release: () => void;
const released = new Promise<void>((resolve) => (release = resolve));

@Controller()
class NotesController {
  @Get('notes')
  notes(): object {
    return {};
  }

  @Public()
  @Get('slow-notes')
  async slow(): Promise<object> {
    await released;
    return {};
  }

  @Post('webhooks/notes')
  webhook(): object {
    return {};
  }
}

@Module({ controllers: [NotesController] })
class NotesModule {}

/** Keeps the event loop from everything else. */
function block(ms: number): void {
  const startMs = performance.now();
  while (performance.now() - startMs < ms);
}

describe('a server with a late event loop', () => {
  let app: TestApp;
  let address: string;
  const lines: string[] = [];

  beforeAll(async () => {
    app = await TestApp.open([NotesModule], { withShedding: true, log: (line) => void lines.push(line) });
    address = await app.listen();
  });
  afterAll(() => app.close());

  const isOverloaded = () => app.get(LoadShedding).isOverloaded();
  const statusOf = async (method: 'GET' | 'POST', path: string) =>
    (await app.person('ana').request(method, path)).status;

  it('refuses requests of the API with 503 and Retry-After, but no webhook', async () => {
    expect(await statusOf('GET', '/notes')).toBe(200);
    jest.spyOn(app.get(LoadShedding), 'isOverloaded').mockReturnValue(true);
    lines.length = 0;
    const { status, body, headers } = await app.person('ana').request('GET', '/notes');
    expect([status, body.code, headers['retry-after']]).toEqual([503, 'service_unavailable', '1']);
    // No error with a stack for each: who refuses much has no time to write it.
    expect(lines.join('')).toMatch(/^\{"level":20.*overloaded.*\n\{"level":30.*service_unavailable.*\n$/);
    expect(await statusOf('POST', '/webhooks/notes')).toBe(201);
    for (const path of ['/health/live', '/health/ready', '/metrics'])
      expect([path, (await fetch(`${address}${path}`)).status]).toEqual([path, 200]);
    jest.restoreAllMocks();
    expect(await statusOf('GET', '/notes')).toBe(200);
  });

  it('refuses further ones while too many are in progress, also of clients that leave, until some are answered (ASVS 15.1.3, 15.2.2)', async () => {
    const leaving = request(`${address}/api/slow-notes`, { agent: false }).on('error', () => undefined);
    leaving.end();
    const slow = Array.from({ length: IN_PROGRESS_LIMIT - 1 }, () => statusOf('GET', '/slow-notes'));
    await waitFor('a full server', async () => ((await statusOf('GET', '/notes')) === 503 ? true : null));
    expect(await statusOf('POST', '/webhooks/notes')).toBe(201);
    leaving.destroy();
    await waitFor('a place', async () => ((await statusOf('GET', '/notes')) === 200 ? true : null));
    release();
    expect(new Set(await Promise.all(slow))).toEqual(new Set([200]));
    expect(await statusOf('GET', '/notes')).toBe(200);
  });

  it('refuses none without limits', async () => {
    const free = await TestApp.open([NotesModule], {
      withShedding: true,
      environment: { RATE_LIMIT: 'off' },
    });
    jest.spyOn(free.get(LoadShedding), 'isOverloaded').mockReturnValue(true);
    expect((await free.person('ana').request('GET', '/notes')).status).toBe(200);
    jest.restoreAllMocks();
    await free.close();
  });

  it('takes one long pause for what it is, and recovers once it is on time again', async () => {
    await waitFor('a loop on time', () => Promise.resolve(isOverloaded() ? null : true));
    block(1_300);
    expect(isOverloaded()).toBe(false);
    await waitFor('a loop that is late again and again', async () => {
      await delay(1);
      block(1_300);
      return isOverloaded() || null;
    });
    await waitFor('a loop on time', () => Promise.resolve(isOverloaded() ? null : true));
  });
});
