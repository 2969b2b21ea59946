import type { DecidedCommand, Decider } from '../../../event-sourcing/decider.js';
import type { DomainEvent } from '../../../event-sourcing/event.js';
import { evolveBy } from '../../../event-sourcing/evolve.js';
import { count, forgetUntil, release, usedCents } from '../../../kernel/money/counted-week.js';
import { DomainError } from '../../../kernel/domain-error.js';
import { feesOf, type FeesCents, type FeeScheduleName } from '../../../kernel/money/fees.js';
import {
  PER_TRANSFER_LIMIT_CENTS,
  remainingCents,
  tierOf,
  weeklyLimitCents,
} from '../../../kernel/money/limits.js';
import { formatAmount } from '../../../kernel/money/money.js';
import type { RecordedRefusal, Send, Tier } from '../../../kernel/money/transfers.js';
import { badgeOf } from '../../../kernel/people/verification.js';
import {
  countStray,
  ownStrayCents,
  uncountStray,
  type StrayCounted,
  type StrayReleased,
} from './counted-strays.rules.js';
import { beginPause, endPause, requestResume, type PauseEvent } from './pauses.rules.js';
import { newSender, senderSnapshot, type SenderState } from './sender-state.rules.js';
import type { InquiryOpened, VerificationEvent } from '../../verification/verification-events.rules.js';
import { streamCategory } from '../../../event-sourcing/event.js';
import { addTransfer, findTransfer, forgottenAt } from './known-transfers.rules.js';

export type { SenderState };

/** Names an attempt. The fingerprint distinguishes a repeat from a different send under the same key. */
interface Attempt {
  readonly transferId: string;
  readonly fingerprint: string;
}

/** What the fraud rules know of an attempt besides its amount (docs/fraud-rules.md); null in events from before it was recorded. */
export interface AttemptFacts {
  /** Blind index of platform and handle: equal for sends to the same recipient. */
  readonly handleIndex: string | null;
  /** When the account was opened. */
  readonly registeredAt: string | null;
}

export type TransferRequested = DomainEvent<
  'TransferRequested',
  Send &
    Attempt &
    AttemptFacts &
    FeesCents & {
      readonly feeSchedule: FeeScheduleName;
      readonly tier: Tier;
      readonly usedBeforeCents: number;
      readonly requestedAt: string;
      /** False only for transfers from before card payment existed. */
      readonly awaitsPayment: boolean;
    }
>;
export type TransferRefused = DomainEvent<
  'TransferRefused',
  Send &
    Attempt &
    AttemptFacts & {
      /** At the attempt; null in events from before it was recorded. */
      readonly tier: Tier | null;
      readonly reason: RecordedRefusal;
      /** The amount left of the week; null where no weekly limit applies. */
      readonly remainingCents: number | null;
      readonly refusedAt: string;
    }
>;
export type AllowanceReleased = DomainEvent<
  'AllowanceReleased',
  {
    readonly transferId: string;
    readonly amountCents: number;
    readonly cause: 'payment_declined' | 'cancelled' | 'refunded';
    /** As in TransferRequested, so that a view can subtract the amount wherever it has added it; null before version 2. */
    readonly sent: Pick<TransferRequested['data'], 'platform' | 'handle' | 'requestedAt'> | null;
  }
>;
/** The sender closes the account: no send is accepted any more. Every earlier one had ended. */
export type SendingClosed = DomainEvent<'SendingClosed', Record<string, never>>;
export type SenderEvent =
  | TransferRequested
  | TransferRefused
  | AllowanceReleased
  | StrayCounted
  | StrayReleased
  | SendingClosed
  | PauseEvent;
/** All events the decision depends on: verification events on the same stream decide the tier. */
export type SenderStreamEvent = SenderEvent | VerificationEvent;

/** The configuration a decision depends on. */
export interface SendingPolicy {
  readonly feeSchedule: FeeScheduleName;
  readonly minimumCents: number;
  readonly verifiedWeeklyLimitCents: number | null;
  /** Whether the cap REFUSALS_PER_HOUR applies; load tests disable it. */
  readonly refusalsCapped: boolean;
}

export interface TransferCommand extends DecidedCommand, Attempt, AttemptFacts {
  readonly send: Send;
  /** The total the sender agreed to pay; null only checks whether the send would be accepted. */
  readonly agreedTotalCents: number | null;
  readonly policy: SendingPolicy;
  /** The accepted send under this id, of any age, as its transfer's own stream has it; null without one. */
  readonly earlier: Pick<Attempt, 'fingerprint'> | null;
  /** Transfers whose own streams are known to have begun. */
  readonly begun: ReadonlySet<string>;
}

/** Thrown when the state would forget requests whose transfers may have no stream yet; nothing was recorded. */
export class StreamsNotBegun extends Error {
  constructor(readonly requests: ReturnType<typeof forgottenAt>) {
    super('A sender has requests whose transfers may not have begun');
  }
}

/** Most refusals recorded per sender within an hour. */
export const REFUSALS_PER_HOUR = 50;
const HOUR_MS = 60 * 60 * 1_000;

export const senderStream = streamCategory('sender-');

/** Decides tier, weekly limit, per-transfer limit and pause against one revision of the sender's stream. */
export const transferDecider: Decider<SenderState, TransferCommand, SenderStreamEvent> = {
  name: 'transfer',
  initialState: newSender,
  decide(command, state) {
    const atMs = Date.parse(command.at);
    const known = findTransfer(state.transfers, command.transferId, atMs) ?? command.earlier;
    if (known && known.fingerprint !== command.fingerprint) throw new DomainError('idempotency_mismatch');
    if (known) return [];
    // Its session is ending.
    if (state.closed) throw new DomainError('unauthenticated');
    const forgotten = forgottenAt(state.transfers, atMs).filter((one) => !command.begun.has(one.transferId));
    if (forgotten.length > 0) throw new StreamsNotBegun(forgotten);
    refuseUnagreed(command);
    const used = usedCents(state.week, atMs) - ownStrayCents(command, state);
    const limit = weeklyLimitCents(state.tier, command.policy.verifiedWeeklyLimitCents);
    const remaining = limit === null ? null : remainingCents(limit, used);
    const reason = refusalOf(command.send.amountCents, remaining, state);
    if (reason) return [refused(command, state, { reason, remainingCents: remaining })];
    return command.agreedTotalCents === null ? [] : [requested(command, state.tier, used)];
  },
  evolve: evolveBy<SenderState, Exclude<SenderStreamEvent, InquiryOpened>>({
    TransferRequested(state, { data, revision }) {
      const requestedAtMs = Date.parse(data.requestedAt);
      const { awaitsPayment: hasStream } = data;
      learn(state, { data, revision }, { decidedAtMs: requestedAtMs, hasStream });
      state.acceptedThrough = Number(revision);
      if (!data.awaitsPayment) state.beforePaymentsThrough = Number(revision);
      uncountStray(state, data.transferId);
      forgetUntil(state.week, requestedAtMs);
      count(state.week, { revision: Number(revision), amountCents: data.amountCents, requestedAtMs });
      return state;
    },
    TransferRefused(state, { data, revision }) {
      const refusedAtMs = Date.parse(data.refusedAt);
      learn(state, { data, revision }, { decidedAtMs: refusedAtMs, hasStream: false });
      forgetUntil(state.week, refusedAtMs);
      state.refusedAtMs.push(refusedAtMs);
      if (state.refusedAtMs.length > REFUSALS_PER_HOUR) state.refusedAtMs.shift();
      return state;
    },
    AllowanceReleased(state, { data, metadata }) {
      const known = findTransfer(state.transfers, data.transferId, Date.parse(metadata.at));
      if (known) release(state.week, known.revision);
      return state;
    },
    StrayCounted: (state, event) => countStray(state, event),
    StrayReleased: (state, { data }) => uncountStray(state, data.transferId),
    SendingClosed(state) {
      state.closed = true;
      return state;
    },
    SendingPaused: (state, { data }) => beginPause(state, data),
    SendingResumed: (state, { data }) => endPause(state, data),
    ResumeRequested: (state, { data }) => requestResume(state, data),
    KycSubmitted(state, { data }) {
      state.latestKycRequestId = data.requestId;
      state.tier = 'unverified';
      return state;
    },
    KycRepeated(state, { data }) {
      state.repeatedKycRequestId = data.requestId;
      return state;
    },
    KycStatusChanged(state, { data }) {
      const { requestId, status } = data;
      if (requestId === state.repeatedKycRequestId && status === 'verified')
        state.latestKycRequestId = requestId;
      if (requestId === state.latestKycRequestId) state.tier = tierOf(badgeOf(status));
      return state;
    },
  }),
  snapshot: senderSnapshot,
};

function learn(
  { transfers }: SenderState,
  { data, revision }: { readonly data: Attempt; readonly revision: bigint },
  decided: { readonly decidedAtMs: number; readonly hasStream: boolean },
): void {
  const { transferId, fingerprint } = data;
  addTransfer(transfers, transferId, { revision: Number(revision), fingerprint, ...decided });
}

/** Refusals for wrong input, unlike those for a limit or pause, are not recorded. */
function refuseUnagreed(command: TransferCommand): void {
  const {
    send: { amountCents },
    agreedTotalCents,
    policy,
  } = command;
  const { totalCents } = feesOf(amountCents, policy.feeSchedule);
  if (agreedTotalCents !== null && agreedTotalCents !== totalCents)
    throw new DomainError('total_changed', { total: formatAmount(totalCents) });
  if (amountCents < policy.minimumCents)
    throw new DomainError('below_minimum', { minimum: formatAmount(policy.minimumCents) });
}

function refusalOf(
  amountCents: number,
  remaining: number | null,
  state: SenderState,
): RecordedRefusal | null {
  if (amountCents > PER_TRANSFER_LIMIT_CENTS) return 'per_transfer_limit_exceeded';
  if (remaining !== null && amountCents > remaining) return 'weekly_limit_exceeded';
  return state.pauses.causes.size > 0 ? 'sending_paused' : null;
}

function refused(
  command: TransferCommand,
  state: SenderState,
  refusal: Pick<TransferRefused['data'], 'reason' | 'remainingCents'>,
): TransferRefused {
  const capReachedAtMs = state.refusedAtMs.at(-REFUSALS_PER_HOUR) ?? -Infinity;
  const waitMs = capReachedAtMs + HOUR_MS - Date.parse(command.at);
  if (command.policy.refusalsCapped && waitMs > 0)
    throw new DomainError('too_many_refusals', {
      ...limitsText(refusal.remainingCents),
      seconds: Math.ceil(waitMs / 1_000),
    });
  const decided = { tier: state.tier, ...refusal, refusedAt: command.at };
  return { type: 'TransferRefused', data: { ...attempted(command), ...decided } };
}

function requested(command: TransferCommand, tier: Tier, usedBeforeCents: number): TransferRequested {
  const { feeSchedule } = command.policy;
  const fees = feesOf(command.send.amountCents, feeSchedule);
  const decided = { feeSchedule, tier, usedBeforeCents, requestedAt: command.at, awaitsPayment: true };
  return { type: 'TransferRequested', data: { ...attempted(command), ...fees, ...decided } };
}

function attempted(command: TransferCommand): Send & Attempt & AttemptFacts {
  const { transferId, fingerprint, send, handleIndex, registeredAt } = command;
  return { transferId, fingerprint, ...send, handleIndex, registeredAt };
}

/** The refusal shown to the sender. Built from the recorded event, so that a repeat gets the same one. */
export function refusalFrom({ data }: TransferRefused): DomainError {
  return new DomainError(data.reason, limitsText(data.remainingCents));
}

function limitsText(remaining: number | null) {
  return {
    remaining: remaining === null ? null : formatAmount(remaining),
    perTransferLimit: formatAmount(PER_TRANSFER_LIMIT_CENTS),
    sendable: formatAmount(Math.min(remaining ?? Infinity, PER_TRANSFER_LIMIT_CENTS)),
  };
}
