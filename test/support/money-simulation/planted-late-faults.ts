import type { LifecycleState } from '../../../api/src/features/lifecycle/state/lifecycle-state.rules.js';
import type { OpenTransfer } from '../../../api/src/features/lifecycle/state/open-transfers.projection.js';
import type { NamedPayout, PayoutState } from '../../../api/src/features/lifecycle/payout/payouts.js';
import { formatAmount } from '../../../api/src/kernel/money/money.js';
import { REAL, type Parts } from './parts.js';
import { changed, deciding } from './planted-faults.js';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const earlier = (instant: string, ms: number): string => new Date(Date.parse(instant) - ms).toISOString();

/** A stage that seems to have begun earlier, everywhere time is read. */
function withTimes(
  stage: LifecycleState['stage'],
  ms: number,
  shifted: (state: LifecycleState) => LifecycleState,
): Parts {
  const shift = (state: LifecycleState) => (state.stage === stage ? shifted(state) : state);
  const decided = deciding((command, state, real) =>
    real.decide(command, command.type === 'ElapseTime' ? shift(state) : state),
  );
  const timer = (open: OpenTransfer): OpenTransfer =>
    open.timer === 'set' && open.state.stage === stage
      ? { ...open, timerAt: earlier(open.timerAt, ms) }
      : open;
  return { ...decided, seen: shift, timer };
}

/** What left with these events is not counted. */
const paidBackNothing = (type: 'RefundCompleted' | 'RefundSettled'): Parts =>
  deciding((command, state, real) =>
    real
      .decide(command, state)
      .map((event) =>
        event.type === type ? ({ ...event, data: { ...event.data, cents: 0 } } as typeof event) : event,
      ),
  );

/** Mistakes about what happens later: timers, what banks do after a transfer, screening and views. */
export const PLANTED_LATE: Readonly<Record<string, () => Parts>> = {
  'a charge is refunded for lack of a payout after one day': () =>
    withTimes('captured', 9 * DAY, (state) => ({
      ...state,
      capturedAt: state.capturedAt && earlier(state.capturedAt, 9 * DAY),
    })),
  'a card can be tried for five minutes only': () =>
    withTimes('requested', 25 * MINUTE, (state) => ({
      ...state,
      firstDeclinedAt: state.firstDeclinedAt && earlier(state.firstDeclinedAt, 25 * MINUTE),
      terms: state.terms && { ...state.terms, requestedAt: earlier(state.terms.requestedAt, 25 * MINUTE) },
    })),
  'a hold never ends': () => ({
    ...REAL,
    seen: (state) => ({ ...state, heldSince: null }),
    timer: (open) =>
      open.state.heldSince !== null && open.state.stage === 'authorized' ? { ...open, timer: 'none' } : open,
  }),
  'a dispute is known by its webhook alone': () => ({
    ...REAL,
    processor: (real) => changed(real, { disputesSince: nothing }),
  }),
  'a return of a payout is known by its webhook alone': () => ({
    ...REAL,
    rail: (real) =>
      changed(real, {
        find: async (payout: NamedPayout): Promise<PayoutState> => {
          const found = await real.find(payout);
          if (found.state !== 'returned') return found;
          const { payoutRef, providerAt, cents } = found;
          return { state: 'delivered', payoutRef: payoutRef ?? '', providerAt, cents };
        },
      }),
  }),
  'a payout without an answer is asked for again while its charge is disputed': () => ({
    ...REAL,
    seen: (state) =>
      state.payout?.state === 'submitted' ? { ...state, payout: { ...state.payout, recalledBy: [] } } : state,
  }),
  'a refund that fails late is known by its webhook alone': () => ({
    ...REAL,
    processor: (real) =>
      changed(real, {
        refundsOf: async (ref: string) =>
          (await real.refundsOf(ref)).map((refund) =>
            refund.state === 'failed' ? { ...refund, state: 'completed' as const } : refund,
          ),
      }),
  }),
  'a cancel names an amount that no bank has reserved': () => ({
    ...REAL,
    returns: (real, { payout, terms }) => (payout ? real : (real ?? formatAmount(terms?.totalCents ?? 0))),
  }),
  'a disputed payout is not recalled': () =>
    deciding((command, state, real) =>
      real
        .decide(command, state)
        .filter(({ type, data }) => type !== 'PayoutRecallRequested' || data.by !== 'dispute'),
    ),
  'a payout is recalled with every dispute': () =>
    deciding((command, state, real) =>
      real.decide(
        command,
        command.type === 'RecordDispute'
          ? { ...state, payout: state.payout && { ...state.payout, recalledBy: [] } }
          : state,
      ),
    ),
  'a charge does not wait for the rules': () => ({
    ...REAL,
    screening: () => ({ rulesCaughtUp: () => Promise.resolve() }),
  }),
  'the history forgets a delivery': () => ({
    ...REAL,
    history: (real) => ({
      ...real,
      evolve: (document, event, id) =>
        event.type === 'TransferDelivered' ? document : real.evolve(document, event, id),
    }),
  }),
  'a refund is forgotten when the bank takes its charge back as well': () =>
    paidBackNothing('RefundCompleted'),
  'a refund by check is forgotten when the bank takes its charge back as well': () =>
    paidBackNothing('RefundSettled'),
  'the ledger books a lost dispute twice': () => ({
    ...REAL,
    ledger: (real) => ({
      ...real,
      evolve(entry, event, id) {
        const once = real.evolve(entry, event, id);
        return event.type === 'DisputeClosed' ? real.evolve(once, event, id) : once;
      },
    }),
  }),
  'a refund is a cent short': () => ({
    ...REAL,
    processor: (real) =>
      changed(real, { refund: (request) => real.refund({ ...request, cents: request.cents - 1 }) }),
  }),
};

// oxlint-disable-next-line require-yield -- a list without disputes
async function* nothing(): AsyncGenerator<never> {
  await Promise.resolve();
}
