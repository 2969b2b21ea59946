import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../../../config/config.js';
import type { ProviderSettings } from '../../../config/runtime.js';
import { startSimulator, type Simulator } from '../../../../../simulator/index.js';
import { Persona } from './persona.js';

const uid = '7d0f1c5e-2a44-4c8e-9b1a-3f6c2d5e8a90';
const request = { uid, requestId: '3c1f7b52-9a0e-4d6c-8f41-6b2d0e9a7c35', fullName: 'Ana Lucía Ruiz Soto' };
const clock = { now: () => Date.parse('2026-11-21T12:00:00.000Z') };
const config = {
  PUBLIC_URL: 'https://flip.example',
  HOST: '127.0.0.1',
  PORT: 0,
  SIMULATOR_PORT: 0,
} as Config;
const secrets = { simulatorApiKey: 'key-of-the-test', simulatorWebhookSecret: 'secret-of-the-test' };

function personaAt(url: string, apiKey = secrets.simulatorApiKey): Persona {
  const persona = { apiUrl: url, hostedUrl: url, apiKey, templateId: 'itmpl_flip', webhookSecrets: ['s'] };
  return new Persona({ persona } as unknown as ProviderSettings, clock, config);
}

const unavailable = { code: 'verification_unavailable', params: { seconds: 5 } };

describe('against the simulated provider', () => {
  let folder: string;
  let simulator: Simulator;
  let persona: Persona;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'flip-persona-'));
    simulator = await startSimulator({
      dataDir: folder,
      clock,
      secrets,
      port: 0,
      publicUrl: config.PUBLIC_URL,
    });
    persona = personaAt(simulator.httpUrl);
  });

  afterEach(async () => {
    await simulator.close();
    await rm(folder, { recursive: true });
  });

  const control = (path: string, body: object = {}) =>
    fetch(`${simulator.httpUrl}/control/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  it('opens one inquiry per request, even when repeated', async () => {
    const { inquiryId } = await persona.start(request);
    expect(await persona.start(request)).toEqual({ inquiryId });
    expect(await persona.start({ ...request, requestId: 'another' })).not.toEqual({ inquiryId });
  });

  it('returns the same inquiry after a lost response', async () => {
    await control('api-failures', { count: 1, failure: 'lost-answer' });
    await expect(persona.start(request)).rejects.toMatchObject(unavailable);
    await persona.start(request);
    const listed = (await (await fetch(`${simulator.httpUrl}/control/inquiries`)).json()) as {
      items: unknown[];
    };
    expect(listed.items).toHaveLength(1);
  });

  it('prefills the name and redirects back to our page', async () => {
    const { inquiryId } = await persona.start(request);
    const url = new URL(persona.hostedUrl({ inquiryId, locale: 'es' }));
    expect(Object.fromEntries(url.searchParams)).toEqual({
      'inquiry-id': inquiryId,
      'redirect-uri': 'https://flip.example/verification',
      language: 'es-MX',
    });
    const page = await (await fetch(url)).text();
    expect(page).toContain('Ana Lucía Ruiz Soto');
    expect(page).toContain('lang="es"');
  });

  it('continues a pending inquiry in a new session each time', async () => {
    const { inquiryId } = await persona.start(request);
    await expect(persona.resume({ inquiryId, locale: 'en' })).rejects.toMatchObject(unavailable);
    await control(`inquiries/${inquiryId}/close`);
    const [one, other] = [
      await persona.resume({ inquiryId, locale: 'en' }),
      await persona.resume({ inquiryId, locale: 'en' }),
    ];
    expect(one).not.toBe(other);
    expect((await fetch(one)).status).toBe(200);
    expect((await fetch(persona.hostedUrl({ inquiryId, locale: 'en' }))).status).toBe(409);
  });

  it('returns the status of an inquiry, never dated before its last change', async () => {
    const { inquiryId } = await persona.start(request);
    expect(await persona.fetch(inquiryId)).toEqual({ status: 'created', asOf: '2026-11-21T12:00:00.000Z' });
    await control(`inquiries/${inquiryId}/pass`);
    expect(await persona.fetch(inquiryId)).toEqual({ status: 'approved', asOf: '2026-11-21T12:00:00.003Z' });
  });

  it('treats an inquiry that the provider lost as expired', async () => {
    expect(await persona.fetch('inq_gone')).toMatchObject({ status: 'expired' });
  });

  it.each([429, 500, 503])(
    'is unavailable while the provider responds with %s, and works again afterwards',
    async (failure) => {
      await control('api-failures', { count: 2, failure });
      await expect(persona.start(request)).rejects.toMatchObject(unavailable);
      await control('api-failures', { count: 0, failure });
      await expect(persona.start(request)).resolves.toMatchObject({
        inquiryId: expect.stringMatching(/^inq_/) as string,
      });
    },
  );

  it('is unavailable with a wrong key, not expired', async () => {
    const stranger = personaAt(simulator.httpUrl, 'wrong');
    await expect(stranger.fetch('inq_1')).rejects.toMatchObject(unavailable);
  });
});

describe('against a provider that misbehaves', () => {
  let server: Server;
  const answering = async (listener: RequestListener): Promise<Persona> => {
    server = createServer(listener);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return personaAt(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}`);
  };

  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it('retries under a new key when the provider stored a refusal under the first', async () => {
    const keys: unknown[] = [];
    const persona = await answering((asked, response) => {
      keys.push(asked.headers['idempotency-key']);
      response.writeHead(keys.length === 1 ? 422 : 201, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ data: { id: 'inq_1', attributes: { status: 'created' } } }));
    });
    expect(await persona.start(request)).toEqual({ inquiryId: 'inq_1' });
    expect(keys[0]).toBe(`kyc:${request.requestId}`);
    expect(keys[1]).toMatch(new RegExp(`^kyc:${request.requestId}:\\d+$`));
  });

  it('does not follow redirects (ASVS 15.3.2)', async () => {
    const paths: unknown[] = [];
    const persona = await answering((asked, response) => {
      paths.push(asked.url);
      response.writeHead(302, { location: '/elsewhere' }).end();
    });
    await expect(persona.fetch('inq_1')).rejects.toMatchObject(unavailable);
    expect(paths).toEqual(['/api/v1/inquiries/inq_1']);
  });

  it.each([
    ['text that is no JSON', 'no json'],
    ['an unknown status', JSON.stringify({ data: { id: 'inq_1', attributes: { status: 'blessed' } } })],
    ['an id that is none', JSON.stringify({ data: { id: '../x', attributes: { status: 'created' } } })],
    ['an answer without an end', `{"data":"${'x'.repeat(300_000)}"}`],
  ])('treats %s as no response', async (_, body) => {
    const persona = await answering((_asked, response) => response.end(body));
    await expect(persona.fetch('inq_1')).rejects.toMatchObject(unavailable);
  });

  it('passes on the requested wait, within limits, and makes no call until then', async () => {
    let requests = 0;
    const persona = await answering((_asked, response) => {
      requests += 1;
      response.writeHead(429, { 'retry-after': '9999' }).end();
    });
    for (let times = 0; times < 2; times += 1)
      await expect(persona.fetch('inq_1')).rejects.toMatchObject({ params: { seconds: 300 } });
    expect(requests).toBe(1);
  });

  it('times out when the provider never responds', async () => {
    const persona = await answering(() => undefined);
    await expect(persona.fetch('inq_1')).rejects.toMatchObject(unavailable);
  }, 15_000);
});
