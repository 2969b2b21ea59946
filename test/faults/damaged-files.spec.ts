import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EMBEDDED_FILES } from '../../api/src/engine/stores/data-format.js';
import { openEmbeddedVault } from '../../api/src/engine/vault/embedded-vault.js';
import { PASSWORD, servedBy, type Credentials } from '../support/browser.js';
import { newDebitCard } from '../support/debit-cards.js';
import { besideOf, filesOf } from './disk-image.js';
import { FlipServer } from '../support/flip-server.js';
import { ops } from '../support/ops.js';
import { chargedOnce, sendPromised } from './paid-sends.js';
import { counts, reportFigure } from '../support/scale.js';
import { Seeded } from '../support/seeded.js';
import { SharedProviders } from './shared-providers.js';
import { anchoredWrites } from '../support/vault-anchor.js';
import { waitFor } from '../support/wait-for.js';

const NEW_PASSWORD = 'copper-lantern-orchard-17';
/** Files without data: the lock, and where the last server listened. */
const WITHOUT_DATA = ['lock.db', 'address', 'test-clock', 'simulator.json', 'demo.json'];
/** Everything that the person can see, by address. */
const SHOWN = [
  '/api/me',
  '/api/transfers',
  '/api/recipients',
  '/api/cards',
  '/api/preferences',
  '/api/allowance',
];

/** Ways in which a file can be damaged; each gets its content and returns what is left of it, null for nothing. */
const DAMAGES: Readonly<Record<string, (content: Buffer, seeded: Seeded) => Buffer | null>> = {
  'one bit flipped': (content, seeded) => {
    const damaged = Buffer.from(content);
    const at = seeded.below(Math.max(1, damaged.length));
    if (damaged.length > 0) damaged[at] = (damaged[at] ?? 0) ^ (1 << seeded.below(8));
    return damaged;
  },
  'its end cut off': (content, seeded) => content.subarray(0, seeded.below(content.length + 1)),
  deleted: () => null,
  emptied: () => Buffer.alloc(0),
  'a page of zeros in it': (content, seeded) => {
    const damaged = Buffer.from(content);
    const page = seeded.below(Math.ceil(damaged.length / 4_096) || 1) * 4_096;
    return damaged.fill(0, page, Math.min(page + 4_096, damaged.length));
  },
  'replaced by noise': (content, seeded) =>
    Buffer.from(Array.from({ length: Math.min(content.length, 20_000) }, () => seeded.below(256))),
};

/** A server that cannot read a damaged page refuses with 503 for good: that is seen, and `verify` has to say why. */
const noAnswer = () => 'no answer';

/** A folder without a server: its files, and what its person saw in it. */
interface Left {
  readonly how: 'stopped' | 'killed';
  readonly files: ReadonlyMap<string, Buffer>;
  readonly shown: readonly string[];
}

describe('a damaged file', () => {
  let providers: SharedProviders;
  let server: FlipServer;
  let credentials: Credentials;
  const left: Left[] = [];

  const env = () => ({ ...providers.env, RATE_LIMIT: 'off' });

  beforeAll(async () => {
    providers = await SharedProviders.start();
    server = await FlipServer.start({ env: env() });
    providers.deliverTo(server.url);
    const sender = server.browser();
    credentials = await sender.signUp();
    const card = newDebitCard();
    await sender.saveCard(card);
    await sender.post('/api/recipients', { name: 'Maya', platform: 'Venmo', handle: '@mayaokafor' });
    const pay = async () => {
      const id = await sendPromised(sender, { simulatorUrl: providers.url, card });
      await chargedOnce(sender, providers.url, [id]);
    };
    await pay();
    await keep('stopped');
    await sender.signIn(credentials);
    await pay();
    await sender.post('/api/auth/password', { current: credentials.password, password: NEW_PASSWORD });
    credentials = { ...credentials, password: NEW_PASSWORD };
    await anchored(server.dataDir);
    await keep('killed');

    /** Ends the server, copies its files, and reads on a copy what the person sees. */
    async function keep(how: Left['how']): Promise<void> {
      await server.kill(how === 'stopped' ? 'SIGTERM' : 'SIGKILL');
      const files = filesOf(server.dataDir);
      server = await FlipServer.start({ dataDir: server.dataDir, env: env() });
      providers.deliverTo(server.url);
      left.push({ how, files, shown: await shownBy(server) });
      Object.assign(sender, { url: server.url });
    }
  });
  afterAll(async () => {
    await server.dispose();
    await providers.stop();
  });

  /** What the person reads after signing in; one line where that is refused. */
  async function shownBy(running: FlipServer, { password } = credentials): Promise<readonly string[]> {
    const browser = running.browser();
    const signIn = () => browser.post('/api/auth/sign-in', { ...credentials, password });
    const status = await servedBy(signIn).then((response) => response.status, noAnswer);
    if (status !== 200) return [`sign-in ${status}`];
    return Promise.all(
      SHOWN.map((path) =>
        servedBy(() => browser.get(path)).then(
          (response) => `${path} ${response.status} ${response.text}`,
          noAnswer,
        ),
      ),
    );
  }

  /** 'refused', 'reported' or 'nothing lost'; otherwise the unreported loss. */
  async function outcomeOn(dataDir: string, { how, shown }: Left): Promise<string> {
    const password = how === 'stopped' ? PASSWORD : NEW_PASSWORD;
    const started = await FlipServer.start({ dataDir, env: env() }).catch((refusal: unknown) =>
      String(refusal),
    );
    if (typeof started === 'string') return started.includes('ended with') ? 'refused' : started;
    try {
      const isReady = await readyOrReported(started);
      const now = isReady ? await shownBy(started, { ...credentials, password }) : [];
      await started.kill('SIGTERM');
      const lost = shown.filter((line, place) => line !== now[place]);
      if (isReady && lost.length === 0) return 'nothing lost';
      const { code, output } = await ops({ dataDir, env: env() }, 'verify');
      return code !== 0 && output.trim() !== '' ? 'reported' : `lost: ${lost.join('; ').slice(0, 300)}`;
    } finally {
      await started.kill();
    }
  }

  it(`is refused at the start or reported, or nothing is lost, ${String(counts.damages)} times`, async () => {
    const seed = Math.floor(Math.random() * 2 ** 31);
    const seeded = new Seeded(seed);
    const silent: string[] = [];
    const outcomes = new Map<string, number>();
    for (let damage = 0; damage < counts.damages; damage += 1) {
      const folder = seeded.pick(left);
      const names = [...folder.files.keys()].filter((name) => !WITHOUT_DATA.includes(name));
      const [name, kind] = [seeded.pick(names), seeded.pick(Object.keys(DAMAGES))];
      const dataDir = besideOf(server.dataDir, `damage-${damage}`);
      mkdirSync(dataDir, { mode: 0o700 });
      for (const [file, content] of folder.files) {
        const kept = file === name ? DAMAGES[kind]?.(content, seeded) : content;
        if (kept) writeFileSync(join(dataDir, file), kept, { mode: 0o600 });
      }
      const outcome = await outcomeOn(dataDir, folder);
      const isFine = ['refused', 'reported', 'nothing lost'].includes(outcome);
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      if (!isFine) silent.push(`${folder.how}, ${name}: ${kind}: ${outcome}`);
      rmSync(dataDir, { recursive: true, force: true });
    }
    reportFigure(`damages: ${JSON.stringify([...outcomes])}`);
    expect({ seed, silent }).toEqual({ seed, silent: [] });
  });
});

/** Waits until the anchor counts every write of the vault so far: a loss of its last second is not noticed (ADR 18). */
async function anchored(dataDir: string): Promise<void> {
  const vault = openEmbeddedVault(join(dataDir, EMBEDDED_FILES.vault), { readonly: true });
  const writes = vault.transactions ?? 0;
  await vault.close();
  await waitFor('the anchor', () => Promise.resolve((anchoredWrites(dataDir) ?? 0) >= writes || null));
}

/** False when readiness says that something is missing for longer than views need to be built. */
async function readyOrReported({ url }: FlipServer): Promise<boolean> {
  return waitFor('readiness', async () =>
    (await fetch(`${url}/health/ready`)).status === 200 ? true : null,
  ).catch(() => false);
}
