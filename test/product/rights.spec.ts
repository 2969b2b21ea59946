import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { STAFF_ROLES, type StaffRole } from '../../api/src/kernel/people/accounts.js';
import type { ApiResponse, Browser } from '../support/browser.js';
import { FlipServer } from '../support/flip-server.js';
import { hostileRequests, type Request } from '../support/hostile-requests.js';
import { OpenApi, refusalsOf, type Operation } from '../support/open-api.js';
import { grant, newStaff } from '../support/staff.js';
import { waitFor } from '../support/wait-for.js';
import { RIGHTS, type Right, type Subject } from './rights-table.js';

const KEY = { 'idempotency-key': 'a-key-of-this-suite' };
const REASON = 'reason=support%3AS-1182';
/** Codes of a caller who may not call a route at all. */
const SHUT = ['unauthenticated', 'forbidden', 'second_factor_required'];

/** One user with something of every kind. */
interface Person {
  readonly browser: Browser;
  readonly ids: Readonly<Record<Subject, string>>;
}

let server: FlipServer;
let api: OpenApi;
let requests: Readonly<Record<string, Request>>;
let luis: Browser;
let carl: Person;
/** A sender who has every role of staff, and a case of their own. */
let everything: Person;
const staff = new Map<StaffRole, Browser>();

beforeAll(async () => {
  server = await FlipServer.start({ env: { RATE_LIMIT: 'off' } });
  api = await OpenApi.of(server.browser());
  requests = hostileRequests(api);
  luis = server.browser();
  await luis.signUp();
  for (const role of STAFF_ROLES) staff.set(role, (await newStaff(server, role)).browser);
  const { browser, credentials } = await newStaff(server, 'lead');
  for (const role of STAFF_ROLES) await grant(server, credentials, role);
  browser.cookies.clear();
  await browser.signIn(credentials);
  everything = await withData(browser);
  const other = server.browser();
  await other.signUp();
  carl = await withData(other);
}, 300_000);
afterAll(() => server.dispose());

/** Three quick sends raise a case; a reported problem brings a transfer to the payout desk. */
async function withData(browser: Browser): Promise<Person> {
  const { body: me } = await browser.get<{ uid: string }>('/api/me');
  const sent: string[] = [];
  for (let nth = 0; nth < 3; nth += 1) sent.push(await browser.sendPaid({}, server.simulatorUrl));
  const [transfer = ''] = sent;
  await browser.post(`/api/transfers/${transfer}/problem`, { text: 'Nothing has arrived.' });
  const lead = staff.get('lead');
  const found = await waitFor('the case and the task', async () => {
    const cases = await lead?.get<{ items: { id: string; uid: string }[] }>('/api/compliance/cases');
    const task = await lead?.get(`/api/compliance/payouts/${transfer}`);
    return (task?.status === 200 && cases?.body.items.find(({ uid }) => uid === me.uid)) || null;
  });
  const recipient = { name: 'Bo Li', platform: 'Cash App', handle: 'bolibolibo' };
  const sessions = await browser.get<{ items: readonly { id: string }[] }>('/api/sessions');
  return {
    browser,
    ids: {
      sender: me.uid,
      case: found.id,
      transfer,
      card: (await browser.saveCard<{ id: string }>()).body.id,
      recipient: (await browser.post<{ id: string }>('/api/recipients', recipient)).body.id,
      session: sessions.body.items[0]?.id ?? '',
    },
  };
}

type Ids = Partial<Readonly<Record<Subject, string>>>;

/** Sends a valid request of a route; what it names is taken from `ids`, or missing. */
function call({ route, method, path, parameters }: Operation, browser: Browser, ids: Ids = {}) {
  const { subject, body: named = {} } = RIGHTS[route] ?? {};
  const id = (kind: Subject | undefined) => (kind && ids[kind]) ?? randomUUID();
  const example = requests[route]?.example ?? {};
  const subjects = Object.entries(named).map(([name, kind]) => [name, JSON.stringify(id(kind))]);
  const fields = Object.entries({ ...example, ...(Object.fromEntries(subjects) as typeof example) });
  const values = fields.map(([name, json]) => `"${name}":${json}`);
  const needsReason = parameters.some((one) => one.in === 'query' && one.name === 'reason');
  return browser.request<{ code?: string }>(
    method,
    `${path.replace(/\{\w+\}/, id(subject))}${needsReason ? `?${REASON}` : ''}`,
    { headers: KEY, ...(values.length > 0 && { body: `{${values.join()}}` }) },
  );
}

const codeOf = ({ body }: ApiResponse<{ code?: string }>) => body.code ?? '';
const operations = (wanted: (right: Right) => boolean) =>
  api.operations.filter(({ route }) => wanted(RIGHTS[route] ?? { who: 'anyone' }));
const isStaffs = ({ who }: Right) => typeof who !== 'string';
const maySee = ({ who }: Right, role: StaffRole) => typeof who !== 'string' && who.includes(role);

/** Routes that broke the rule, with what they answered. */
async function breaking(
  asked: readonly Operation[],
  rule: (operation: Operation) => Promise<string | null>,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const operation of asked) {
    const broken = await rule(operation);
    if (broken !== null) found.push(`${operation.route}: ${broken}`);
  }
  return found;
}

it('names every documented route once, and no other', () => {
  expect(Object.keys(RIGHTS).toSorted()).toEqual(api.operations.map(({ route }) => route).toSorted());
});

it('is printed for every route in docs/security.md, below who may call it', () => {
  const text = readFileSync(join(process.cwd(), 'docs/security.md'), 'utf8');
  const groups = [...text.matchAll(/^\*\*(.+)\*\*\n\n((?:- `[A-Z]+ \/api.*\n)+)/gm)];
  const printed = groups.flatMap(([, who = '', list = '']) =>
    list
      .trim()
      .split('\n')
      .map((line) => `${who} ${line}`),
  );
  const rows = Object.entries(RIGHTS).map(([route, { who, step }]) => {
    const callers = who === 'session' ? 'signed in' : [who].flat().join(', ');
    return `${callers} - \`${route}\`${step ? ' (code)' : ''}`;
  });
  expect(printed.toSorted()).toEqual(rows.toSorted());
});

describe('a recent code', () => {
  let slow: FlipServer;
  let late: Browser;

  beforeAll(async () => {
    slow = await FlipServer.start({ env: { RATE_LIMIT: 'off' }, frozenAt: '2026-11-20T12:00:00.000Z' });
    const { browser, credentials } = await newStaff(slow, 'lead');
    for (const role of STAFF_ROLES) await grant(slow, credentials, role);
    browser.cookies.clear();
    await browser.signIn(credentials);
    // A session of staff that is not used for so long has ended.
    slow.setClock('2026-11-20T12:10:00.000Z');
    await browser.post('/api/auth/refresh');
    slow.setClock('2026-11-20T12:15:00.000Z');
    late = browser;
  });
  afterAll(() => slow.dispose());

  it('is asked for exactly where the table says so, and documented there', async () => {
    const asked = operations(({ who, onlyRefusals, step }) => who !== 'anyone' && (step || !onlyRefusals));
    expect(asked.filter(({ route }) => RIGHTS[route]?.step).length).toBeGreaterThan(20);
    expect(
      await breaking(asked, async (operation) => {
        const answer = await call(operation, late);
        const isDocumented = refusalsOf(operation).includes('403 step_up_required');
        const wanted = RIGHTS[operation.route]?.step === true;
        return (codeOf(answer) === 'step_up_required') === wanted && isDocumented === wanted
          ? null
          : `${answer.status} ${codeOf(answer)}, ${isDocumented ? 'documented' : 'undocumented'}`;
      }),
    ).toEqual([]);
  });
});

describe('without a session', () => {
  it('only the open routes respond', async () => {
    const nobody = server.browser();
    expect(
      await breaking(api.operations, async (operation) => {
        nobody.cookies.clear();
        const answer = await call(operation, nobody);
        const isOpen = RIGHTS[operation.route]?.who === 'anyone';
        const isRefused = answer.status === 401 && codeOf(answer) === 'unauthenticated';
        return isRefused === isOpen ? `${answer.status} ${codeOf(answer)}` : null;
      }),
    ).toEqual([]);
  });

  it('of a suspended user, whatever their role, it is the same', async () => {
    const lead = staff.get('lead');
    const { browser, credentials } = await newStaff(server, 'analyst');
    const { body: me } = await browser.get<{ uid: string }>('/api/me');
    const reason = 'Somebody else uses the account.';
    expect((await lead?.post(`/api/compliance/senders/${me.uid}/suspend`, { reason }))?.status).toBe(204);
    const asked = operations(({ who }) => who !== 'anyone');
    expect(
      await breaking(asked, async (operation) => {
        const answer = await call(operation, browser);
        return answer.status === 401 ? null : `${answer.status} ${codeOf(answer)}`;
      }),
    ).toEqual([]);
    await expect(browser.signIn(credentials)).rejects.toThrow('account_suspended');
  });
});

describe('a signed-in user', () => {
  it('reads and changes their own, whatever their role', async () => {
    const asked = operations(({ who, onlyRefusals }) => who === 'session' && onlyRefusals === undefined);
    for (const browser of [luis, ...staff.values()])
      expect(
        await breaking(asked, async (operation) => {
          const answer = await call(operation, browser);
          return SHUT.includes(codeOf(answer)) ? codeOf(answer) : null;
        }),
      ).toEqual([]);
  });

  it("gets of another's what they get of a missing one, and changes nothing (ASVS 8.2.2)", async () => {
    const asked = operations(({ who, subject }) => who === 'session' && subject !== undefined);
    expect(asked.length).toBeGreaterThan(12);
    for (const browser of [luis, everything.browser])
      expect(
        await breaking(asked, async (operation) => {
          const foreign = await call(operation, browser, carl.ids);
          const missing = await call(operation, browser);
          return foreign.status === 404 && foreign.text === missing.text ? null : foreign.text;
        }),
      ).toEqual([]);
    const still = async (path: string) =>
      (await carl.browser.get<{ items: readonly unknown[] }>(path)).body.items;
    expect(await still('/api/cards')).toHaveLength(1);
    expect(await still('/api/recipients')).toHaveLength(1);
    expect((await carl.browser.get(`/api/transfers/${carl.ids.transfer}/receipt`)).status).toBe(200);
  });

  it('gets no statement of another', async () => {
    const { body } = await carl.browser.get<{ items: readonly { month: string }[] }>('/api/statements');
    const path = `/api/statements/${body.items[0]?.month ?? ''}.csv`;
    expect([(await carl.browser.get(path)).status, (await luis.get(path)).status]).toEqual([200, 404]);
  });
});

describe('a route of staff', () => {
  it('is closed to senders (ASVS 8.2.1)', async () => {
    expect(
      await breaking(operations(isStaffs), async (operation) => {
        const answer = await call(operation, luis, carl.ids);
        return answer.status === 403 && codeOf(answer) === 'forbidden' ? null : String(answer.status);
      }),
    ).toEqual([]);
  });

  it.each(STAFF_ROLES)('is open to %s exactly where the table says so', async (role) => {
    const browser = staff.get(role) ?? luis;
    expect(
      await breaking(operations(isStaffs), async (operation) => {
        const answer = await call(operation, browser);
        const isOpen = maySee(RIGHTS[operation.route] ?? { who: [] }, role);
        const isShut = SHUT.includes(codeOf(answer));
        return isShut === isOpen ? `${answer.status} ${codeOf(answer)}` : null;
      }),
    ).toEqual([]);
  });

  it('has nothing about oneself, not even with every role: it is answered like a missing one', async () => {
    const asked = operations((right) => isStaffs(right) && Boolean(right.subject ?? right.body));
    expect(asked.length).toBeGreaterThan(20);
    expect(
      await breaking(asked, async (operation) => {
        const own = await call(operation, everything.browser, everything.ids);
        const missing = await call(operation, everything.browser);
        return own.status === 404 && own.text === missing.text ? null : `${own.status} ${codeOf(own)}`;
      }),
    ).toEqual([]);
    const lists = ['/api/compliance/cases?limit=100', '/api/compliance/payouts?state=open'];
    for (const path of lists) {
      const { text } = await everything.browser.get(path);
      expect([path, text.includes(everything.ids.sender), text.includes(everything.ids.transfer)]).toEqual([
        ...[path, false, false],
      ]);
    }
  });

  it('that shows a person without being asked why is refused', async () => {
    const asked = api.operations.filter((operation) => refusalsOf(operation).includes('400 reason_required'));
    expect(asked.length).toBeGreaterThan(3);
    expect(
      await breaking(asked, async (operation) => {
        const body = { by: 'uid', value: carl.ids.sender, subject: carl.ids.sender, field: 'email' };
        const path = operation.path.replace(/\{(\w+)\}/, (_, name) =>
          name === 'uid' ? carl.ids.sender : carl.ids.transfer,
        );
        const fields = Object.entries(body).filter(([name]) => api.bodyFields(operation)?.includes(name));
        const answer = await everything.browser.request<{ code?: string }>(operation.method, path, {
          ...(fields.length > 0 && { body: JSON.stringify(Object.fromEntries(fields)) }),
        });
        return codeOf(answer) === 'reason_required' ? null : `${answer.status} ${codeOf(answer)}`;
      }),
    ).toEqual([]);
  });

  it("reaches another's, with every role", async () => {
    const asked = operations((right) => isStaffs(right) && Boolean(right.subject ?? right.body));
    expect(
      await breaking(asked, async (operation) => {
        const answer = await call(operation, everything.browser, carl.ids);
        return answer.status === 404 || SHUT.includes(codeOf(answer))
          ? `${answer.status} ${codeOf(answer)}`
          : null;
      }),
    ).toEqual([]);
  });
});
