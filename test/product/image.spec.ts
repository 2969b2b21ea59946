import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { FlipServer } from '../support/flip-server.js';
import { Servers } from '../support/servers.js';
import { waitFor } from '../support/wait-for.js';

const list = readFileSync('scripts/external-packages.mjs', 'utf8');
const external = [...list.matchAll(/'((?:@[\w-]+\/)?[\w-]+)'(?=[,\]])/g)].map(([, name = '']) => name);

interface Package {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** The packages and all that they need, as far as it is installed here. */
function closureOf(names: readonly string[], found = new Set<string>()): ReadonlySet<string> {
  for (const name of names) {
    const file = join('node_modules', name, 'package.json');
    if (found.has(name) || !existsSync(file)) continue;
    found.add(name);
    const { dependencies, optionalDependencies } = JSON.parse(readFileSync(file, 'utf8')) as Package;
    closureOf(Object.keys({ ...dependencies, ...optionalDependencies }), found);
  }
  return found;
}

describe('the bundle with nothing but the packages of the image', () => {
  let folder: string;
  let servers: Servers;
  let server: FlipServer | undefined;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'flip-image-'));
    for (const part of ['dist/server', 'dist/simulator', 'dist/compiled/api'])
      cpSync(part, join(folder, part), { recursive: true });
    cpSync('package.json', join(folder, 'package.json'));
    for (const name of closureOf(external)) {
      const link = join(folder, 'node_modules', name);
      mkdirSync(dirname(link), { recursive: true });
      symlinkSync(join(process.cwd(), 'node_modules', name), link);
    }
    servers = await Servers.start();
    server = await FlipServer.start({ env: servers.env, root: folder });
  });
  afterAll(async () => {
    await server?.dispose();
    await servers.dispose();
    rmSync(folder, { recursive: true, force: true });
  });

  it('starts on servers, pays a transfer and makes its receipt', async () => {
    expect(external).toEqual(
      expect.arrayContaining(['libsql', 'mongodb', '@eventstore/db-client', 'pdfkit']),
    );
    if (!server) throw new Error('It did not start');
    const sender = server.browser();
    await waitFor('readiness', async () => (await sender.get('/health/ready')).status === 200 || null);
    await sender.signUp();
    const draft = { amount: '5.00', platform: 'PayPal', handle: 'maya@people.example' } as const;
    const id = await sender.sendPaid(draft, server.simulatorUrl);
    const receipt = await sender.get(`/api/transfers/${id}/receipt.pdf`);
    expect([receipt.status, receipt.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect((await sender.get('/api/docs')).status).toBe(200);
  });
});
