import { randomUUID } from 'node:crypto';
import type { Browser } from '../support/browser.js';
import { newStaff } from '../support/staff.js';
import { FlipServer } from '../support/flip-server.js';
import { OpenApi, type Operation } from '../support/open-api.js';
import { requests } from './hostile-values.js';

const OPERATOR = { email: 'operator@demo.example', password: 'silver-anchor-meadow-26' };
const KEY = { 'idempotency-key': 'a-key-of-this-suite' };
/** Routes without a session: sign-up and sign-in, public data, links with a token, and requests signed by providers. */
const PUBLIC = new RegExp(
  [
    '^POST /api/auth/(sign-up|sign-in|sign-out|refresh|forgot|reset|reset/check|link)$',
    '^GET /api/auth/link$',
    '^GET /api/auth/{provider}/(start|callback)$',
    '^POST /api/auth/{provider}/callback$',
    '^GET /api/(config|fees|fees/schedule|shared/{token}|receipts/{code})$',
    '^(GET|POST) /api/mail/unsubscribe$',
    '^POST /api/webhooks/(persona|stripe|paypal)$',
  ].join('|'),
);
const STAFF = /\/api\/compliance\//;
/** Methods allowed to an auditor: reads. */
const READS = /^GET |\/compliance\/find$/;

interface Owned {
  readonly transfers: string;
  readonly cards: string;
  readonly recipients: string;
  readonly sessions: string;
}

describe('every documented route', () => {
  let server: FlipServer;
  let api: OpenApi;
  let ana: Browser;
  let luis: Browser;
  let owned: Owned;

  beforeAll(async () => {
    server = await FlipServer.start({ env: { RATE_LIMIT: 'off' } });
    [ana, luis] = [server.browser(), server.browser()];
    await ana.signUp();
    await luis.signUp();
    api = await OpenApi.of(ana);
    const recipient = { name: 'Bo Li', platform: 'Cash App', handle: 'bolibolibo' };
    const sessions = await ana.get<{ items: readonly { id: string }[] }>('/api/sessions');
    owned = {
      transfers: await ana.sendPaid({}, server.simulatorUrl),
      cards: (await ana.saveCard<{ id: string }>()).body.id,
      recipients: (await ana.post<{ id: string }>('/api/recipients', recipient)).body.id,
      sessions: sessions.body.items[0]?.id ?? '',
    };
  });
  afterAll(() => server.dispose());

  /** Sends an operation's valid body, with `id` wherever its path takes one. */
  const call = ({ route, method, path }: Operation, browser: Browser, id: string = randomUUID()) => {
    const body = Object.entries(requests[route]?.body ?? {}).filter(([name]) => name !== 'cardToken');
    return browser.request<{ code?: string }>(method, path.replace(/\{\w+\}/, id), {
      headers: KEY,
      ...(body.length > 0 && {
        body: `{${body.map(([name, { valid }]) => `"${name}":${valid}`).join()}}`,
      }),
    });
  };
  const responses = (operations: readonly Operation[], browser: Browser) =>
    Promise.all(
      operations.map(async (operation) => [operation.route, (await call(operation, browser)).status]),
    );
  const all = (status: number, operations: readonly Operation[]) =>
    operations.map(({ route }) => [route, status]);

  it('is refused without a session, unless it is public', async () => {
    const signedIn = api.operations.filter(({ route }) => !PUBLIC.test(route));
    expect(signedIn.length).toBeGreaterThan(45);
    expect(await responses(signedIn, server.browser())).toEqual(all(401, signedIn));
  });

  it('for staff is refused for senders, and for auditors if it changes something', async () => {
    const ofStaff = api.operations.filter(({ path }) => STAFF.test(path));
    expect(await responses(ofStaff, luis)).toEqual(all(403, ofStaff));
    const { browser: auditor } = await newStaff(server, 'auditor');
    const changing = ofStaff.filter(({ route }) => !READS.test(route));
    expect(changing.length).toBeGreaterThan(5);
    expect(await responses(changing, auditor)).toEqual(all(403, changing));
    expect((await auditor.get('/api/compliance/cases')).status).toBe(200);
  });

  it("treats another sender's id exactly like a missing one, and changes nothing", async () => {
    const withId = api.operations.filter(({ path }) =>
      /^\/api\/(transfers|cards|recipients|sessions)\/\{/.test(path),
    );
    expect(withId.length).toBeGreaterThan(12);
    const staff = server.browser();
    await staff.signIn(OPERATOR);
    for (const operation of withId) {
      const [, , kind = ''] = operation.path.split('/');
      for (const stranger of [luis, staff]) {
        const foreign = await call(operation, stranger, owned[kind as keyof Owned]);
        const missing = await call(operation, stranger);
        expect([operation.route, foreign.status, foreign.text]).toEqual([operation.route, 404, missing.text]);
      }
    }
    const still = async (path: string) => (await ana.get<{ items: readonly unknown[] }>(path)).body.items;
    expect(await still('/api/cards')).toHaveLength(1);
    expect(await still('/api/recipients')).toHaveLength(1);
    expect((await ana.get(`/api/transfers/${owned.transfers}/receipt`)).status).toBe(200);
  });

  it('returns no statement of another sender', async () => {
    const { body } = await ana.get<{ items: readonly { month: string }[] }>('/api/statements');
    const path = `/api/statements/${body.items[0]?.month ?? ''}.csv`;
    expect([(await ana.get(path)).status, (await luis.get(path)).status]).toEqual([200, 404]);
  });
});
