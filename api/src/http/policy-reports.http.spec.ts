import { TestApp } from '../../../test/support/test-app.js';

const img = {
  'document-uri': 'https://flip.test/shared/the-token?code=secret',
  referrer: 'https://x.test/a',
  'effective-directive': 'img-src',
  'original-policy': "default-src 'self'",
  'status-code': 200,
  'blocked-uri': 'https://ana:secret@evil.example/pixel.png?email=ana@people.example#secret',
};

let app: TestApp;
let lines: string[];
beforeEach(async () => {
  lines = [];
  app = await TestApp.open([], { log: (line) => void lines.push(line) });
});
afterEach(() => app.close());

/** As a browser sends it, which adds nothing else. */
async function report(of: object | string): Promise<{ readonly status: number; readonly text: string }> {
  const { statusCode: status, payload: text } = await app.inject({
    ...({ method: 'POST', url: '/api/csp-reports' } as const),
    payload: typeof of === 'string' ? of : JSON.stringify({ 'csp-report': of }),
    headers: { 'content-type': 'application/csp-report', origin: 'http://localhost:3000' },
  });
  return { status, text };
}
const logged = () =>
  lines.map((line) => (JSON.parse(line) as { msg: string }).msg).filter((text) => / kept /.test(text));

it('a report of a browser is logged once a minute per directive, without query, token or credentials', async () => {
  for (let nth = 0; nth < 3; nth += 1) expect((await report(img)).status).toBe(204);
  await report({ 'violated-directive': "script-src 'self'", 'blocked-uri': 'inline' });
  await report({ 'effective-directive': 'connect-src', 'blocked-uri': 'chrome-extension://abc/x.js?a' });
  await report({ 'effective-directive': 'font-src', 'blocked-uri': 'data:font/woff2;base64,secret' });
  const framed = 'https://flip.test/s/the-token';
  await report({ 'effective-directive': 'frame-ancestors', 'document-uri': framed, 'blocked-uri': framed });
  for (const name of ['my-src\n"level":"error"', 'your-src']) await report({ 'effective-directive': name });
  expect(logged()).toEqual([
    'img-src kept /shared from https://evil.example/pixel.png',
    'script-src kept / from inline',
    'connect-src kept / from chrome-extension://abc/x.js',
    'font-src kept / from data:',
    'frame-ancestors kept /s from /s',
    'other kept / from something',
  ]);
  expect(lines.join()).not.toMatch(/secret|the-token|people\.example/);
});

it.each([
  ['no JSON', '{'],
  ['no report', '{}'],
  ['a list', '[]'],
  ['null', 'null'],
  ['no object', '{"csp-report":"img-src"}'],
  ['too many members', JSON.stringify({ 'csp-report': Array.from({ length: 40 }, () => 1) })],
])('%s is dropped as a report', async (_, body) => {
  expect((await report(body)).status).toBe(204);
  expect(logged()).toEqual([]);
});

it('a report is refused when it is large, and after too many in a minute', async () => {
  expect((await report({ 'original-policy': 'x'.repeat(8_192) })).text).toContain('body_too_large');
  const statuses = new Set<number>();
  for (let nth = 0; nth < 20; nth += 1) statuses.add((await report(img)).status);
  expect([...statuses]).toEqual([204, 429]);
});
