import { InMemoryRecords, openInMemoryVault } from '../../../../../test/support/in-memory-vault.js';
import { noStrays } from '../../../../../test/support/no-strays.js';
import { DAY, terms, TransferLife } from '../../../../../test/support/transfer-life.js';
import { transfersOf } from '../../../../../test/support/transfers-of.js';
import type { Config } from '../../../config/config.js';
import { ProviderAway, UnknownToProvider } from '../../../engine/providers/provider-unknown.js';
import type { ViewQuery, ViewStore } from '../../../engine/view-store/view-store.port.js';
import type { CardPayments } from '../payment/card-payments.js';
import { Comparison } from '../reconcile/comparison.js';
import { MissedReturns } from './missed-returns.js';
import { openTransfersProjection, type OpenTransfer } from '../state/open-transfers.projection.js';
import type { Payouts, PayoutState } from './payouts.js';
import type { Transfers } from '../state/transfers.js';

const PAGE = 10;
const { signal } = new AbortController();
const NONE: ReadonlySet<string> = new Set();

let records: InMemoryRecords;
let lives: Map<string, TransferLife>;
let nowMs: number;
/** What the rail says of a payout, and which ones it was asked about. */
let atRail: (id: string) => PayoutState['state'] | 'unknown' | 'away';
let asked: string[];
let most: number;

beforeEach(() => {
  records = new InMemoryRecords();
  lives = new Map();
  atRail = () => 'delivered';
  asked = [];
  most = 0;
});

/** A transfer with a delivered payout; the clock shows the newest. */
function deliver(id: string, daysBefore = 0, platform: 'PayPal' | 'Zelle' = 'PayPal'): TransferLife {
  const life = new TransferLife({ ...terms, transferId: id, platform }).wait(-daysBefore * DAY);
  if (platform === 'PayPal') life.toDelivered();
  else {
    life.toSubmitted('olga');
    const settled = { type: 'SettlePayout', operator: 'olga', fourEyesCents: 50_000 } as const;
    life.do({ ...settled, outcome: 'delivered', reference: 'ZL-1' });
  }
  nowMs = life.wait(daysBefore * DAY).nowMs;
  lives.set(id, life);
  return life;
}

/** The view's documents, folded from the transfers' events. */
const documents = (): readonly OpenTransfer[] =>
  [...lives].flatMap(([id, life]) => {
    const folded = life.log.reduce<OpenTransfer | null>(
      (document, event) => openTransfersProjection.evolve(document, event, id) ?? document,
      null,
    );
    return folded ? [folded] : [];
  });

/** One process. */
function started(): MissedReturns {
  const find = (_: object, { by, where, from = '', cursor = '' }: ViewQuery) => {
    expect(openTransfersProjection.indexes).toContainEqual({ name: by, eq: ['payout'], sort: 'updatedAt' });
    const found = documents()
      .filter(({ payout, updatedAt }) => payout === where['payout'] && updatedAt >= from)
      .sort((one, other) => (one.updatedAt < other.updatedAt ? -1 : 1));
    const begin = Number(cursor);
    const nextCursor = begin + PAGE < found.length ? String(begin + PAGE) : null;
    return Promise.resolve({ items: found.slice(begin, begin + PAGE), nextCursor });
  };
  let running = 0;
  const rail = {
    async find({ payoutId }: { readonly payoutId: string }): Promise<PayoutState> {
      asked.push(payoutId);
      running += 1;
      most = Math.max(most, running);
      await new Promise((done) => setImmediate(done));
      running -= 1;
      const state = atRail(payoutId);
      if (state === 'away') throw new ProviderAway('503');
      if (state === 'unknown') throw new UnknownToProvider('404');
      const of = { payoutRef: 'po_1', providerAt: new Date(nowMs).toISOString(), cents: 12_000 };
      return state === 'failed' || state === 'returned'
        ? { state, reason: 'other', ...of }
        : { state, ...of };
    },
  } as unknown as Payouts;
  const charge = { state: 'captured', paymentRef: 'pi_1', providerAt: '', cents: 12_690 };
  const processor = {
    paymentsOf: () => Promise.resolve([charge]),
    refundsOf: () => Promise.resolve([]),
  } as unknown as CardPayments;
  const views = { find } as unknown as ViewStore;
  const clock = { now: () => nowMs };
  const transfers: Pick<Transfers, 'stateOf' | 'decide'> = {
    stateOf: (id) => transfersOf(lives.get(id) as TransferLife).stateOf(id),
    decide: (id, ...rest) => transfersOf(lives.get(id) as TransferLife).decide(id, ...rest),
  };
  const config = { REFUND_FEES_ON_RETURN: true } as Config;
  const comparison = new Comparison(views, transfers as Transfers, clock, processor, rail, noStrays, config);
  return new MissedReturns(views, rail, comparison, openInMemoryVault(records), clock);
}
const typesOf = (life: TransferLife, from: number) => life.events.slice(from).map(({ type }) => type);

it('a payout that was returned up to 180 days after its delivery, with a lost notice, is refunded', async () => {
  const old = deliver('old', 181);
  const back = deliver('back', 179);
  const kept = deliver('kept', 30);
  const byHand = deliver('by hand', 30, 'Zelle');
  const before = [old, back, kept, byHand].map(({ events }) => events.length);
  atRail = (id) => (id === 'kept' ? 'delivered' : 'returned');
  expect(await started().record(signal, NONE)).toEqual({ differences: [], unanswered: [] });
  const recorded = [old, back, kept, byHand].map((life, place) => typesOf(life, before[place] ?? 0));
  expect(recorded).toEqual([[], ['PayoutReturned', 'RefundInitiated'], [], []]);
  expect(new Set(asked)).toEqual(new Set(['back', 'kept']));
  asked = [];
  await started().record(signal, NONE);
  expect(asked).toEqual(['kept']);
});

it('a payout that its rail no longer knows is a difference', async () => {
  deliver('gone', 100);
  atRail = () => 'unknown';
  expect((await started().record(signal, NONE)).differences).toMatchObject([
    { transferId: 'gone', about: 'payout', recorded: 'delivered' },
  ]);
});

it('looks four up at a time, and leaves out what was compared just now', async () => {
  for (let count = 0; count < 12; count += 1) deliver(`t${count}`, 100 - count);
  await started().record(signal, new Set(['t3', 't11']));
  expect(asked).toHaveLength(10);
  expect(most).toBe(4);
});

it('stops while the rail does not respond, and another process looks the rest up once it does', async () => {
  for (let count = 0; count < 35; count += 1) deliver(`t${count}`, 100 - count);
  let isAway = false;
  atRail = (id) => {
    isAway ||= id === 't20';
    return isAway ? 'away' : 'delivered';
  };
  const { unanswered } = await started().record(signal, NONE);
  expect(unanswered.length).toBeGreaterThan(0);
  expect(asked.length).toBeLessThan(35);
  const first = new Set(asked);
  asked = [];
  await started().resume(signal);
  expect(asked.length).toBeLessThan(15);
  asked = [];
  atRail = (id) => (id === 't34' ? 'returned' : 'delivered');
  await started().resume(signal);
  expect(new Set([...first, ...asked]).size).toBe(35);
  // What a page before the outage has shown is not looked up again.
  expect(asked).not.toContain('t3');
  expect(lives.get('t34')?.state.payout?.state).toBe('returned');
  asked = [];
  await started().resume(signal);
  expect(asked).toEqual([]);
});
