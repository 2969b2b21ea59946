import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { servedBy, type Browser } from '../support/browser.js';
import { newDebitCard } from '../support/debit-cards.js';
import { FlipServer } from '../support/flip-server.js';
import { LiveReader } from '../support/live-reader.js';
import { expectViewsEqualTheLog } from '../support/ops.js';
import { chargedOnce, expectLedger, sendPromised } from './paid-sends.js';
import { counts, reportFigure } from '../support/scale.js';
import { SharedProviders } from './shared-providers.js';

/** Paid sends per second; everything else is a multiple of it. */
const PAUSE_MS = 500;
/** A sender's $250 a week are enough for these; then another one signs up. */
const SENDS_PER_SENDER = 100;
const MEGABYTE = 1_048_576;
/** More than any of these during load, at any length of the run. */
const LIMITS = {
  residentBytes: 900 * MEGABYTE,
  heapBytes: 400 * MEGABYTE,
  openFiles: 250,
  writeAheadBytes: 160 * MEGABYTE,
} as const;
/** How much more memory the last third may need than the second one. */
const GROWTH = 1.25;

type Sample = Readonly<Record<keyof typeof LIMITS, number>>;

describe('mixed paid traffic', () => {
  let providers: SharedProviders;
  let server: FlipServer;

  beforeAll(async () => {
    providers = await SharedProviders.start();
    server = await FlipServer.start({ env: { ...providers.env, RATE_LIMIT: 'off' } });
    providers.deliverTo(server.url);
  });
  afterAll(async () => {
    await server.dispose();
    await providers.stop();
  });

  async function newSender(): Promise<{ readonly browser: Browser; readonly card: string }> {
    const browser = server.browser();
    await browser.signUp();
    await browser.confirmAddress();
    return { browser, card: newDebitCard() };
  }

  /** What a person does besides sending. */
  async function browse(browser: Browser, turn: number): Promise<void> {
    const pages = [
      '/api/transfers?limit=25',
      '/api/allowance',
      '/api/cards',
      '/api/me',
      '/api/transfers/total',
    ];
    const { status } = await servedBy(() => browser.get(pages[turn % pages.length] ?? '/api/me'));
    expect(status).toBe(200);
    if (turn % 20 === 0) {
      const body = JSON.stringify({ displayName: `Maya ${turn}` });
      const { status: changed } = await servedBy(() =>
        browser.request('PATCH', '/api/preferences', { body }),
      );
      expect(changed).toBe(200);
    }
  }

  async function sample(): Promise<Sample> {
    const text = await (await fetch(`${server.url}/metrics`)).text();
    const metric = (name: string) => Number(new RegExp(String.raw`^${name} (\S+)$`, 'm').exec(text)?.[1]);
    const sizeOf = (file: string) =>
      statSync(join(server.dataDir, file), { throwIfNoEntry: false })?.size ?? 0;
    return {
      residentBytes: metric('process_resident_memory_bytes'),
      heapBytes: metric('nodejs_heap_size_used_bytes'),
      openFiles: metric('process_open_fds'),
      writeAheadBytes: ['events.db-wal', 'vault.db-wal', 'views.db-wal']
        .map(sizeOf)
        .reduce((one, other) => one + other),
    };
  }

  it(`for ${String(counts.soakMs / 1_000)} s stays within fixed memory, files and write-ahead logs, and ends with equal books`, async () => {
    const startedMs = Date.now();
    const samples: Sample[] = [];
    const checks: Promise<number>[] = [];
    let sender = await newSender();
    for (let turn = 0; Date.now() - startedMs < counts.soakMs; turn += 1) {
      if (turn > 0 && turn % SENDS_PER_SENDER === 0) sender = await newSender();
      const { browser, card } = sender;
      const [reader, id] = await Promise.all([
        LiveReader.open(browser.url, browser.cookie),
        sendPromised(browser, { simulatorUrl: providers.url, card }),
        browse(browser, turn),
      ]);
      // Before the simulator's lists have moved on.
      checks.push(chargedOnce(browser, providers.url, [id]).finally(() => reader.close()));
      samples.push(await sample());
      await delay(Math.max(0, startedMs + (turn + 1) * PAUSE_MS - Date.now()));
    }
    const cents = (await Promise.all(checks)).reduce((sum, one) => sum + one, 0);
    await expectLedger(server.browser(), startedMs, cents);
    for (const [name, limit] of Object.entries(LIMITS) as [keyof Sample, number][]) {
      const values = samples.map((one) => one[name]);
      expect([name, values.every((value) => value >= 0 && value <= limit)]).toEqual([name, true]);
    }
    expectLevel(samples.map(({ heapBytes }) => heapBytes));
    expectLevel(samples.map(({ residentBytes }) => residentBytes));
    reportFigure(`${checks.length} paid transfers; last: ${JSON.stringify(samples.at(-1))}`);
    await server.kill('SIGTERM');
    await expectViewsEqualTheLog({ dataDir: server.dataDir, env: providers.env });
  });
});

/** A run of minutes must have reached its level: its last third needs hardly more than the one before. */
function expectLevel(values: readonly number[]): void {
  if (counts.soakMs < 600_000) return;
  const third = Math.floor(values.length / 3);
  const highest = (from: number) => Math.max(...values.slice(from, from + third));
  expect(highest(2 * third)).toBeLessThan(GROWTH * highest(third));
}
