import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sharedServer, type SharedServer } from '../support/shared-servers.js';

interface Served {
  body: string;
  policy: string | null;
}

describe('the scripts that a deployment serves', () => {
  let flip: SharedServer;
  let between: Server | undefined;

  beforeAll(async () => {
    flip = await sharedServer('plain');
  });
  afterEach(() => {
    between?.close();
    between = undefined;
  });

  it('are those of the build, each with its hash', async () => {
    const { code, output } = await compared(flip.url);
    expect([code, output]).toEqual([0, expect.stringMatching(/ 0 differences/)]);
  });

  it('are reported when one is changed, added to a page or let in by its policy', async () => {
    const address = await changing({
      '/first-paint.js': (served) => (served.body += ';'),
      '/payment': (served) => (served.body += '<script>steal()</script>'),
      '/signin': (served) => (served.body += '<script src="https://evil.example/x.js"></script>'),
      '/saved-cards': (served) =>
        (served.policy = "default-src 'self'; script-src 'self' https://evil.example"),
      '/': (served) => (served.policy = null),
    });
    const { code, output } = await compared(address);
    expect(code).toBe(1);
    for (const finding of [
      '/first-paint.js: another content',
      '/payment: a script inside the page is not in the inventory',
      '/signin: https://evil.example/x.js is not in the inventory',
      '/saved-cards: its policy allows scripts from https://evil.example',
      '/: its policy allows scripts from *',
    ])
      expect(output).toContain(finding);
    expect(output).toMatch(/ 5 differences/);
  });

  /** A server in front of Flip that changes what it sends for some paths. */
  async function changing(changes: Readonly<Record<string, (served: Served) => void>>): Promise<string> {
    const server = createServer((request, response) => {
      void fetch(flip.url + (request.url ?? '')).then(async (answer) => {
        const served = {
          body: await answer.text(),
          policy: answer.headers.get('content-security-policy'),
        };
        changes[request.url ?? '']?.(served);
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
