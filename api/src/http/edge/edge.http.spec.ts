import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Body, Controller, Get, Module, Post, Query } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { IsOptional, IsString } from 'class-validator';
import type { InjectOptions } from 'fastify';
import pino from 'pino';
import { NO_PROVIDERS } from '../../../../test/support/no-providers.js';
import { TestSessions } from '../../../../test/support/test-sessions.js';
import type { Problem } from '../../kernel/people/accounts.js';
import { DomainError } from '../../kernel/domain-error.js';
import { ClockGuard } from '../../engine/commands/clock-guard.js';
import { StoreUnavailable } from '../../engine/storage/store-unavailable.js';
import { engineModules } from '../../engine/engine-modules.js';
import { Features } from '../../event-sourcing/event-sourcing.module.js';
import { prepareRuntime } from '../../config/prepare-runtime.js';
import { InvalidCursor, ViewStore } from '../../engine/view-store/view-store.port.js';
import { HttpModule } from '../http.module.js';
import { ReadsViews } from '../contract/position.interceptor.js';
import { createServer } from './server.js';
import { IsIn, MaxLength } from '../contract/validation.js';

class NoteDto {
  @IsString()
  @MaxLength(10)
  text!: string;

  @IsOptional()
  @IsIn(['loud', 'low'])
  voice?: string;
}

class LookDto {
  @IsOptional()
  @IsString()
  q?: string;
}

const thrown: Readonly<Record<string, Error>> = {
  refused: new DomainError('weekly_limit_exceeded', { remaining: '20.00' }),
  total: new DomainError('total_changed', { total: '1234.50' }),
  wait: new DomainError('too_many_attempts', { seconds: 1 }),
  away: new StoreUnavailable('disk of the secret server'),
  cursor: new InvalidCursor('x'),
  markup: new DomainError('money_under_way', { amount: '5.00', recipient: '<b>Maya</b>' }),
  broken: new Error('secret inner text: ana@people.example'),
};

@Controller()
class NotesController {
  constructor(readonly views: ViewStore) {}

  @Post('notes')
  note(@Body() { text }: NoteDto): { text: string } {
    return { text };
  }

  @Get('notes')
  look(@Query() query: LookDto): LookDto {
    return query;
  }

  @Post('webhooks/notes')
  webhook(@Body() body: object): { keys: number } {
    return { keys: Object.keys(body).length };
  }

  @Get('views')
  @ReadsViews()
  ofViews(): object {
    return {};
  }

  @Get('throw')
  throwing(@Query('what') what: string): void {
    throw thrown[what] ?? new Error(what);
  }
}

@Module({ controllers: [NotesController] })
class NotesModule {}

@Module({})
class EdgeRoot {}

describe('the HTTP edge', () => {
  let app: NestFastifyApplication;
  let folder: string;
  const lines: string[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'flip-edge-'));
    const runtime = {
      ...(await prepareRuntime({ FLIP_DATA: folder, NODE_ENV: 'test' })),
      providers: NO_PROVIDERS,
    };
    const root = {
      module: EdgeRoot,
      imports: [...engineModules(runtime, new Features([])), TestSessions, HttpModule, NotesModule],
    };
    const logger = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) });
    app = await createServer(root, runtime.config, logger);
    await app.init();
    await app.getHttpAdapter().getInstance().ready();
  });
  afterAll(async () => {
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const ask = async (request: InjectOptions) => {
    const answer = await app.inject(request);
    const isJson = String(answer.headers['content-type']).includes('json');
    return { ...answer, body: (isJson ? JSON.parse(answer.payload) : {}) as Problem };
  };
  const json = { 'x-flip-request': '1', 'content-type': 'application/json' };
  const post = (payload: string, headers: object = {}) =>
    ask({ method: 'POST', url: '/api/notes', payload, headers: { ...json, ...headers } });

  describe('responds', () => {
    it('with the security headers on every response', async () => {
      for (const url of ['/api/notes', '/api/missing', '/nowhere', '/api/throw?what=broken']) {
        const { headers } = await ask({ method: 'GET', url });
        expect(headers).toMatchObject({
          'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
          'x-content-type-options': 'nosniff',
          'x-frame-options': 'DENY',
          'referrer-policy': 'same-origin',
        });
        expect(headers).not.toHaveProperty('x-powered-by');
        if (url.startsWith('/api')) expect(headers['cache-control']).toBe('no-store');
      }
    });

    it('to a refusal with a problem in the caller’s language, with its amounts', async () => {
      const texts = await Promise.all(
        ['en', 'es-MX,es;q=0.9,en;q=0.1', 'fr, es;q=0.3, en;q=0.2', 'de', 'es;q=0, en', ''].map(
          async (language) =>
            (
              await ask({
                method: 'GET',
                url: '/api/throw?what=refused',
                headers: { 'accept-language': language },
              })
            ).body.detail,
        ),
      );
      const en = 'This send would exceed your weekly limit. You have $20.00 remaining.';
      const es = 'Este envío supera tu límite semanal. Te quedan $20.00.';
      expect(texts).toEqual([en, es, es, en, en, en]);
      const { statusCode, headers, body } = await ask({ method: 'GET', url: '/api/throw?what=refused' });
      expect(statusCode).toBe(422);
      expect(headers['content-type']).toBe('application/problem+json; charset=utf-8');
      expect(body).toEqual({
        type: 'urn:flip:problem:weekly_limit_exceeded',
        title: 'Unprocessable Entity',
        status: 422,
        code: 'weekly_limit_exceeded',
        detail: en,
        params: { remaining: '20.00' },
      });
    });

    it('to a window that was opened with a page, which says the same and leads on', async () => {
      const window = { 'sec-fetch-mode': 'navigate', 'accept-language': 'es' };
      const { statusCode, headers, payload } = await ask({
        method: 'GET',
        url: '/api/throw?what=away',
        headers: window,
      });
      expect([statusCode, headers['retry-after'], headers['cache-control']]).toEqual([503, '1', 'no-store']);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(headers['content-security-policy']).toContain("script-src 'self'");
      expect(payload).toContain('<html lang="es">');
      expect(payload).toContain('El servicio no está disponible en este momento.');
      expect(payload).toContain('<a href="/">Continuar a Flip</a>');
      const markup = await ask({ method: 'GET', url: '/api/throw?what=markup', headers: window });
      expect(markup.payload).toContain('&#60;b&#62;Maya');
    });

    it('in the language of ?lng=, which routes do not have to declare', async () => {
      const { body } = await ask({ method: 'GET', url: '/api/notes?lng=es&q=1&x=2' });
      expect(body.fields).toEqual([
        { field: 'x', code: 'unknown_field', message: 'Este campo no se esperaba.' },
      ]);
      expect((await ask({ method: 'GET', url: '/api/notes?lng=xx&q=1' })).payload).toBe('{"q":"1"}');
    });

    it('with amounts and waiting times formatted for people', async () => {
      const [grouped, wait] = await Promise.all(
        ['total', 'wait'].map(
          async (what) => (await ask({ method: 'GET', url: `/api/throw?what=${what}&lng=es` })).body.detail,
        ),
      );
      expect(grouped).toContain('$1,234.50');
      expect(wait).toBe('Demasiados intentos. Inténtalo de nuevo en 1 segundo.');
    });

    it('with 503 and Retry-After while a store is unavailable, without its error text', async () => {
      const { statusCode, headers, payload, body } = await ask({
        method: 'GET',
        url: '/api/throw?what=away',
      });
      expect([statusCode, headers['retry-after'], body.code]).toEqual([503, '1', 'service_unavailable']);
      expect(payload).not.toContain('secret');
    });

    it('to a forged cursor with a 400 that names it', async () => {
      const { body } = await ask({ method: 'GET', url: '/api/throw?what=cursor' });
      expect([body.status, body.fields?.[0]?.field]).toEqual([400, 'cursor']);
    });

    it('to an internal error with a request id, without the cause (ASVS 16.3.4, 16.5.1)', async () => {
      const { body, payload } = await ask({ method: 'GET', url: '/api/throw?what=broken' });
      expect([body.status, body.code]).toEqual([500, 'internal_error']);
      expect(body.detail).toContain(body.requestId);
      expect(payload).not.toContain('secret');
      expect(lines.join('')).toContain(body.requestId);
    });
  });

  describe('refuses unsafe methods', () => {
    const unsafe = (headers: Record<string, string>, url = '/api/notes') =>
      ask({ method: 'POST', url, payload: '{"text":"a"}', headers: { host: 'localhost:3000', ...headers } });

    it.each<[string, Record<string, string>, number, string]>([
      ['with the header and no origin', { ...json }, 201, ''],
      ['from the page itself', { ...json, origin: 'http://localhost:3000' }, 201, ''],
      ['from the address it listens at', { ...json, origin: 'http://127.0.0.1:3000' }, 201, ''],
      ['without the header', { 'content-type': 'application/json' }, 403, 'request_header_missing'],
      ['with another header value', { ...json, 'x-flip-request': 'true' }, 403, 'request_header_missing'],
      ['from elsewhere', { ...json, origin: 'https://evil.example' }, 403, 'origin_not_allowed'],
      ['from nowhere', { ...json, origin: 'null' }, 403, 'origin_not_allowed'],
      ['from another port', { ...json, origin: 'http://localhost:3001' }, 403, 'origin_not_allowed'],
      [
        'from a host name with our suffix',
        { ...json, origin: 'http://evil.localhost:3000' },
        403,
        'origin_not_allowed',
      ],
      ['over another protocol', { ...json, origin: 'https://localhost:3000' }, 403, 'origin_not_allowed'],
      [
        'from a page whose name resolves to this machine',
        { ...json, host: 'evil.example', origin: 'http://evil.example' },
        403,
        'origin_not_allowed',
      ],
      [
        'with a form body',
        { 'x-flip-request': '1', 'content-type': 'application/x-www-form-urlencoded' },
        415,
        'unsupported_media_type',
      ],
      ['as text', { 'x-flip-request': '1', 'content-type': 'text/plain' }, 415, 'unsupported_media_type'],
      [
        'with a multipart body',
        { 'x-flip-request': '1', 'content-type': 'multipart/form-data; boundary=x' },
        415,
        'unsupported_media_type',
      ],
      ['as nothing', { 'x-flip-request': '1', 'content-type': 'nonsense' }, 415, 'unsupported_media_type'],
    ])('%s: %j answers %i', async (...[, headers, status, code]) => {
      const { statusCode, body } = await unsafe(headers);
      expect([statusCode, statusCode === 201 ? '' : body.code]).toEqual([status, code]);
    });

    it('except webhooks: their signature replaces both headers', async () => {
      const headers = { 'content-type': 'application/json', origin: 'https://provider.example' };
      expect((await unsafe(headers, '/api/webhooks/notes')).statusCode).toBe(201);
    });
  });

  describe('refuses bodies', () => {
    it.each<[string, string, number]>([
      ['that are no JSON', '{"text":', 400],
      ['that are empty', '', 400],
      ['with a prototype', '{"__proto__":{"admin":true},"text":"a"}', 400],
      ['with a prototype deep down', '{"text":{"a":{"__proto__":{"admin":true}}}}', 400],
      [
        'with a constructor’s prototype',
        '{"text":"a","x":{"constructor":{"prototype":{"admin":true}}}}',
        400,
      ],
      ['that are a number', '1e400', 400],
      ['with a prototype of a class', '{"text":"a","prototype":"b"}', 400],
      ['that are 8,000 lists deep', `${'['.repeat(8_000)}${']'.repeat(8_000)}`, 400],
      ['that are a text', '"text"', 400],
      ['that are a list', '[{"text":"a"}]', 400],
      ['that are an empty list', '[]', 400],
      ['with a field nobody asked for', '{"text":"a","uid":"b"}', 400],
      ['with a text that is an object', '{"text":{"$gt":""}}', 400],
      ['with a text that is a list', '{"text":["a"]}', 400],
      ['with a text that is too long', '{"text":"aaaaaaaaaaa"}', 400],
      ['with a choice that is none', '{"text":"a","voice":"shrill"}', 400],
      ['nested a thousand deep', `{"text":${'['.repeat(1_000)}${']'.repeat(1_000)}}`, 400],
      ['of more than 16 KB', `{"text":"${'a'.repeat(16_384)}"}`, 413],
    ])('%s', async (_, payload, status) => {
      const { statusCode, body } = await post(payload);
      expect(statusCode).toBe(status);
      expect(body.status).toBe(status);
      expect(({} as { admin?: boolean }).admin).toBeUndefined();
    });

    it('with a problem that names each invalid field and its limits', async () => {
      expect((await post('{"text":"aaaaaaaaaaa","voice":"shrill","zip":1}')).body.fields).toEqual([
        { field: 'zip', code: 'unknown_field', message: 'This field is not expected.' },
        { field: 'text', code: 'too_long', message: 'Enter at most 10 characters.' },
        { field: 'voice', code: 'choice', message: 'Must be one of: loud, low.' },
      ]);
    });

    it('with a card number, before validation or a log line sees it', async () => {
      const { payload, body } = await post('{"text":"4242 4242 4242 4242"}');
      // Four digits alone may stand in a time or an id.
      const isSeen = /4242.?4242/.test(payload + lines.join(''));
      expect([body.status, body.code, isSeen]).toEqual([400, 'card_number_in_body', false]);
    });

    it('of a webhook only over 256 KB', async () => {
      const webhook = (size: number) =>
        ask({
          method: 'POST',
          url: '/api/webhooks/notes',
          payload: JSON.stringify({ text: 'a'.repeat(size) }),
          headers: { 'content-type': 'application/json' },
        });
      expect((await webhook(200 * 1_024)).statusCode).toBe(201);
      expect((await webhook(256 * 1_024)).statusCode).toBe(413);
    });
  });

  it.each<[string, number, string]>([
    ['/api/%zz', 400, 'malformed_url'],
    ['/api/missing', 404, 'not_found'],
    ['/api/notes/..%2f..%2fsecrets.json', 404, 'not_found'],
    [`/api/${'a'.repeat(300)}`, 404, 'not_found'],
    [`/api/notes?q=${'a'.repeat(4_096)}`, 414, 'uri_too_long'],
    [`/api/notes?${'a&'.repeat(32)}`, 400, 'bad_request'],
    [
      `/api/notes?${Array.from({ length: 32 }, (_, at) => `k${String(at)}=1`).join('&')}`,
      400,
      'validation_failed',
    ],
  ])('answers the address %s with a problem', async (url, status, code) => {
    const { statusCode, body } = await ask({ method: 'GET', url });
    expect([statusCode, body.code]).toEqual([status, code]);
  });

  it('refuses more than 100 headers', async () => {
    const headers = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`x-${String(at)}`, '1']));
    const statusWith = async (count: number) =>
      (await ask({ method: 'GET', url: '/api/notes', headers: headers(count) })).statusCode;
    expect([await statusWith(90), await statusWith(110)]).toEqual([200, 400]);
  });

  describe('reports that it is', () => {
    const get = (url: string, headers: object = {}, remoteAddress = '127.0.0.1') =>
      ask({ method: 'GET', url, headers: { ...headers }, remoteAddress });

    it('alive and ready', async () => {
      expect((await get('/health/live')).payload).toBe('{"status":"live"}');
      expect((await get('/health/ready', {}, '203.0.113.9')).payload).toBe('{"status":"ready","reasons":[]}');
    });

    it('not ready, with the reason, while a store is unavailable or the clock is suspect', async () => {
      const ready = jest.spyOn(app.get(ViewStore), 'ready').mockRejectedValue(new StoreUnavailable('x'));
      const clock = jest.spyOn(app.get(ClockGuard), 'problem').mockReturnValue('the clock jumped');
      const answer = await get('/health/ready');
      [ready, clock].forEach((mock) => mock.mockRestore());
      const reasons = ['view store is away', 'the clock jumped'];
      expect(answer.statusCode).toBe(503);
      expect(JSON.parse(answer.payload)).toMatchObject({ status: 'not_ready', reasons });
    });

    it('serving requests, counted by route rather than by URL', async () => {
      await get('/api/notes?q=secret-question');
      const { payload } = await get('/metrics');
      expect(payload).toContain('route="/api/notes"');
      expect(payload).not.toContain('secret-question');
    });
  });

  it('logs the outcome of a request, never its content (ASVS 16.2.1, 16.2.2, 16.2.4)', async () => {
    lines.length = 0;
    const secret = 'canary-4711';
    await ask({
      method: 'POST',
      url: `/api/notes?token=${secret}`,
      payload: JSON.stringify({ text: secret, [secret]: secret }),
      headers: {
        ...json,
        cookie: `flip_at=${secret}`,
        authorization: secret,
        'user-agent': secret,
        referer: secret,
      },
    });
    await ask({ method: 'GET', url: `/api/${secret}` });
    await ask({ method: 'GET', url: `/${secret}` });
    const log = lines.join('');
    expect(log).not.toContain(secret);
    expect(JSON.parse(lines[0] ?? '{}')).toMatchObject({
      method: 'POST',
      route: '/api/notes',
      status: 400,
      code: 'validation_failed',
      requestId: expect.any(String) as string,
      durationMs: expect.any(Number) as number,
    });
  });

  it('logs a route and forbids caching however its address is spelled', async () => {
    for (const url of ['/api/notes', '/%61pi/notes', 'http://localhost/api/notes']) {
      lines.length = 0;
      const { headers } = await ask({ method: 'GET', url });
      expect(headers['cache-control']).toBe('no-store');
      expect(lines.join()).toMatch(/"level":30,.*"route":"\/api\/notes"/);
    }
    lines.length = 0;
    for (const url of ['/%61pi/missing', '/health/live']) await ask({ method: 'GET', url });
    expect(lines.join()).toMatch(
      /"level":30,.*"route":"unmatched".*\n.*"level":20,.*"route":"\/health\/live"/,
    );
  });

  it("logs the caller's id, and counts the request by its route (ASVS 16.3.2, 16.3.3)", async () => {
    const path = 'method="GET",route="/api/views",status="200"';
    const counted = async () => {
      const { payload } = await ask({ method: 'GET', url: '/metrics' });
      const name = `flip_http_request_duration_seconds_count{${path}} `;
      return Number(
        payload
          .split('\n')
          .find((line) => line.startsWith(name))
          ?.slice(name.length) ?? 0,
      );
    };
    const before = await counted();
    lines.length = 0;
    await ask({ method: 'GET', url: '/api/views?from=here', headers: { 'x-test-uid': 'ana' } });
    expect(await counted()).toBe(before + 1);
    const [line] = lines.map((text) => JSON.parse(text) as object);
    expect(line).toMatchObject({
      method: 'GET',
      route: '/api/views',
      status: 200,
      uid: 'ana',
      msg: 'request',
    });
  });
});
