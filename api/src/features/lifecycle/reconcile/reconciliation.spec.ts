import { Logger } from '@nestjs/common';
import { InMemoryRecords, openInMemoryVault } from '../../../../../test/support/in-memory-vault.js';
import { DAY, MINUTE, TransferLife } from '../../../../../test/support/transfer-life.js';
import { waitFor } from '../../../../../test/support/wait-for.js';
import { RequestMetrics } from '../../../http/edge/log-and-metrics.js';
import type { ViewStore } from '../../../engine/view-store/view-store.port.js';
import { noStrays } from '../../../../../test/support/no-strays.js';
import { transfersOf } from '../../../../../test/support/transfers-of.js';
import type { CardPayments } from '../payment/card-payments.js';
import type { Config } from '../../../config/config.js';
import { Comparison } from './comparison.js';
import type { MissedDisputes } from '../refund/missed-disputes.js';
import type { MissedReturns } from '../payout/missed-returns.js';
import type { View } from '../../../event-sourcing/projection.js';
import { type OpenTransfer, openTransfersProjection } from '../state/open-transfers.projection.js';
import type { Payouts } from '../payout/payouts.js';
import { Reconciliation } from './reconciliation.js';

const HOUR = 60 * MINUTE;
const NOON = Date.parse('2026-11-20T12:00:00.000Z');

let records: InMemoryRecords;
let clock: { nowMs: number };
let charge: 'captured' | 'cancelled' | null;
/** How often a provider was asked about the one transfer there is. */
let asked: number;
let whenAsked: () => unknown;
/** Lists the processor's disputes. */
let listing: () => Promise<void>;
/** How often a worker has looked whether a run is due. */
let looks: number;
const running: Reconciliation[] = [];
const lines: string[] = [];

beforeEach(() => {
  records = new InMemoryRecords();
  clock = { nowMs: NOON };
  charge = 'captured';
  asked = 0;
  whenAsked = () => undefined;
  listing = () => Promise.resolve();
  lines.length = 0;
  const note = (line: unknown) => void lines.push(String(line));
  jest.spyOn(Logger.prototype, 'log').mockImplementation(note);
  jest.spyOn(Logger.prototype, 'warn').mockImplementation(note);
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.beforeApplicationShutdown()));
  jest.restoreAllMocks();
});

/** One process on the shared vault; its worker looks once when it starts. */
function start(): { readonly metrics: RequestMetrics } {
  const metrics = new RequestMetrics();
  const life = new TransferLife().toCaptured();
  const { state, at } = life;
  const transfer = { id: 't1', state, updatedAt: at } as OpenTransfer;
  const find = (view: View, { where }: { readonly where: object }) =>
    Promise.resolve({
      items: view === openTransfersProjection && 'timer' in where ? [transfer] : [],
      nextCursor: null,
    });
  const paymentsOf = () => {
    asked += 1;
    whenAsked();
    if (charge === null) return Promise.reject(new Error('The processor is away'));
    return Promise.resolve([{ state: charge, paymentRef: 'pi_1', providerAt: at, cents: 12_690 }]);
  };
  const reconciliation = new Reconciliation(
    new Comparison(
      { find } as unknown as ViewStore,
      transfersOf(life),
      { now: () => clock.nowMs },
      { paymentsOf, refundsOf: () => Promise.resolve([]) } as unknown as CardPayments,
      {} as Payouts,
      noStrays,
      {} as Config,
    ),
    { record: () => listing() } as unknown as MissedDisputes,
    {
      record: () => Promise.resolve({ differences: [], unanswered: [] }),
      resume: () => Promise.resolve(),
    } as unknown as MissedReturns,
    noStrays,
    metrics,
  );
  const vault = openInMemoryVault(records);
  const get = vault.get.bind(vault);
  jest.spyOn(vault, 'get').mockImplementation(async (kind, id) => {
    const found = await get(kind, id);
    if (kind === 'run') looks += 1;
    return found;
  });
  Object.assign(reconciliation, { vault, clock: { now: () => clock.nowMs }, providers: {} });
  reconciliation.onApplicationBootstrap();
  running.push(reconciliation);
  return { metrics };
}
const stop = () => Promise.all(running.splice(0).map((one) => one.beforeApplicationShutdown()));
const lastRunAt = () => (records.of('run').get('reconciliation')?.value as { at: string } | undefined)?.at;
const ranAt = (iso: string) => waitFor('the run', () => Promise.resolve(lastRunAt() === iso || null));
/** A start after which the worker has looked and found nothing to do. */
async function startedInVain(): Promise<void> {
  const before = asked;
  looks = 0;
  start();
  await waitFor('a look', () => Promise.resolve(looks > 0 || null));
  await stop();
  expect(asked).toBe(before);
}
const scraped = async (metrics: RequestMetrics) => {
  const text = await metrics.text([], 0);
  return text.split('\n').filter((line) => line.startsWith('flip_reconcile_'));
};

/** New stores: their first day has no run. */
async function open(): Promise<void> {
  await startedInVain();
  expect(lastRunAt()).toBe('2026-11-20T12:00:00.000Z');
}

it('runs once a day after 04:00 UTC, in one of two processes, and not again after a restart', async () => {
  await open();
  clock.nowMs = NOON + 16 * HOUR - 1;
  await startedInVain();
  clock.nowMs = NOON + 16 * HOUR;
  start();
  start();
  await ranAt('2026-11-21T04:00:00.000Z');
  await stop();
  expect(asked).toBe(1);
  clock.nowMs += DAY - 1;
  await startedInVain();
  clock.nowMs += 1;
  start();
  await ranAt('2026-11-22T04:00:00.000Z');
  expect(asked).toBe(2);
});

it('repeats a run that was missed while no process was running', async () => {
  await open();
  clock.nowMs = NOON + DAY + 5 * HOUR;
  start();
  await ranAt('2026-11-21T17:00:00.000Z');
  await stop();
  await startedInVain();
});

it('restarts an interrupted run', async () => {
  await open();
  clock.nowMs = NOON + DAY;
  let stopped: Promise<unknown> | undefined;
  whenAsked = () => (stopped ??= stop());
  start();
  await waitFor('the end of the first process', () => Promise.resolve(stopped ?? null));
  expect(lastRunAt()).toBe('2026-11-20T12:00:00.000Z');
  start();
  await ranAt('2026-11-21T12:00:00.000Z');
  expect(asked).toBe(2);
});

it('reports what differs in one log line, and to the metrics of every process', async () => {
  await open();
  const other = start();
  expect(await scraped(other.metrics)).toEqual([]);
  await stop();
  charge = 'cancelled';
  clock.nowMs = NOON + DAY;
  const one = start();
  await ranAt('2026-11-21T12:00:00.000Z');
  expect(lines).toEqual([
    '1 transfers compared, 0 without a response, 1 differences, 0 stray charges; "ops reconcile" lists them',
  ]);
  for (const { metrics } of [one, other])
    expect(await scraped(metrics)).toEqual([
      'flip_reconcile_differences 1',
      'flip_reconcile_unanswered 0',
      `flip_reconcile_last_run_timestamp_seconds ${(NOON + DAY) / 1_000}`,
    ]);
});

it('counts a provider that does not respond separately from differences', async () => {
  await open();
  charge = null;
  clock.nowMs = NOON + DAY;
  const { metrics } = start();
  await ranAt('2026-11-21T12:00:00.000Z');
  expect((await scraped(metrics)).slice(0, 2)).toEqual([
    'flip_reconcile_differences 0',
    'flip_reconcile_unanswered 1',
  ]);
});

it('lists the disputes of the processor first, and reports a list that it could not read', async () => {
  await open();
  const order: string[] = [];
  listing = () => Promise.resolve(void order.push('listed'));
  whenAsked = () => void order.push('compared');
  clock.nowMs = NOON + 16 * HOUR;
  start();
  await ranAt('2026-11-21T04:00:00.000Z');
  await stop();
  expect(order).toEqual(['listed', 'compared']);
  listing = () => Promise.reject(new Error('The processor is away'));
  clock.nowMs += DAY;
  const { metrics } = start();
  await ranAt('2026-11-22T04:00:00.000Z');
  expect(await scraped(metrics)).toContain('flip_reconcile_unanswered 1');
  expect(asked).toBe(2);
});
