import type { Browser } from '../support/browser.js';
import { OpenApi, type Operation } from '../support/open-api.js';
import { sharedServer } from '../support/shared-servers.js';

const SENDER = { email: 'luis@demo.example', password: 'copper-meadow-train-31' };
const STAFF = [
  { email: 'analyst@demo.example', password: 'quiet-harbor-violin-74' },
  { email: 'operator@demo.example', password: 'silver-anchor-meadow-26' },
];
/** A sender's own lists, and what everyone may read. */
const COMPRESSED = [
  'GET /api/cards',
  'GET /api/config',
  'GET /api/fees/schedule',
  'GET /api/recipients',
  'GET /api/statements',
  'GET /api/statements/{month}/transfers',
  'GET /api/transfers',
  'GET /api/transfers/{id}',
  'GET /api/transfers/{id}/timeline',
  'GET /api/verification',
];
/** Longer than a kilobyte in the demo, and not compressed: documents, exports and the desks. */
const LONG = [
  'GET /api/compliance/cases',
  'GET /api/compliance/cases/{id}',
  'GET /api/statements/{file}',
  'GET /api/transfers.csv',
  'GET /api/transfers/{id}/receipt.pdf',
];
const MIN_BYTES = 1_024;
/** Its response never ends. */
const STREAM = 'GET /api/events';

interface Answer {
  readonly route: string;
  readonly status: number;
  readonly encoding: string | null;
  readonly length: number;
}

describe('the responses of every documented route', () => {
  let answers: readonly Answer[];

  beforeAll(async () => {
    const server = await sharedServer('demo');
    const sender = server.browser();
    await sender.signIn(SENDER);
    const [analyst, operator] = await Promise.all(
      STAFF.map(async (credentials) => {
        const browser = server.browser();
        await browser.signIn(credentials);
        return browser;
      }),
    );
    const stranger = server.browser();
    await stranger.signUp();
    const { operations } = await OpenApi.of(sender);
    const names = await namesIn(sender, analyst ?? sender);
    const read = async (operation: Operation, browser: Browser) =>
      answerOf(operation, browser, filled(operation, names));
    const reads = operations.filter(({ method }) => method === 'GET');
    answers = [
      ...(await allInTurn(reads, (one) => read(one, server.browser()))),
      ...(await allInTurn(reads, (one) => read(one, sender))),
      ...(await allInTurn(reads, (one) => read(one, analyst ?? sender))),
      ...(await allInTurn(reads, (one) => read(one, operator ?? sender))),
      ...(await allInTurn(
        operations.filter(({ method }) => method !== 'GET'),
        (one) => read(one, stranger),
      )),
    ];
  });

  const routesOf = (is: (answer: Answer) => boolean) => [
    ...new Set(answers.filter(is).map(({ route }) => route)),
  ];

  it('are compressed on the listed reads alone', () => {
    const others = routesOf(({ route, encoding }) => encoding !== null && !COMPRESSED.includes(route));
    expect(others).toEqual([]);
    // Others would be long enough.
    expect(routesOf(({ length }) => length > MIN_BYTES)).toEqual(expect.arrayContaining(LONG));
  });

  it('are compressed on the listed reads from a kilobyte on', () => {
    const listed = answers.filter(({ route, status }) => COMPRESSED.includes(route) && status === 200);
    const odd = listed.filter(({ length, encoding }) => length > MIN_BYTES !== (encoding === 'br'));
    expect(odd).toEqual([]);
    expect(new Set(listed.map(({ route }) => route)).size).toBe(COMPRESSED.length);
    expect(listed.filter(({ encoding }) => encoding === 'br').length).toBeGreaterThan(3);
  });
});

async function allInTurn<One>(
  operations: readonly Operation[],
  ask: (operation: Operation) => Promise<One>,
): Promise<One[]> {
  const found: One[] = [];
  for (const operation of operations) found.push(await ask(operation));
  return found;
}

/** What the paths of the demo's documents are filled with, by route or parameter. */
async function namesIn(sender: Browser, analyst: Browser): Promise<Readonly<Record<string, string>>> {
  const { body: page } = await sender.get<{ items: readonly { id: string; status: string }[] }>(
    '/api/transfers?limit=50',
  );
  const { body: months } = await sender.get<{ items: readonly { month: string }[] }>('/api/statements');
  const { body: cases } = await analyst.get<{ items: readonly { id: string }[] }>('/api/compliance/cases');
  const month = months.items[0]?.month ?? '';
  return {
    'compliance/cases': cases.items[0]?.id ?? '',
    transfers: page.items.find(({ status }) => status === 'delivered')?.id ?? '',
    month,
    file: `${month}.pdf`,
  };
}

function filled({ path }: Operation, names: Readonly<Record<string, string>>): string {
  return path.replaceAll(/([\w/]+)\/\{(\w+)\}/g, (_all, before: string, name: string) => {
    const value = names[name] ?? names[before.replace('/api/', '')] ?? '00000000-0000-4000-8000-000000000000';
    return `${before}/${value}`;
  });
}

async function answerOf({ route, method }: Operation, browser: Browser, path: string): Promise<Answer> {
  const unsafe = method === 'GET' ? {} : { 'x-flip-request': '1', 'content-type': 'application/json' };
  const response = await fetch(browser.url + path, {
    method,
    redirect: 'manual',
    headers: { ...unsafe, 'accept-encoding': 'br, gzip', ...(browser.cookie && { cookie: browser.cookie }) },
    ...(method === 'GET' ? {} : { body: '{}' }),
  });
  const encoding = response.headers.get('content-encoding');
  if (route === STREAM) {
    await response.body?.cancel();
    return { route, status: response.status, encoding, length: 0 };
  }
  const { byteLength: length } = await response.arrayBuffer();
  return { route, status: response.status, encoding, length };
}
