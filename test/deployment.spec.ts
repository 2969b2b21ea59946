import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '../api/src/config/read-config.js';

const root = process.cwd();
const textOf = (file: string) => readFileSync(join(root, file), 'utf8');

const compose = textOf('docker-compose.yml');
/** The text of each service, with that of the block that it takes over. */
const services = new Map(
  [...compose.slice(compose.indexOf('\nservices:\n'), compose.indexOf('\nvolumes:\n')).matchAll(BLOCK())].map(
    ([text, name = '']) => [name, text + (/<<: \*([\w-]+)/.exec(text)?.[1] ?? '')],
  ),
);
function BLOCK() {
  return /^ {2}([\w-]+):.*\n(?:(?: {4}.*)?\n)*/gm;
}
const names = (pattern: RegExp) => [...services.keys()].filter((name) => pattern.test(name));

describe('docker-compose.yml', () => {
  it('gives Flip more time to stop than it takes', () => {
    expect(compose).toMatch(/^x-flip: &flip\n(?: {2}.*\n)*? {2}stop_grace_period: 20s\n/m);
  });

  it('limits the memory of every store, and what MongoDB takes of it', () => {
    expect(compose.match(/^ {2}mem_limit: /gm)).toHaveLength(3);
    const commands = [...compose.matchAll(/command: mongod .*/g)].map(([command]) => command);
    expect(commands.filter((command) => !command.includes('--wiredTigerCacheSizeGB'))).toEqual([]);
    expect(commands).toHaveLength(2);
  });

  it('restarts what shares a network together with it', () => {
    const sharing = [...services].filter(([, text]) => /network_mode: service:|flip-in-cluster/.test(text));
    expect(sharing.map(([name]) => name).sort()).toEqual([
      'flip',
      'flip-1',
      'flip-2',
      'simulator',
      'simulator-front',
    ]);
    for (const [, text] of sharing) expect(text).toMatch(/\*behind-(front|proxy)/);
    expect(compose.match(/service_started, restart: true/g)).toHaveLength(2);
  });

  it('gives the logs of every event store a volume with a name', () => {
    for (const name of names(/^eventstore/))
      expect(services.get(name)).toContain(`'${name}-logs:/var/log/kurrentdb'`);
    expect(names(/^eventstore/)).toHaveLength(4);
  });

  it('has a proxy that knows the port and the readiness of each API process', () => {
    const ports = names(/^flip-\d$/).map(
      (name) => /PORT: (\d+)/.exec(services.get(name) ?? '')?.[1] ?? 'none',
    );
    const caddyfile = textOf('Caddyfile');
    const upstreams = [...caddyfile.matchAll(/reverse_proxy (.*3010.*) \{/g)].map(([, to]) => to);
    expect(new Set(upstreams)).toEqual(new Set([ports.map((port) => `127.0.0.1:${port}`).join(' ')]));
    for (const setting of ['health_uri /health/ready', 'lb_try_duration 5s', 'max_fails 1'])
      expect(caddyfile).toContain(setting);
  });

  it('can be tried without any key: .env.cluster.example is a configuration of test mode', () => {
    const lines = textOf('.env.cluster.example').matchAll(/^([A-Z_]+)=(.*)$/gm);
    const config = readConfig(
      Object.fromEntries([...lines].map(([, name = '', value = '']) => [name, value])),
    );
    expect(config).toMatchObject({
      TEST_MODE: true,
      SIMULATOR_URL: 'http://127.0.0.1:3001',
      SIMULATOR_PORT: 3001,
    });
  });
});

describe('the image', () => {
  it('installs the packages that the bundle leaves out, and those alone', () => {
    const dockerfile = textOf('Dockerfile');
    expect(dockerfile).toContain('node scripts/external-packages.mjs && npm install --omit=dev');
    expect(textOf('scripts/bundle.mjs')).toContain('const external = [...EXTERNAL, ...OPTIONAL];');
  });

  it('is built on one image, which a release names by its digest', () => {
    const dockerfile = textOf('Dockerfile');
    const stages = [...dockerfile.matchAll(/^FROM (\S+) AS (\S+)$/gm)];
    const built = new Set(stages.map(([, , stage]) => stage));
    const bases = stages.map(([, base = '']) => base).filter((base) => !built.has(base));
    expect(new Set(bases)).toEqual(new Set(['${NODE_IMAGE}']));
    expect(dockerfile).toMatch(/^ARG NODE_IMAGE=node:\S+$/m);
    expect(textOf('.github/workflows/release.yml')).toContain('--build-arg "NODE_IMAGE=$base@$digest"');
  });

  it('gives Node what npm start gives it', () => {
    const { scripts } = JSON.parse(textOf('package.json')) as {
      readonly scripts: { readonly start: string };
    };
    const flags = scripts.start.match(/--\S+/g) ?? [];
    expect(flags).toHaveLength(1);
    const command = ['node', ...flags, 'dist/server/main.js'].map((word) => `"${word}"`).join(', ');
    expect(textOf('Dockerfile')).toContain(`CMD [${command}]`);
  });

  it('asks for the health of the port that Flip listens on', () => {
    expect(textOf('Dockerfile')).toContain('127.0.0.1:${process.env.PORT || 3000}/health/live');
  });
});
