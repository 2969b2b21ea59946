import type { DecidedCommand, Decider } from '../event-sourcing/decider.js';
import type { DomainEvent, RecordedEvent } from '../event-sourcing/event.js';
import type { Locale } from '../kernel/accounts.js';
import { DomainError } from '../kernel/domain-error.js';
import {
  attemptsLeftAfter,
  CONSENT_VERSION,
  isFailure,
  nextStepOf,
  type KycNext,
  type KycStatus,
} from '../kernel/verification.js';
import { streamCategory } from '../event-sourcing/event.js';

/** Statuses of an inquiry in the provider's words, in the order in which a tie between two of one instant is settled. */
export const PROVIDER_STATUSES = [
  'created',
  'pending',
  'expired',
  'completed',
  'failed',
  'needs_review',
  'approved',
  'declined',
] as const;
export type ProviderStatus = (typeof PROVIDER_STATUSES)[number];

/** Which status of the provider makes a sender verified: a decision, or already the completed form. */
export type VerifiedOn = 'approved' | 'completed';

export type KycSubmitted = DomainEvent<
  'KycSubmitted',
  {
    readonly requestId: string;
    readonly fullName: string;
    /** Version of the consent text that was agreed to. */
    readonly consentVersion: string;
    readonly locale: Locale;
  }
>;
export type InquiryOpened = DomainEvent<
  'InquiryOpened',
  { readonly requestId: string; readonly inquiryId: string }
>;
export type KycStatusChanged = DomainEvent<
  'KycStatusChanged',
  {
    readonly requestId: string;
    readonly status: KycStatus;
    readonly providerStatus: ProviderStatus;
    /** null when the inquiry was looked at, without an event of the provider. */
    readonly providerEventId: string | null;
    /** When it happened at the provider: the newest one counts, in whatever order they arrive. */
    readonly providerAt: string;
  }
>;
export type VerificationEvent = KycSubmitted | InquiryOpened | KycStatusChanged;

export interface SubmitKyc extends DecidedCommand {
  readonly type: 'SubmitKyc';
  readonly requestId: string;
  readonly fullName: string;
  readonly locale: Locale;
  readonly consent: boolean;
  readonly emailConfirmed: boolean;
}
interface OpenInquiry extends DecidedCommand {
  readonly type: 'OpenInquiry';
  readonly requestId: string;
  readonly inquiryId: string;
}
export interface ApplyProviderStatus extends DecidedCommand {
  readonly type: 'ApplyProviderStatus';
  readonly inquiryId: string;
  readonly providerStatus: ProviderStatus;
  readonly providerEventId: string | null;
  readonly providerAt: string;
  readonly verifiedOn: VerifiedOn;
}
export type VerificationCommand = SubmitKyc | OpenInquiry | ApplyProviderStatus;
/** A command before its instant is stamped. */
export type UndatedCommand<Command = VerificationCommand> = Command extends VerificationCommand
  ? Omit<Command, 'at'>
  : never;

/** News of the provider as they are weighed against each other. */
interface ProviderNews {
  readonly status: KycStatus;
  readonly providerStatus: ProviderStatus;
  readonly providerAt: string;
}

/** The request that counts: an earlier one is over. */
export interface LatestRequest {
  readonly requestId: string;
  readonly fullName: string;
  readonly inquiryId: string | null;
  readonly status: KycStatus;
  readonly newest: ProviderNews | null;
}

export interface VerificationState {
  readonly latest: LatestRequest | null;
  /** How many requests before the latest failed or were declined. */
  readonly earlierFailures: number;
}

export const senderStream = streamCategory('sender-');

/** What a sender may do next. */
export function nextStep({ latest, earlierFailures }: VerificationState): KycNext {
  const failures = earlierFailures + Number(latest !== null && isFailure(latest.status));
  return nextStepOf(latest?.status, attemptsLeftAfter(failures));
}

/** Whether the provider may still move the latest request by itself. */
export function isOpen(state: VerificationState): boolean {
  const next = nextStep(state);
  return next === 'continue' || next === 'wait';
}

/** Whether news of this status would make the sender verified. */
export function verifies(providerStatus: ProviderStatus, verifiedOn: VerifiedOn): boolean {
  return statusOf(providerStatus, verifiedOn) === 'verified';
}

/** Identity checks on the sender's own stream, because the tier they decide bounds what may be sent. */
export const verificationDecider: Decider<VerificationState, VerificationCommand, VerificationEvent> = {
  name: 'verification',
  initialState: () => ({ latest: null, earlierFailures: 0 }),
  decide(command, state) {
    switch (command.type) {
      case 'SubmitKyc':
        return submit(command, state);
      case 'OpenInquiry':
        return open(command, state);
      case 'ApplyProviderStatus':
        return apply(command, state);
    }
  },
  evolve(state, event) {
    return evolutions[event.type]?.(state, event as never) ?? state;
  },
};

const REFUSALS: Readonly<Partial<Record<KycNext, string>>> = {
  wait: 'verification_open',
  none: 'already_verified',
  support: 'verification_attempts_exhausted',
};

/** A request that is open is continued: it appends nothing. */
function submit(command: SubmitKyc, state: VerificationState): readonly VerificationEvent[] {
  if (!command.consent) throw new DomainError('consent_required');
  if (!command.emailConfirmed) throw new DomainError('email_not_confirmed');
  const next = nextStep(state);
  const refusal = REFUSALS[next];
  if (refusal !== undefined) throw new DomainError(refusal);
  if (next === 'continue') return [];
  const { requestId, fullName, locale } = command;
  return [{ type: 'KycSubmitted', data: { requestId, fullName, consentVersion: CONSENT_VERSION, locale } }];
}

/** The first inquiry of a request is the one that counts. */
function open(
  { requestId, inquiryId }: OpenInquiry,
  { latest }: VerificationState,
): readonly VerificationEvent[] {
  if (latest?.requestId !== requestId || latest.inquiryId !== null) return [];
  return [{ type: 'InquiryOpened', data: { requestId, inquiryId } }];
}

/** Late, repeated and foreign news change nothing; neither does a look that finds what is known. */
function apply(command: ApplyProviderStatus, { latest }: VerificationState): readonly VerificationEvent[] {
  const { inquiryId, providerStatus, providerEventId, providerAt, verifiedOn } = command;
  if (latest?.inquiryId !== inquiryId) return [];
  const status = statusOf(providerStatus, verifiedOn);
  if (!outranks({ status, providerStatus, providerAt }, latest.newest)) return [];
  if (providerEventId === null && status === latest.status) return [];
  const { requestId } = latest;
  return [
    { type: 'KycStatusChanged', data: { requestId, status, providerStatus, providerEventId, providerAt } },
  ];
}

function statusOf(providerStatus: ProviderStatus, verifiedOn: VerifiedOn): KycStatus {
  if (providerStatus === 'approved' || providerStatus === verifiedOn) return 'verified';
  return providerStatus;
}

/**
 * A total order over news, so that every order of arrival ends the same: a decision outranks what is no decision
 * (verified leaves only by declined), then the newer instant, then the further status. A created inquiry is no news.
 */
function outranks(news: ProviderNews, known: ProviderNews | null): boolean {
  if (news.providerStatus === 'created') return false;
  if (known === null) return true;
  if (isDecision(news) !== isDecision(known)) return isDecision(news);
  if (news.providerAt !== known.providerAt) return news.providerAt > known.providerAt;
  return rankOf(news) > rankOf(known);
}

function isDecision({ status }: ProviderNews): boolean {
  return status === 'verified' || status === 'declined';
}

function rankOf({ providerStatus }: ProviderNews): number {
  return PROVIDER_STATUSES.indexOf(providerStatus);
}

type Evolutions = {
  readonly [Type in VerificationEvent['type']]: (
    state: VerificationState,
    event: RecordedEvent<Extract<VerificationEvent, { type: Type }>>,
  ) => VerificationState;
};

/** The stream holds transfers too: their events pass by. */
const evolutions: Partial<Evolutions> = {
  KycSubmitted({ latest, earlierFailures }, { data: { requestId, fullName } }) {
    return {
      latest: { requestId, fullName, inquiryId: null, status: 'submitted', newest: null },
      earlierFailures: earlierFailures + Number(latest !== null && isFailure(latest.status)),
    };
  },
  InquiryOpened: (state, { data: { requestId, inquiryId } }) =>
    changed(state, requestId, { inquiryId, status: 'created' }),
  KycStatusChanged: (state, { data: { requestId, status, providerStatus, providerAt } }) =>
    changed(state, requestId, { status, newest: { status, providerStatus, providerAt } }),
};

function changed(
  state: VerificationState,
  requestId: string,
  change: Partial<LatestRequest>,
): VerificationState {
  if (state.latest?.requestId !== requestId) return state;
  return { ...state, latest: { ...state.latest, ...change } };
}
