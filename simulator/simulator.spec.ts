import { createHmac } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, get, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { startSimulator, type Simulator } from './index.js';

const NOON_MS = Date.parse('2026-11-21T12:00:00.000Z');
const secrets = { simulatorApiKey: 'key-of-the-test', simulatorWebhookSecret: 'secret-of-the-test' };
const uid = '0b0e8f7a-0d3c-4d7e-9d43-2f8a6f5f3c11';

interface Hook {
  readonly name: string;
  readonly status: string;
  readonly createdAt: string;
  readonly id: string;
  readonly referenceId: string;
  readonly genuine: boolean;
}

let dataDir: string;
let simulator: Simulator;
let receiver: Server;
let hooks: Hook[];
let statuses: number[];
let nowMs: number;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'flip-simulator-'));
  hooks = [];
  statuses = [];
  nowMs = NOON_MS;
  receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      hooks.push(hookOf(Buffer.concat(chunks).toString(), String(request.headers['persona-signature'])));
      response.writeHead(statuses.shift() ?? 200).end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  simulator = await start();
  simulator.deliverTo(receiverUrl());
});

afterEach(async () => {
  await simulator.close();
  receiver.closeAllConnections();
  await new Promise((resolve) => receiver.close(resolve));
  await rm(dataDir, { recursive: true });
});

const start = (port = 0) =>
  startSimulator({
    dataDir,
    clock: { now: () => nowMs },
    secrets,
    port,
  });

const receiverUrl = () => `http://127.0.0.1:${String((receiver.address() as AddressInfo).port)}`;

function hookOf(body: string, signature: string): Hook {
  const [, t = '', v1] = /^t=(\d+),v1=([0-9a-f]+)$/.exec(signature) ?? [];
  const expected = createHmac('sha256', secrets.simulatorWebhookSecret).update(`${t}.${body}`).digest('hex');
  const { data } = JSON.parse(body) as {
    data: {
      id: string;
      attributes: {
        name: string;
        'created-at': string;
        payload: { data: { attributes: { status: string; 'reference-id': string } } };
      };
    };
  };
  const inquiry = data.attributes.payload.data.attributes;
  return {
    id: data.id,
    name: data.attributes.name,
    createdAt: data.attributes['created-at'],
    status: inquiry.status,
    referenceId: inquiry['reference-id'],
    genuine: v1 === expected && Number(t) === Math.floor(nowMs / 1_000),
  };
}

const send = (path: string, init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {}) =>
  fetch(`${simulator.httpUrl}${path}`, {
    redirect: 'manual',
    ...init,
    headers: {
      authorization: `Bearer ${secrets.simulatorApiKey}`,
      'persona-version': '2026-09-29',
      'content-type': 'application/json',
      ...init.headers,
    },
  });

const creation = JSON.stringify({
  data: {
    attributes: {
      'inquiry-template-id': 'itmpl_flip',
      fields: { 'name-first': 'Ana <b>', 'name-last': 'Ruiz' },
    },
  },
  meta: { 'auto-create-account-reference-id': uid },
});

async function createInquiry(headers: Record<string, string> = {}): Promise<string> {
  const response = await send('/api/v1/inquiries', { method: 'POST', body: creation, headers });
  expect(response.status).toBe(201);
  const { data } = (await response.json()) as { data: { id: string } };
  return data.id;
}

const press = (inquiryId: string, fields: Record<string, string>) =>
  fetch(`${simulator.httpUrl}/verify`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({
      'inquiry-id': inquiryId,
      'redirect-uri': `${receiverUrl()}/verification`,
      ...fields,
    }),
  });

const statusOf = async (inquiryId: string) => {
  const response = (await (await send(`/api/v1/inquiries/${inquiryId}`)).json()) as {
    data: { attributes: { status: string } };
  };
  return response.data.attributes.status;
};

async function until(holds: () => boolean): Promise<void> {
  for (let round = 0; round < 300 && !holds(); round += 1)
    await new Promise((resolve) => setTimeout(resolve, 20));
  expect(holds()).toBe(true);
}

describe('the identity provider', () => {
  it('creates an inquiry only with a bearer key', async () => {
    const refused = await send('/api/v1/inquiries', {
      method: 'POST',
      body: creation,
      headers: { authorization: 'Bearer another' },
    });
    expect(refused.status).toBe(401);
    expect(await statusOf(await createInquiry())).toBe('created');
  });

  it('returns the same inquiry or the same refusal for a repeated idempotency key', async () => {
    const headers = { 'idempotency-key': 'kyc:1' };
    expect(await createInquiry(headers)).toBe(await createInquiry(headers));
    const wrong = { method: 'POST', headers: { 'idempotency-key': 'kyc:2' } };
    expect((await send('/api/v1/inquiries', { ...wrong, body: '{}' })).status).toBe(400);
    expect((await send('/api/v1/inquiries', { ...wrong, body: creation })).status).toBe(400);
  });

  it.each([
    ['pass', 'approved', ['inquiry.created', 'inquiry.started', 'inquiry.completed', 'inquiry.approved']],
    ['fail', 'failed', ['inquiry.created', 'inquiry.started', 'inquiry.failed']],
    [
      'review',
      'needs_review',
      ['inquiry.created', 'inquiry.started', 'inquiry.completed', 'inquiry.marked-for-review'],
    ],
    ['expire', 'expired', ['inquiry.created', 'inquiry.expired']],
    ['close', 'pending', ['inquiry.created', 'inquiry.started']],
  ])('%s yields %s, with signed webhooks in the order of their instants', async (outcome, status, names) => {
    const inquiryId = await createInquiry();
    const response = await press(inquiryId, { outcome });
    const address = new URL(response.headers.get('location') ?? '');
    expect(response.status).toBe(303);
    expect(address.pathname).toBe('/verification');
    expect(Object.fromEntries(address.searchParams)).toEqual({
      'inquiry-id': inquiryId,
      'reference-id': uid,
      status,
    });
    await until(() => hooks.length === names.length);
    expect(hooks.map(({ name }) => name)).toEqual(names);
    expect(hooks.every(({ genuine, referenceId }) => genuine && referenceId === uid)).toBe(true);
    expect(hooks.at(-1)?.status).toBe(status);
    const instants = hooks.map(({ createdAt }) => createdAt);
    expect(new Set(instants).size).toBe(names.length);
    expect([...instants].sort()).toEqual(instants);
  });

  it('retries a webhook until it is accepted, even after a restart', async () => {
    statuses = [500];
    await createInquiry();
    await until(() => hooks.length === 1);
    await simulator.close();
    simulator = await start();
    simulator.deliverTo(receiverUrl());
    await until(() => hooks.length === 2);
    expect(hooks[1]?.id).toBe(hooks[0]?.id);
  });

  it('opens a pending check only with a session token of the latest resumption', async () => {
    const inquiryId = await createInquiry();
    await press(inquiryId, { outcome: 'close' });
    const page = (token: string) =>
      fetch(`${simulator.httpUrl}/verify?inquiry-id=${inquiryId}&session-token=${token}`);
    expect((await page('')).status).toBe(409);
    const resumed = (await (
      await send(`/api/v1/inquiries/${inquiryId}/resume`, { method: 'POST' })
    ).json()) as {
      meta: { 'session-token': string };
    };
    expect((await page(resumed.meta['session-token'])).status).toBe(200);
    await press(inquiryId, { outcome: 'pass', 'session-token': resumed.meta['session-token'] });
    expect(await statusOf(inquiryId)).toBe('approved');
  });

  it('lets an inquiry expire after a day', async () => {
    const inquiryId = await createInquiry();
    nowMs += 24 * 60 * 60 * 1_000;
    expect(await statusOf(inquiryId)).toBe('expired');
  });

  it('shows the page in both languages and escapes names', async () => {
    const inquiryId = await createInquiry();
    const page = async (language: string) => {
      const response = await fetch(
        `${simulator.httpUrl}/verify?inquiry-id=${inquiryId}&language=${language}`,
      );
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
      return response.text();
    };
    expect(await page('en')).toContain('Ana &lt;b&gt; Ruiz');
    expect(await page('es-MX')).toContain('lang="es"');
  });

  it('never redirects to a foreign site', async () => {
    const response = await press(await createInquiry(), {
      outcome: 'pass',
      'redirect-uri': 'https://elsewhere.example/x',
    });
    expect(response.headers.get('location')).toBeNull();
  });

  it('lets a reviewer decide on the page of the providers', async () => {
    const inquiryId = await createInquiry();
    await press(inquiryId, { outcome: 'review' });
    const address = `${simulator.httpUrl}/providers?kind=checks`;
    expect(await (await fetch(address)).text()).toContain('value="decline"');
    const decided = await fetch(address, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ id: inquiryId, step: 'decline' }),
    });
    expect(decided.status).toBe(303);
    expect(await statusOf(inquiryId)).toBe('declined');
  });

  it.each<[string, Record<string, string>]>([
    ['another site', { origin: 'https://evil.example' }],
    ['a page that hides where it is from', { origin: 'null' }],
    ['another site, as the browser says', { 'sec-fetch-site': 'cross-site' }],
    ['a neighbor on this machine', { 'sec-fetch-site': 'same-site' }],
  ])('takes no decision on that page from %s', async (_, headers) => {
    const inquiryId = await createInquiry();
    await press(inquiryId, { outcome: 'review' });
    const { hostname, port } = new URL(simulator.httpUrl);
    const status = await new Promise((resolve, reject) => {
      request({ hostname, port, method: 'POST', path: '/providers?kind=checks', headers }, (answer) =>
        resolve(answer.resume().statusCode),
      )
        .on('error', reject)
        .end(new URLSearchParams({ id: inquiryId, step: 'decline' }).toString());
    });
    expect(status).toBe(403);
    expect(await statusOf(inquiryId)).not.toBe('declined');
  });
});

describe('the controls for tests', () => {
  const turn = (path: string, body: object) =>
    send(`/control/${path}`, { method: 'POST', body: JSON.stringify(body) });

  it('lose, repeat and reverse webhooks', async () => {
    const inquiryId = await createInquiry();
    await until(() => hooks.length === 1);
    expect((await turn(`inquiries/${inquiryId}/close`, { webhook: 'none' })).status).toBe(200);
    await turn(`inquiries/${inquiryId}/pass`, { webhook: 'reversed', copies: 3 });
    await until(() => hooks.length === 7);
    expect(hooks.slice(1).map(({ name }) => name)).toEqual([
      ...Array<string>(3).fill('inquiry.approved'),
      ...Array<string>(3).fill('inquiry.completed'),
    ]);
    expect((await turn(`inquiries/${inquiryId}/complete`, {})).status).toBe(409);
  });

  it('set the time of an event and delay it', async () => {
    const inquiryId = await createInquiry();
    const createdAt = '2026-11-21T11:00:00.000Z';
    await turn(`inquiries/${inquiryId}/close`, { createdAt, delayMs: 50 });
    await until(() => hooks.length === 2);
    expect(hooks[1]?.createdAt).toBe(createdAt);
  });

  it('make the API fail, or lose the response to a call that succeeded', async () => {
    await turn('api-failures', { count: 1, failure: 503 });
    expect((await send('/api/v1/inquiries', { method: 'POST', body: creation })).status).toBe(503);
    await turn('api-failures', { count: 1, failure: 'lost-answer' });
    const headers = { 'idempotency-key': 'kyc:3' };
    await expect(send('/api/v1/inquiries', { method: 'POST', body: creation, headers })).rejects.toThrow();
    await until(() => hooks.length === 1);
    await createInquiry(headers);
    expect(hooks).toHaveLength(1);
  });

  it("refuse requests from another site's page", async () => {
    const inquiryId = await createInquiry();
    const response = await send(`/control/inquiries/${inquiryId}/pass`, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'text/plain' },
    });
    expect(response.status).toBe(415);
    expect(await statusOf(inquiryId)).toBe('created');
  });
});

describe('the mailbox', () => {
  const sendMail = (mail: { subject: string; text: string; html?: string }) => {
    const transport = createTransport(simulator.smtpUrl);
    return transport.sendMail({
      from: 'Flip <no-reply@flip.example>',
      to: 'Ana Ruiz <ana@example.com>',
      ...mail,
    });
  };
  interface Listed {
    readonly items: readonly {
      id: string;
      subject: string;
      text: string;
      html: string | null;
      to: string[];
      at: string;
    }[];
  }
  const listed = async () => (await (await fetch(`${simulator.outboxUrl}.json`)).json()) as Listed;

  it('keeps sent mail, newest first, even after a restart', async () => {
    await sendMail({
      subject: 'Confirma tu dirección',
      text: 'Hola Ana, sigue este enlace: http://127.0.0.1:3000/confirm#t=a1',
    });
    await sendMail({ subject: 'Second', text: 'two', html: '<p>two</p>' });
    await simulator.close();
    simulator = await start();
    const { items } = await listed();
    expect(items.map(({ subject }) => subject)).toEqual(['Second', 'Confirma tu dirección']);
    expect(items[1]).toMatchObject({ to: ['ana@example.com'], at: '2026-11-21T12:00:00.000Z', html: null });
    expect(items[1]?.text.trim()).toBe('Hola Ana, sigue este enlace: http://127.0.0.1:3000/confirm#t=a1');
    expect(items[0]?.html?.trim()).toBe('<p>two</p>');
  });

  it('shows mails as text with links, and their HTML only in a frame without scripts', async () => {
    await sendMail({
      subject: '<script>alert(1)</script>',
      text: 'see https://flip.example/a?b=1&c=2.',
      html: '<script>alert(2)</script><p>Hi</p>',
    });
    const page = await (await fetch(simulator.outboxUrl)).text();
    expect(page).toContain('&lt;script&gt;alert(1)');
    expect(page).not.toContain('alert(2)');
    expect(page).toContain('href="https://flip.example/a?b=1&amp;c=2"');
    const [mail] = (await listed()).items;
    const part = await fetch(`${simulator.outboxUrl}/${mail?.id ?? ''}/html`);
    expect(part.headers.get('content-security-policy')).toMatch(
      /^sandbox allow-popups[^;]*; default-src 'none'/,
    );
  });

  it('explains itself while it is empty', async () => {
    expect(await (await fetch(simulator.outboxUrl)).text()).toContain('No mail yet');
    expect(await (await fetch(`${simulator.outboxUrl}?language=es`)).text()).toContain(
      'Todavía no hay correos',
    );
  });

  it('refuses a mail that is too large and keeps at most 200', async () => {
    await expect(sendMail({ subject: 'big', text: 'x'.repeat(300_000) })).rejects.toThrow();
    const transport = createTransport({ url: simulator.smtpUrl, pool: true });
    for (let place = 0; place < 205; place += 1) {
      await transport.sendMail({
        from: 'a@flip.example',
        to: 'b@example.com',
        subject: String(place),
        text: 'x',
      });
    }
    transport.close();
    const { items } = await listed();
    expect(items).toHaveLength(200);
    expect(items[0]?.subject).toBe('204');
  });
});

describe('a full mailbox', () => {
  it('drops the oldest mails when their total size is too large', async () => {
    const transport = createTransport({ url: simulator.smtpUrl, pool: true });
    for (let place = 0; place < 22; place += 1) {
      const text = 'x'.repeat(200_000);
      await transport.sendMail({ from: 'a@flip.example', to: 'b@example.com', subject: String(place), text });
    }
    transport.close();
    const { items } = (await (await fetch(`${simulator.outboxUrl}.json`)).json()) as {
      items: readonly { subject: string }[];
    };
    expect(items.length).toBeLessThan(22);
    expect(items[0]?.subject).toBe('21');
  });
});

describe('the file and the port of the simulator', () => {
  it('is readable only by its owner, and an unreadable one is renamed', async () => {
    await createInquiry();
    await simulator.close();
    const path = join(dataDir, 'simulator.json');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    await writeFile(path, '{"inquiries": 7}');
    simulator = await start();
    expect(await readFile(`${path}.unreadable`, 'utf8')).toBe('{"inquiries": 7}');
    expect((await fetch(simulator.outboxUrl)).status).toBe(200);
  });

  it('refuses a configured port that is taken, in one line that names the variable', async () => {
    const taken = (receiver.address() as AddressInfo).port;
    await expect(start(taken)).rejects.toThrow(/^SIMULATOR_PORT: [^\n]+$/);
  });

  it('refuses DNS rebinding: a page of another site at a name that resolves to this machine', async () => {
    const { hostname, port } = new URL(simulator.httpUrl);
    expect(hostname).toBe('127.0.0.1');
    const statusFor = (host: string) =>
      new Promise((done) => {
        get({ hostname, port, path: '/outbox.json', headers: { host } }, (response) =>
          done(response.resume().statusCode),
        );
      });
    expect([await statusFor('localhost'), await statusFor('rebound.example')]).toEqual([200, 421]);
  });

  it('refuses bodies over 64 KB', async () => {
    const response = await send('/api/v1/inquiries', { method: 'POST', body: 'x'.repeat(70_000) }).catch(
      () => null,
    );
    expect(response === null || response.status === 413).toBe(true);
    expect((await fetch(simulator.outboxUrl)).status).toBe(200);
  });
});
