import { crc32 } from 'node:zlib';
import { noStrays } from '../../../../../test/support/no-strays.js';
import { Logger } from '@nestjs/common';
import { HeldCalls, settled } from '../../../../../test/support/held-calls.js';
import { InMemoryRecords, openInMemoryVault } from '../../../../../test/support/in-memory-vault.js';
import { terms, TransferLife } from '../../../../../test/support/transfer-life.js';
import { waitFor } from '../../../../../test/support/wait-for.js';
import { Lease } from '../../../engine/subscriptions/workers/lease.js';
import type { Vault } from '../../../engine/vault/vault.port.js';
import type { ViewStore } from '../../../engine/view-store/view-store.port.js';
import type { Config } from '../../../config/config.js';
import { ProviderAway, ProviderBusy } from '../../../engine/providers/provider-unknown.js';
import type { CardPayments } from '../payment/card-payments.js';
import type { UndatedLifecycleCommand } from '../state/lifecycle-commands.rules.js';
import type { Payouts } from '../payout/payouts.js';
import { ProviderCalls } from './provider-calls.js';
import { TransferSteps } from '../state/transfer-steps.js';
import type { Transfers } from '../state/transfers.js';
import { TRANSFER_PARTITIONS, TransferWorker } from './transfer.worker.js';

const PARALLEL = 8;
/** How often the test's worker reads the view. */
const FIND_EVERY_MS = 5;
const FOLLOWING: Readonly<Record<string, UndatedLifecycleCommand>> = {
  PaymentAuthorized: { type: 'RequestCapture' },
  PaymentCaptured: { type: 'SubmitPayout', operator: null },
};

let lives: Map<string, TransferLife>;
let cards: HeldCalls;
let rail: HeldCalls;
/** Transfers that the view names. */
let inView: readonly string[];
let nowMs: number;
let isDeclined: boolean;
let vault: Vault;
let worker: TransferWorker;
const clock = { now: () => nowMs };

const lifeOf = (transferId: string): TransferLife => {
  const life = lives.get(transferId);
  if (!life) throw new Error('This stream cannot be read');
  return life;
};

/** The decider decides, the saga follows, the providers answer when the test says so. */
function started(): TransferWorker {
  const transfers = {
    stateOf: (transferId: string) => Promise.resolve().then(() => lifeOf(transferId).state),
    decide: (transferId: string, _: object, command: UndatedLifecycleCommand) =>
      Promise.resolve().then(() => {
        const life = lifeOf(transferId);
        const events = life.do(command);
        for (const type of events) if (FOLLOWING[type]) life.do(FOLLOWING[type]);
        if (events.length > 0) worker.wake(transferId);
        return { events, state: life.state };
      }),
  };
  const at = () => ({ providerAt: new Date(nowMs).toISOString(), cents: null });
  const processor = {
    authorize: ({ transferId }: { transferId: string }) =>
      cards.hold(transferId, () =>
        isDeclined
          ? { state: 'declined', paymentRef: null, group: 'contact_bank', ...at() }
          : { state: 'authorized', paymentRef: transferId, ...at() },
      ),
    capture: (ref: string) => cards.hold(ref, () => ({ state: 'captured', paymentRef: ref, ...at() })),
  };
  const submit = ({ payoutId }: { payoutId: string }) =>
    rail.hold(payoutId, () => ({ state: 'pending', payoutRef: `po_${payoutId}`, ...at() }));
  const config = { PORT: 3000, HOST: '127.0.0.1', STRIPE_PARALLEL: PARALLEL, PAYPAL_PARALLEL: PARALLEL };
  const calls = new ProviderCalls(
    processor as unknown as CardPayments,
    { submit } as unknown as Payouts,
    clock,
    config as Config,
  );
  const steps = new TransferSteps(transfers as unknown as Transfers, calls, clock, noStrays);
  const find = () => Promise.resolve({ items: inView.map((id) => ({ id })), nextCursor: null });
  const begun = new TransferWorker(steps, config as Config, { find } as unknown as ViewStore);
  const providers = { sharing: { processes: () => 1 } };
  Object.assign(begun, { everyMs: FIND_EVERY_MS, vault, clock, providers });
  begun.onApplicationBootstrap();
  return begun;
}

/** A transfer with a chosen card: its authorization is to be requested. */
function paid(transferId: string): string {
  const life = new TransferLife({ ...terms, transferId });
  life.pay();
  lives.set(transferId, life);
  return transferId;
}
const captured = (transferId: string): string => {
  lives.set(transferId, new TransferLife({ ...terms, transferId }).toSubmitted());
  return transferId;
};
const many = (count: number, make: (id: string) => string) =>
  Array.from({ length: count }, (_, index) => make(`t${index + 1}`));
const stageOf = (transferId: string) => lives.get(transferId)?.state.stage;
const away = () => new ProviderAway('no response');
const inProgress = (calls: HeldCalls, count: number) =>
  waitFor(`${count} calls`, () => Promise.resolve(calls.keys.length === count || null));

beforeEach(async () => {
  Logger.overrideLogger(false);
  lives = new Map();
  [cards, rail] = [new HeldCalls(), new HeldCalls()];
  inView = [];
  isDeclined = false;
  nowMs = new TransferLife().nowMs;
  vault = openInMemoryVault(new InMemoryRecords());
  worker = started();
  await settled();
});
afterEach(async () => {
  const stopped = worker.beforeApplicationShutdown();
  await settled();
  while (cards.keys.length + rail.keys.length > 0) {
    await cards.end();
    await rail.end();
  }
  await stopped;
  Logger.overrideLogger(['log', 'error', 'warn']);
});

it('keeps as many calls in progress as are allowed while transfers wait, however their wake-ups are spread', async () => {
  const inFlight: number[] = [];
  for (const transferId of many(60, paid)) {
    worker.wake(transferId);
    await settled();
    if (cards.keys.length < PARALLEL && inFlight.length === 0) continue;
    inFlight.push(cards.keys.length);
    if (inFlight.length % 2 === 0) await cards.end();
  }
  expect(new Set(inFlight)).toEqual(new Set([PARALLEL]));
  expect(cards.most).toBe(PARALLEL);
});

it('a transfer has one call in progress, however often it is woken', async () => {
  const transferId = paid('t1');
  for (let times = 0; times < 5; times += 1) {
    worker.wake(transferId);
    await settled();
  }
  expect(cards.keys).toEqual([transferId]);
});

it('charges transfers while every call of the payout rail hangs', async () => {
  for (const transferId of many(60, captured)) worker.wake(transferId);
  await inProgress(rail, PARALLEL);
  const other = paid('other');
  worker.wake(other);
  await inProgress(cards, 1);
  await cards.end();
  await inProgress(cards, 1);
  await cards.end();
  expect([stageOf(other), rail.keys.length]).toEqual(['payout_submitted', PARALLEL]);
});

it('charges transfers while the payout rail asks for no call, and pays out when it allows calls again', async () => {
  worker.wake(captured('t1'));
  await inProgress(rail, 1);
  await rail.end(1, new ProviderBusy('paypal', 60));
  const other = paid('other');
  worker.wake(other);
  for (let call = 0; call < 2; call += 1) {
    await inProgress(cards, 1);
    await cards.end();
  }
  await inProgress(rail, 1);
  expect([stageOf(other), rail.keys]).toEqual(['payout_submitted', [other]]);
  nowMs += 60_000;
  inView = ['t1'];
  await inProgress(rail, 2);
});

it('finds transfers without a wakeup signal while calls are in progress', async () => {
  for (const transferId of many(60, captured)) worker.wake(transferId);
  await inProgress(rail, PARALLEL);
  inView = [paid('unnamed')];
  await inProgress(cards, 1);
  expect(cards.keys).toEqual(['unnamed']);
});

it('probes a provider that does not respond with one call at a time, first for transfers that have not failed yet', async () => {
  const transfers = many(20, captured);
  for (const transferId of transfers) worker.wake(transferId);
  await inProgress(rail, PARALLEL);
  await rail.end(PARALLEL, away());
  nowMs += 60_000;
  inView = transfers;
  await inProgress(rail, 1);
  expect(rail.keys).toEqual(['t9']);
  await rail.end(1, away());
  await inProgress(rail, 1);
  expect(rail.keys).toEqual(['t10']);
  await rail.end();
  await inProgress(rail, PARALLEL);
});

it('goes on with all calls while one transfer fails again and again', async () => {
  for (let times = 0; times < 20; times += 1) {
    worker.wake(captured('t1'));
    await inProgress(rail, 1);
    await rail.end(1, away());
    nowMs += 60_000;
  }
  for (const transferId of many(20, captured)) worker.wake(transferId);
  await inProgress(rail, PARALLEL);
});

it('declines do not count as a provider that does not respond', async () => {
  isDeclined = true;
  for (const transferId of many(60, paid)) worker.wake(transferId);
  await inProgress(cards, PARALLEL);
  for (let declined = 0; declined < 50; declined += 1) {
    expect(cards.keys).toHaveLength(Math.min(PARALLEL, 60 - declined));
    await cards.end();
  }
});

it('a transfer that cannot be read stops no other', async () => {
  worker.wake('unreadable');
  await settled();
  worker.wake(paid('t1'));
  await inProgress(cards, 1);
});

describe('next to another process', () => {
  // No lease ends because the machine is slow.
  beforeEach(() => jest.spyOn(performance, 'now').mockReturnValue(performance.now()));
  afterEach(() => jest.restoreAllMocks());

  const other = () =>
    new Lease({ name: 'transfers', vault, clock, partitions: TRANSFER_PARTITIONS, isBusy: () => false });

  it('makes its share of the calls that are allowed, for its transfers only, and takes over when the other leaves', async () => {
    const second = other();
    await second.take();
    await waitFor('half of the partitions', () => Promise.resolve(worker.heldPartitions === 8 || null));
    await second.take();
    const transfers = many(60, paid);
    const theirs = new Set(transfers.filter((id) => second.holds(crc32(id) % TRANSFER_PARTITIONS)));
    const isOurs = (id: string) => !theirs.has(id);
    for (const transferId of transfers) worker.wake(transferId);
    inView = transfers;
    await inProgress(cards, PARALLEL / 2);
    while (cards.keys.length > 0) {
      expect(cards.keys.filter((id) => theirs.has(id))).toEqual([]);
      await cards.end();
      await second.take();
    }
    expect(transfers.filter((id) => stageOf(id) === 'payout_submitted')).toEqual(transfers.filter(isOurs));
    await second.release();
    await inProgress(cards, PARALLEL);
  });
});
