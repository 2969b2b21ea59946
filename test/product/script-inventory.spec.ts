import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FlipServer } from '../support/flip-server.js';

interface Served {
  body: string;
  policy: string | null;
}

describe('the scripts that a deployment serves', () => {
  let flip: FlipServer;
  let between: Server | undefined;

  beforeAll(async () => {
    flip = await FlipServer.start();
  });
  afterEach(() => {
    between?.close();
    between = undefined;
  });
  afterAll(() => flip.dispose());

  it('are those of the build, each with its hash', async () => {
    const { code, output } = await compared(flip.url);
    expect([code, output]).toEqual([0, expect.stringMatching(/ 0 differences/)]);
  });

  it.each<[string, string, (served: Served) => void, RegExp]>([
    [
      'a changed script',
      '/first-paint.js',
      (served) => (served.body += ';'),
      /first-paint\.js: another content/,
    ],
    [
      'a script inside a page',
      '/payment',
      (served) => (served.body += '<script>steal()</script>'),
      /\/payment: a script inside the page is not in the inventory/,
    ],
    [
      'a script of another site',
      '/signin',
      (served) => (served.body += '<script src="https://evil.example/x.js"></script>'),
      /\/signin: https:\/\/evil\.example\/x\.js is not in the inventory/,
    ],
    [
      'a policy that lets others in',
      '/payment',
      (served) => (served.policy = "default-src 'self'; script-src 'self' https://evil.example"),
      /\/payment: its policy allows scripts from https:\/\/evil\.example/,
    ],
    [
      'a page without a policy',
      '/',
      (served) => (served.policy = null),
      /\/: its policy allows scripts from \*/,
    ],
  ])('are reported with %s', async (_, path, change, finding) => {
    const address = await changing(path, change);
    const { code, output } = await compared(address);
    expect(code).toBe(1);
    expect(output).toMatch(finding);
    expect(output).toMatch(/ 1 differences/);
  });

  /** A server in front of Flip that changes what it sends for one path. */
  async function changing(path: string, change: (served: Served) => void): Promise<string> {
    const server = createServer((request, response) => {
      void fetch(flip.url + (request.url ?? '')).then(async (answer) => {
        const served = {
          body: await answer.text(),
          policy: answer.headers.get('content-security-policy'),
        };
        if (request.url === path) change(served);
        if (served.policy !== null) response.setHeader('content-security-policy', served.policy);
        response.end(served.body);
      });
    });
    between = server;
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  }
});

function compared(address: string): Promise<{ readonly code: number; readonly output: string }> {
  return new Promise((done) => {
    const child = execFile(
      process.execPath,
      ['scripts/script-inventory.mjs', address],
      (_error, stdout, stderr) => done({ code: child.exitCode ?? -1, output: stdout + stderr }),
    );
  });
}
