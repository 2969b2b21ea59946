import type { DecidedCommand, Decider } from '../../event-sourcing/decider.js';
import type { DomainEvent } from '../../event-sourcing/event.js';
import { evolveBy } from '../../event-sourcing/evolve.js';
import type { Locale } from '../../kernel/people/accounts.js';
import { DomainError } from '../../kernel/domain-error.js';
import {
  attemptsLeftAfter,
  CONSENT_VERSION,
  isFailure,
  nextStepOf,
  type KycNext,
  type KycStatus,
} from '../../kernel/people/verification.js';
import { streamCategory } from '../../event-sourcing/event.js';

/** The provider's statuses of an inquiry; between two of the same instant, the later in this list wins. */
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

/** The provider status that makes a sender verified: the approval, or already the completed form. */
export type VerifiedOn = 'approved' | 'completed';

export type KycSubmitted = DomainEvent<
  'KycSubmitted',
  {
    readonly requestId: string;
    readonly fullName: string;
    /** Version of the consent text that the sender agreed to. */
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
    /** null when a lead revoked the verification. */
    readonly providerStatus: ProviderStatus | null;
    /** null when a check found the status, without a provider event. */
    readonly providerEventId: string | null;
    /** When it happened at the provider; the newest counts, regardless of arrival order. null when a lead revoked it. */
    readonly providerAt: string | null;
    /** The uid of the lead who revoked the verification; null when the provider set the status. */
    readonly by: string | null;
    /** Why the lead revoked it, never shown to the sender; null when the provider set the status. */
    readonly reason: string | null;
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
export interface RevokeVerification extends DecidedCommand {
  readonly type: 'RevokeVerification';
  readonly requestId: string;
  /** The uid of the lead. */
  readonly by: string;
  readonly reason: string;
}
export type VerificationCommand = SubmitKyc | OpenInquiry | ApplyProviderStatus | RevokeVerification;
/** A command without its instant, which the runner adds. */
export type UndatedCommand<Command = VerificationCommand> = Command extends VerificationCommand
  ? Omit<Command, 'at'>
  : never;

/** A provider update, as compared with others. */
interface ProviderUpdate {
  readonly status: KycStatus;
  readonly providerStatus: ProviderStatus;
  readonly providerAt: string;
}

/** The latest request; earlier ones are closed. */
export interface LatestRequest {
  readonly requestId: string;
  readonly fullName: string;
  readonly inquiryId: string | null;
  readonly status: KycStatus;
  readonly newest: ProviderUpdate | null;
  /** By a lead: nothing that the provider says about this request counts any more. */
  readonly isRevoked: boolean;
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

/** Whether the provider may still change the latest request. */
export function isOpen(state: VerificationState): boolean {
  const next = nextStep(state);
  return next === 'continue' || next === 'wait';
}

/** Whether an update with this status makes the sender verified. */
export function verifies(providerStatus: ProviderStatus, verifiedOn: VerifiedOn): boolean {
  return statusOf(providerStatus, verifiedOn) === 'verified';
}

/** Identity checks on the sender's own stream, because they decide the tier, which sets the limits of sends. */
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
      case 'RevokeVerification':
        return revoke(command, state);
    }
  },
  evolve: evolveBy<VerificationState, VerificationEvent>({
    KycSubmitted: ({ latest, earlierFailures }, { data: { requestId, fullName } }) => ({
      latest: {
        requestId,
        fullName,
        inquiryId: null,
        status: 'submitted',
        newest: null,
        isRevoked: false,
      },
      earlierFailures: earlierFailures + Number(latest !== null && isFailure(latest.status)),
    }),
    InquiryOpened: (state, { data: { requestId, inquiryId } }) =>
      changed(state, requestId, { inquiryId, status: 'created' }),
    KycStatusChanged: (state, { data: { requestId, status, providerStatus, providerAt } }) =>
      changed(
        state,
        requestId,
        providerStatus === null || providerAt === null
          ? { status, isRevoked: true }
          : { status, newest: { status, providerStatus, providerAt } },
      ),
  }),
};

const REFUSALS: Readonly<Partial<Record<KycNext, string>>> = {
  wait: 'verification_open',
  none: 'already_verified',
  support: 'verification_attempts_exhausted',
};

/** Appends nothing when the open request can be continued. */
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

/** Only the first inquiry of a request counts. */
function open(
  { requestId, inquiryId }: OpenInquiry,
  { latest }: VerificationState,
): readonly VerificationEvent[] {
  if (latest?.requestId !== requestId || latest.inquiryId !== null) return [];
  return [{ type: 'InquiryOpened', data: { requestId, inquiryId } }];
}

/** Outdated, repeated and foreign updates change nothing; neither does a check that finds the known status. */
function apply(command: ApplyProviderStatus, { latest }: VerificationState): readonly VerificationEvent[] {
  const { inquiryId, providerStatus, providerEventId, providerAt, verifiedOn } = command;
  if (latest?.inquiryId !== inquiryId || latest.isRevoked) return [];
  const status = statusOf(providerStatus, verifiedOn);
  if (!outranks({ status, providerStatus, providerAt }, latest.newest)) return [];
  if (providerEventId === null && status === latest.status) return [];
  const { requestId } = latest;
  const update = { providerStatus, providerEventId, providerAt };
  return [{ type: 'KycStatusChanged', data: { requestId, status, ...update, by: null, reason: null } }];
}

/** What its sender sees is what a check that the provider declines looks like: there is no other status for it. */
function revoke(
  { requestId, by, reason }: RevokeVerification,
  { latest }: VerificationState,
): readonly VerificationEvent[] {
  if (latest?.requestId !== requestId || latest.status !== 'verified') throw new DomainError('not_verified');
  const noUpdate = { providerStatus: null, providerEventId: null, providerAt: null };
  return [{ type: 'KycStatusChanged', data: { requestId, status: 'declined', ...noUpdate, by, reason } }];
}

function statusOf(providerStatus: ProviderStatus, verifiedOn: VerifiedOn): KycStatus {
  if (providerStatus === 'approved' || providerStatus === verifiedOn) return 'verified';
  return providerStatus;
}

/**
 * A total order, so that every order of arrival ends in the same status: a decision outranks any other status (only
 * declined replaces verified), then the newer instant wins, then the later status. `created` never changes anything.
 */
function outranks(update: ProviderUpdate, known: ProviderUpdate | null): boolean {
  if (update.providerStatus === 'created') return false;
  if (known === null) return true;
  if (isDecision(update) !== isDecision(known)) return isDecision(update);
  if (update.providerAt !== known.providerAt) return update.providerAt > known.providerAt;
  return rankOf(update) > rankOf(known);
}

function isDecision({ status }: ProviderUpdate): boolean {
  return status === 'verified' || status === 'declined';
}

function rankOf({ providerStatus }: ProviderUpdate): number {
  return PROVIDER_STATUSES.indexOf(providerStatus);
}

function changed(
  state: VerificationState,
  requestId: string,
  change: Partial<LatestRequest>,
): VerificationState {
  if (state.latest?.requestId !== requestId) return state;
  return { ...state, latest: { ...state.latest, ...change } };
}
