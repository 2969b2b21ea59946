import type { INestApplicationContext } from '@nestjs/common';
import { newCommandContext } from '../engine/commands/command-context.js';
import { CommandRunner } from '../engine/commands/command-runner.js';
import { Config } from '../config/config.js';
import { isoInstant } from '../config/clock.js';
import type { DecidedCommand, Decider } from '../event-sourcing/decider.js';
import type { Actor } from '../event-sourcing/event.js';
import type { UndatedLifecycleCommand } from '../features/lifecycle/state/lifecycle-commands.rules.js';
import {
  transferStream,
  type LifecycleEvent,
  type Terms,
} from '../features/lifecycle/state/lifecycle-events.rules.js';
import { emptyLifecycle, type LifecycleState } from '../features/lifecycle/state/lifecycle-state.rules.js';
import type { PayoutState } from '../features/lifecycle/state/provider-outcomes.rules.js';
import type { PayoutOutcome } from '../kernel/money/payouts.js';
import { payoutRouteOf } from '../kernel/money/platforms.js';
import { problemNumber } from '../kernel/text/problem-numbers.js';
import { transferLifecycle } from '../features/lifecycle/state/transfer-lifecycle.decider.js';
import { paymentCardOf } from './demo-cards.js';
import type { DemoAct } from './demo-lives.js';
import {
  declinedRefOf,
  disputeRefOf,
  paymentRefOf,
  payoutRefOf,
  refundRefOf,
  type ProviderBook,
} from './provider-book.js';

/** A moment in the life of a requested transfer. */
export interface LifeMoment {
  readonly terms: Terms;
  readonly act: DemoAct;
  readonly nowMs: number;
  readonly endMs: number;
  readonly operator: string;
  /** Collects the providers' records. */
  readonly book: ProviderBook;
}

interface MomentState {
  readonly life: LifecycleState;
  /** The instant of the newest moment. */
  readonly at: string;
}

/**
 * Decides one moment of a transfer with the ordinary decider, one command after another, and records it in one append: no
 * provider is called, so no call may remain outstanding. A moment recorded by an interrupted start is not recorded again.
 */
const momentDecider: Decider<
  MomentState,
  DecidedCommand & { readonly commands: readonly UndatedLifecycleCommand[] },
  LifecycleEvent
> = {
  name: 'demo-moment',
  initialState: () => ({ life: emptyLifecycle(), at: '' }),
  decide({ commands, at }, state) {
    if (state.at >= at) return [];
    let { life } = state;
    return commands.flatMap((command) => {
      const events = transferLifecycle.decide({ ...command, at }, life);
      for (const event of events)
        life = transferLifecycle.evolve(life, { ...event, metadata: { at } } as never);
      return events;
    });
  },
  // The saga records PaymentAwaited, possibly later than the story's moment.
  evolve: ({ life, at }, event) => ({
    life: transferLifecycle.evolve(life, event),
    at: event.type === 'PaymentAwaited' ? at : event.metadata.at,
  }),
};

/** Records what happened to a transfer, and adds its providers' records to the book. */
export async function recordLife(app: INestApplicationContext, moment: LifeMoment): Promise<void> {
  const { terms, act } = moment;
  const commands = commandsOf(moment, app.get<Config>(Config));
  await app.get(CommandRunner, { strict: false }).execute({
    decider: momentDecider,
    stream: transferStream(terms.transferId),
    command: { commands },
    context: newCommandContext(actorOf(act, moment)),
  });
}

/** The commands of a moment for the ordinary decider; adds the providers' records to the book. */
export function commandsOf(
  moment: LifeMoment,
  config: Pick<Config, 'DESK_FOUR_EYES_CENTS' | 'REFUND_FEES_ON_RETURN'>,
): Commands {
  const { act, nowMs } = moment;
  const settings = { fourEyesCents: config.DESK_FOUR_EYES_CENTS, refundFees: config.REFUND_FEES_ON_RETURN };
  return acts[act.do](act as never, { ...moment, ...settings, at: isoInstant(nowMs) });
}

/** Stands for the digest of a reported problem. */
const DEMO_DIGEST = '1c04f2';
/** Also applies to a PayPal payout with an unknown outcome. */
const DESK_ACTS: readonly DemoAct['do'][] = ['claimed', 'proposed', 'not sent'];
const SENDER_ACTS: readonly DemoAct['do'][] = [
  'declined',
  'reserved',
  'paid',
  'reserved and cancelled',
  'cancelled',
  'recalled',
  'reported',
];

/** Who starts the act; the responses to it are recorded under the same actor. */
function actorOf(act: DemoAct, { terms, operator }: LifeMoment): Actor {
  if (SENDER_ACTS.includes(act.do)) return { kind: 'sender', id: terms.uid };
  if (DESK_ACTS.includes(act.do) || (act.do === 'delivered' && isOfDesk(terms)))
    return { kind: 'staff', id: operator };
  return { kind: 'system', id: 'transfers' };
}

const isOfDesk = ({ platform }: Terms): boolean => payoutRouteOf(platform) === 'desk';

interface Now extends LifeMoment {
  readonly at: string;
  readonly fourEyesCents: number;
  readonly refundFees: boolean;
}
type Act<Did extends DemoAct['do']> = Extract<DemoAct, { readonly do: Did }>;
type Commands = readonly UndatedLifecycleCommand[];

/** The commands of each act; the providers' responses have the instant of the moment. */
const acts: { readonly [Did in DemoAct['do']]: (act: Act<Did>, now: Now) => Commands } = {
  declined(act, now) {
    const { terms, at, nowMs, book } = now;
    book.payment(terms, { ...act, atMs: nowMs }, 'requires_payment_method');
    const paymentRef = declinedRefOf(terms.transferId, act.attempt);
    const outcome = { state: 'declined', paymentRef, providerAt: at, group: act.group } as const;
    return [request(act, now), { type: 'RecordPayment', attempt: act.attempt, outcome }];
  },
  reserved(act, now) {
    now.book.payment(now.terms, { ...act, atMs: now.nowMs }, 'requires_capture');
    return reserve(act, now);
  },
  paid(act, now) {
    const { terms, nowMs, book } = now;
    book.payment(terms, { ...act, atMs: nowMs }, 'succeeded');
    const submit: UndatedLifecycleCommand = { type: 'SubmitPayout', operator: null };
    const charge = [...reserve(act, now), { type: 'RequestCapture' } as const, record(act, 'captured', now)];
    return isOfDesk(terms) ? charge : [...charge, submit, payout('pending', now)];
  },
  'reserved and cancelled'(act, now) {
    const { terms, nowMs, book } = now;
    book.payment(terms, { ...act, atMs: nowMs }, 'canceled');
    return [...reserve(act, now), { type: 'RequestCancel', cause: 'sender' }, record(act, 'cancelled', now)];
  },
  cancelled: (_, now) => [
    { type: 'RequestCancel', cause: 'sender' },
    ...refund('completed', now.terms.totalCents, now),
  ],
  'given up': () => [{ type: 'ElapseTime' }],
  claimed: (_, { operator }) => [{ type: 'SubmitPayout', operator }],
  delivered({ shortCents = 0 }, now) {
    const amountCents = now.terms.amountCents - shortCents;
    const paid = { ...now, terms: { ...now.terms, amountCents } };
    return [isOfDesk(now.terms) ? settle('delivered', now) : payout('delivered', paid)];
  },
  proposed: (_, now) => [settle('delivered', now)],
  unclaimed: (_, now) => [payout('unclaimed', now)],
  'not sent': (act, now) => [
    settle('failed', now, act.reason),
    ...refund(act.refund, now.terms.totalCents, now),
  ],
  returned: (act, now) => returned(act, now),
  recalled: (_, now) => [
    { type: 'RequestCancel', cause: 'sender' },
    ...returned({ reason: 'expired', refund: 'completed' }, now),
  ],
  reported: ({ text }, { terms: { transferId } }) => [
    { type: 'ReportProblem', problemId: problemNumber(transferId, DEMO_DIGEST), text },
  ],
  disputed: (_, now) => [dispute(null, now)],
  lost: (_, now) => [dispute('lost', now)],
};

type Paying = Act<'declined' | 'reserved' | 'paid' | 'reserved and cancelled'>;

function request({ attempt, card }: Paying, { terms, endMs }: Now): UndatedLifecycleCommand {
  const requestId = `demo-${String(attempt)}`;
  return { type: 'RequestPayment', terms, requestId, card: paymentCardOf(card, endMs) };
}

const reserve = (act: Paying, now: Now): Commands => [request(act, now), record(act, 'authorized', now)];

function record(
  { attempt }: Paying,
  state: 'authorized' | 'captured' | 'cancelled',
  { terms, at }: Now,
): UndatedLifecycleCommand {
  const cents = state === 'cancelled' ? null : terms.totalCents;
  const outcome = { state, paymentRef: paymentRefOf(terms.transferId), providerAt: at, cents };
  return { type: 'RecordPayment', attempt, outcome };
}

function dispute(outcome: 'lost' | null, { terms, at, nowMs, book }: Now): UndatedLifecycleCommand {
  book.dispute(terms.transferId, { atMs: nowMs, status: outcome ?? 'needs_response' });
  const of = { disputeRef: disputeRefOf(terms.transferId), providerAt: at, reason: 'fraudulent' };
  return { type: 'RecordDispute', ...of, outcome, cents: outcome && terms.totalCents };
}

/** The outcome that the desk records. */
function settle(
  outcome: PayoutOutcome,
  { terms, operator, fourEyesCents }: Now,
  reason?: string,
): UndatedLifecycleCommand {
  const reference = reason ?? payoutRefOf(terms.transferId);
  return { type: 'SettlePayout', operator, outcome, reference, fourEyesCents };
}

const ITEMS = {
  pending: 'PENDING',
  unclaimed: 'UNCLAIMED',
  delivered: 'SUCCESS',
  returned: 'REFUNDED',
} as const;

/** The payout's state as reported by PayPal. */
function payout(
  state: keyof typeof ITEMS,
  { terms, at, nowMs, refundFees, book }: Now,
  reason = '',
): UndatedLifecycleCommand {
  const error = state === 'unclaimed' ? 'RECEIVER_UNREGISTERED' : null;
  book.payout(terms, { status: ITEMS[state], error, atMs: nowMs });
  const { amountCents: cents } = terms;
  const reported = { payoutRef: payoutRefOf(terms.transferId), providerAt: at, cents };
  const outcome: PayoutState = state === 'returned' ? { state, ...reported, reason } : { state, ...reported };
  return { type: 'RecordPayout', outcome, refundFees };
}

function returned({ reason, refund: end }: Pick<Act<'returned'>, 'reason' | 'refund'>, now: Now): Commands {
  const { totalCents, amountCents } = now.terms;
  return [payout('returned', now, reason), ...refund(end, now.refundFees ? totalCents : amountCents, now)];
}

function refund(
  state: 'completed' | 'failed' | 'awaited',
  cents: number,
  { terms: { transferId }, at, nowMs, book }: Now,
): Commands {
  if (state === 'awaited') return [];
  book.refund(transferId, { cents, atMs: nowMs }, state === 'completed' ? 'succeeded' : 'failed');
  const outcome = { state, refundRef: refundRefOf(transferId), providerAt: at, cents };
  return [{ type: 'RecordRefund', attempt: 1, outcome }];
}
