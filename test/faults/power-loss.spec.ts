import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser } from '../support/browser.js';
import { newDebitCard } from '../support/debit-cards.js';
import { besideOf, filesOf, writeImage } from './disk-image.js';
import { DISK_TRACE, readDiskTrace, type DiskCall } from './disk-trace.js';
import { FlipServer } from '../support/flip-server.js';
import { ops } from '../support/ops.js';
import { sendPromised } from './paid-sends.js';
import { counts } from '../support/scale.js';
import { Seeded } from '../support/seeded.js';
import { SharedProviders } from './shared-providers.js';
import { Tracer } from '../support/tracer.js';
import { waitFor } from '../support/wait-for.js';

const SENDS = 16;
const SIGN_INS = 6;
const IMAGES_PER_TRACE = 30;
/** A call that had begun when the server was stopped has ended by then. */
const STOPPED_AFTER_MS = 250;

/** An acknowledged response, with the number of calls the server had made before. */
interface Promised {
  readonly what: 'transfer' | 'session';
  /** The transfer's id, or the session's cookies. */
  readonly text: string;
  readonly before: number;
}

describe('a power loss', () => {
  let providers: SharedProviders;
  /** The traced one. */
  let server: FlipServer;

  beforeAll(async () => {
    providers = await SharedProviders.start();
  });
  afterAll(async () => {
    await server.dispose();
    await providers.stop();
  });

  const env = () => ({ ...providers.env, RATE_LIMIT: 'off', UV_USE_IO_URING: '0' });

  /** Traces a server while it is paid through and people sign in. */
  async function traced() {
    const sender = server.browser();
    const credentials = await sender.signUp();
    await sender.confirmAddress();
    const folder = mkdtempSync(join(tmpdir(), 'flip-trace-'));
    const file = join(folder, 'trace');
    // Stopped, so that the trace begins with what the copied files hold.
    process.kill(server.pid, 'SIGSTOP');
    await delay(STOPPED_AFTER_MS);
    const base = filesOf(server.dataDir);
    const tracer = await Tracer.attach(server.pid, ...DISK_TRACE, '-o', file);
    process.kill(server.pid, 'SIGCONT');
    const card = newDebitCard();
    const simulatorUrl = providers.url;
    const sending = Array.from({ length: SENDS }, () => sendPromised(sender, { simulatorUrl, card }));
    const sessions = Array.from({ length: SIGN_INS }, () => server.browser());
    const signingIn = Promise.all(sessions.map((browser) => browser.signIn(credentials)));
    const [transfers] = await Promise.all([Promise.all(sending), signingIn]);
    await tracer.detach();
    await server.kill();
    const calls = await readDiskTrace(file, server.dataDir);
    rmSync(folder, { recursive: true });
    return { sender, base, calls, promises: promisesIn(calls, { transfers, sessions }) };
  }

  it(`leaves everything that was promised, and data that verify finds in order, on ${String(counts.powerLossImages)} images of the disk`, async () => {
    const seed = Math.floor(Math.random() * 2 ** 31);
    const seeded = new Seeded(seed);
    for (let made = 0; made < counts.powerLossImages; made += IMAGES_PER_TRACE) {
      server = await FlipServer.start({ env: env() });
      providers.deliverTo(server.url);
      const { sender, base, calls, promises } = await traced();
      expect(promises).toHaveLength(SENDS + SIGN_INS);
      expect(calls.filter(({ kind }) => kind === 'sync').length).toBeGreaterThan(5);
      for (let image = made; image < Math.min(made + IMAGES_PER_TRACE, counts.powerLossImages); image += 1) {
        const end = seeded.below(calls.length + 1);
        const dataDir = besideOf(server.dataDir, `image-${image}`);
        const luck = writeImage(dataDir, base, { calls, end, seeded });
        const kept = promises.filter(({ before }) => before < end);
        const said = { seed, image, end, luck };
        expect({ ...said, lost: await lostOn(dataDir, sender, kept) }).toEqual({ ...said, lost: [] });
        const { code, output } = await ops({ dataDir, env: env() }, 'verify');
        expect({ ...said, code, output: code === 0 ? '' : output }).toEqual({ ...said, code: 0, output: '' });
        rmSync(dataDir, { recursive: true });
      }
      await server.dispose();
    }
  });

  /** Starts a server on an image; the promises that it does not know. */
  async function lostOn(
    dataDir: string,
    sender: Browser,
    promises: readonly Promised[],
  ): Promise<readonly Promised[]> {
    const survivor = await FlipServer.start({ dataDir, env: env() });
    try {
      const views = await fetch(`${survivor.url}/health/ready`);
      if (views.status !== 200)
        await waitFor('the views', async () =>
          (await fetch(`${survivor.url}/health/ready`)).status === 200 ? true : null,
        );
      // An access token may be older than ten minutes by now: a session is kept if it can be refreshed.
      const refreshed = async (cookie: string): Promise<string | null> => {
        const headers = { cookie, 'x-flip-request': '1' };
        const reply = await fetch(`${survivor.url}/api/auth/refresh`, { method: 'POST', headers });
        if (reply.status !== 204) return null;
        return reply.headers
          .getSetCookie()
          .map((set) => set.replace(/;.*/, ''))
          .join('; ');
      };
      const own = (await refreshed(sender.cookie)) ?? '';
      const isRead = async (path: string, cookie: string): Promise<boolean> => {
        const read = async () =>
          (await fetch(survivor.url + path, { headers: { cookie } })).status === 200 || null;
        // The view may have lost more than the log, and then follows it.
        return waitFor(path, read).catch(() => false);
      };
      const isKept = async ({ what, text }: Promised): Promise<boolean> => {
        if (what === 'transfer') return isRead(`/api/transfers/${text}`, own);
        const cookie = await refreshed(text);
        return cookie !== null && isRead('/api/me', cookie);
      };
      const known = await Promise.all(promises.map(isKept));
      return promises.filter((_, place) => !known[place]);
    } finally {
      await survivor.kill('SIGTERM');
    }
  }
});

/** The first call that sends what a client has received. */
function promisesIn(
  calls: readonly DiskCall[],
  { transfers, sessions }: { readonly transfers: readonly string[]; readonly sessions: readonly Browser[] },
): readonly Promised[] {
  const sentWith = (text: string) =>
    calls.findIndex((call) => call.kind === 'sent' && call.text.includes(text));
  return [
    ...transfers.map((text) => ({ what: 'transfer' as const, text, before: sentWith(text) })),
    ...sessions.map(({ cookie, cookies }) => ({
      what: 'session' as const,
      text: cookie,
      before: sentWith(cookies.get('flip_at') ?? ''),
    })),
  ].filter(({ before }) => before >= 0);
}
