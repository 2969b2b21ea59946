import { get } from 'node:http';
import type { Browser } from '../support/browser.js';
import { FlipServer } from '../support/flip-server.js';

const ROUTES = ['/api/transfers?limit=20', '/api/allowance'];
/** Lines are written within a tenth of a second. */
const LOG_DEADLINE_MS = 2_000;

interface LogLine {
  readonly msg?: string;
  readonly route?: string;
  readonly uid?: string;
}

describe('an answer that the server gives again', () => {
  let server: FlipServer;
  let ana: Browser;

  beforeAll(async () => {
    server = await FlipServer.start();
    ana = server.browser();
    await ana.signUp();
    await ana.send();
    for (const route of ROUTES) await ana.get(route);
  });
  afterAll(() => server.dispose());

  const cookie = () => [...ana.cookies].map(([name, value]) => `${name}=${value}`).join('; ');

  /** Names and values as they stand on the wire, and the body. */
  const onTheWire = (path: string) =>
    new Promise<{ headers: string[]; body: string }>((done, failed) => {
      get(server.url + path, { headers: { cookie: cookie() } }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('end', () =>
          done({ headers: response.rawHeaders, body: Buffer.concat(chunks).toString() }),
        );
      }).once('error', failed);
    });

  const linesOf = (person: string, asked: string) =>
    server.output
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as LogLine)
      .filter(({ uid, route, msg }) => msg === 'request' && uid === person && route === asked);

  const counted = async (route: string): Promise<number> => {
    const { text } = await server.browser().get('/metrics');
    const name = `flip_http_request_duration_seconds_count{method="GET",route="${route}",status="200"}`;
    return Number(
      text
        .split('\n')
        .find((line) => line.startsWith(name))
        ?.split(' ')
        .at(-1),
    );
  };

  it.each(ROUTES)('has every header of the first one, in its order and writing: %s', async (path) => {
    // A send makes both answers untrue: the next one is made, the one after it is given again.
    await ana.send();
    await ana.get('/api/transfers?limit=1');
    const [first, again] = [await onTheWire(path), await onTheWire(path)];
    const withoutDate = ({ headers }: { headers: string[] }) =>
      headers.toSpliced(headers.indexOf('Date') + 1, 1);
    expect(withoutDate(again)).toEqual(withoutDate(first));
    expect(again.body).toBe(first.body);
    expect(first.headers).toContain('content-security-policy');
  });

  it.each(['/api/transfers', '/api/allowance'])(
    'has a line in the log and counts in the metrics as the first one does: %s',
    async (route) => {
      const eve = server.browser();
      await eve.signUp();
      const { uid } = (await eve.get<{ uid: string }>('/api/me')).body;
      const before = await counted(route);
      for (const round of [1, 2, 3]) expect([round, (await eve.get(route)).status]).toEqual([round, 200]);
      expect(await counted(route)).toBe(before + 3);
      const deadline = Date.now() + LOG_DEADLINE_MS;
      while (linesOf(uid, route).length < 3 && Date.now() < deadline)
        await new Promise((done) => setTimeout(done, 20));
      const lines = linesOf(uid, route);
      expect(lines).toHaveLength(3);
      for (const line of lines)
        expect(line).toEqual({
          level: 'info',
          time: expect.any(String) as string,
          requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
          method: 'GET',
          route,
          status: 200,
          durationMs: expect.any(Number) as number,
          uid,
          msg: 'request',
        });
    },
  );

  it('is given to nobody who signed out, from the moment of it', async () => {
    const eve = server.browser();
    const credentials = await eve.signUp();
    const elsewhere = server.browser();
    await elsewhere.signIn(credentials);
    for (const browser of [eve, elsewhere, eve, elsewhere])
      for (const route of ROUTES) expect((await browser.get(route)).status).toBe(200);
    const kept = new Map(elsewhere.cookies);
    await elsewhere.post('/api/auth/sign-out');
    for (const [name, value] of kept) elsewhere.cookies.set(name, value);
    for (const route of ROUTES) expect((await elsewhere.get(route)).status).toBe(401);
    for (const route of ROUTES) expect((await eve.get(route)).status).toBe(200);
    await eve.request('DELETE', '/api/sessions');
    for (const route of ROUTES) expect((await eve.get(route)).status).toBe(401);
  });
});
