import type { DecideAgain, DecidedCommand, Decider } from '../../event-sourcing/decider.js';
import { streamCategory } from '../../event-sourcing/event.js';
import { fullNameOf, type Locale, type PersonName } from '../../kernel/people/accounts.js';
import { DomainError } from '../../kernel/domain-error.js';
import {
  CONSENT_VERSION,
  isUnderWay,
  type KycNext,
  type KycStatus,
} from '../../kernel/people/verification.js';
import {
  isSameName,
  nameGiven,
  PROVIDER_STATUSES,
  type KycStatusChanged,
  type NameGiven,
  type ProviderStatus,
  type VerificationEvent,
} from './verification-events.rules.js';
import {
  attemptsLeft,
  currentRequest,
  evolveVerification,
  newVerification,
  nextStep,
  requestOf,
  type ProviderUpdate,
  type VerificationState,
} from './verification-state.rules.js';

/** The provider status that makes a sender verified: the approval, or already the completed form. */
export type VerifiedOn = 'approved' | 'completed';

export interface SubmitKyc extends DecidedCommand {
  readonly type: 'SubmitKyc';
  readonly requestId: string;
  /** As the sender typed it from their document; without it, the name given last. */
  readonly typedName?: string | undefined;
  /** The new name that the check is repeated under. */
  readonly newName?: PersonName | undefined;
  /** Of the account. */
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
interface CorrectName extends DecidedCommand, PersonName {
  readonly type: 'CorrectName';
}
export type VerificationCommand =
  | CorrectName
  | SubmitKyc
  | OpenInquiry
  | ApplyProviderStatus
  | RevokeVerification
  | (DecidedCommand & DecideAgain<KycStatusChanged>);
/** A command without its instant, which the runner adds. */
export type UndatedCommand<Command = VerificationCommand> = Command extends VerificationCommand
  ? Omit<Command, 'at'>
  : never;

export const senderStream = streamCategory('sender-');

/** Whether an update with this status makes the sender verified. */
export function verifies(providerStatus: ProviderStatus, verifiedOn: VerifiedOn): boolean {
  return statusOf(providerStatus, verifiedOn) === 'verified';
}

/** Identity checks on the sender's own stream, because they decide the tier, which sets the limits of sends. */
export const verificationDecider: Decider<
  VerificationState,
  VerificationCommand,
  VerificationEvent | NameGiven
> = {
  name: 'verification',
  initialState: newVerification,
  decide(command, state) {
    switch (command.type) {
      case 'CorrectName':
        return correctName(command, state);
      case 'SubmitKyc':
        return submit(command, state);
      case 'OpenInquiry':
        return open(command, state);
      case 'ApplyProviderStatus':
        return apply(command, state);
      case 'RevokeVerification':
        return revoke(command, state);
      case 'DecideAgain':
        return revokeAgain(command.decision, state);
    }
  },
  evolve: evolveVerification,
};

const REFUSALS: Readonly<Partial<Record<KycNext, string>>> = {
  wait: 'verification_open',
  none: 'already_verified',
  support: 'verification_attempts_exhausted',
};

/** A name that no check has confirmed, and none is about to. */
function correctName(name: CorrectName, state: VerificationState): readonly NameGiven[] {
  if (state.isNameConfirmed) throw new DomainError('name_verified');
  const current = currentRequest(state);
  if (current && isUnderWay(current.status)) throw new DomainError('name_being_verified');
  return isSameName(name, state.name) ? [] : [nameGiven(name)];
}

/** Appends nothing when the open request can be continued. */
function submit(command: SubmitKyc, state: VerificationState): readonly VerificationEvent[] {
  if (!command.consent) throw new DomainError('consent_required');
  if (!command.emailConfirmed) throw new DomainError('email_not_confirmed');
  if (command.newName) return repeat(command, command.newName, state);
  const next = nextStep(state);
  const refusal = REFUSALS[next];
  if (refusal !== undefined) throw new DomainError(refusal);
  if (next === 'continue') return [];
  const { requestId, locale } = command;
  const fullName = command.typedName ?? nameNow(command, state);
  return [{ type: 'KycSubmitted', data: { requestId, fullName, consentVersion: CONSENT_VERSION, locale } }];
}

/** The account may not have followed yet. */
const nameNow = ({ fullName }: SubmitKyc, { name }: VerificationState): string =>
  name ? fullNameOf(name) : fullName;

/** Until it is verified, the verification of before stays in force with its limits. */
function repeat(
  command: SubmitKyc,
  newName: PersonName,
  state: VerificationState,
): readonly VerificationEvent[] {
  if (!state.isNameConfirmed) throw new DomainError('name_not_verified');
  const next = nextStep(state);
  if (next === 'continue' && isOpenUnder(newName, state)) return [];
  if (next === 'continue' || next === 'wait') throw new DomainError('verification_open');
  if (attemptsLeft(state) === 0) throw new DomainError('verification_attempts_exhausted');
  if (next === 'none' && fullNameOf(newName) === nameNow(command, state))
    throw new DomainError('already_verified');
  const { requestId, locale } = command;
  const { firstName, lastName } = newName;
  const data = { requestId, firstName, lastName, consentVersion: CONSENT_VERSION, locale };
  return [{ type: 'KycRepeated', data }];
}

const isOpenUnder = (name: PersonName, state: VerificationState): boolean =>
  state.repeat !== null && currentRequest(state) === state.repeat && isSameName(name, state.repeat.name);

/** Only the first inquiry of a request counts. */
function open({ requestId, inquiryId }: OpenInquiry, state: VerificationState): readonly VerificationEvent[] {
  const request = currentRequest(state);
  if (request?.requestId !== requestId || request.inquiryId !== null) return [];
  return [{ type: 'InquiryOpened', data: { requestId, inquiryId } }];
}

/** Outdated, repeated and foreign updates change nothing; neither does a check that finds the known status. */
function apply(
  command: ApplyProviderStatus,
  state: VerificationState,
): readonly (VerificationEvent | NameGiven)[] {
  const { inquiryId, providerStatus, providerEventId, providerAt, verifiedOn } = command;
  const request = requestOf(state, inquiryId);
  if (request === null || request.isRevoked) return [];
  const status = statusOf(providerStatus, verifiedOn);
  if (!outranks({ status, providerStatus, providerAt }, request.newest)) return [];
  if (providerEventId === null && status === request.status) return [];
  const { requestId } = request;
  const data = { requestId, status, providerStatus, providerEventId, providerAt, by: null, reason: null };
  const gives = request === state.repeat && status === 'verified' ? [nameGiven(state.repeat.name)] : [];
  return [{ type: 'KycStatusChanged', data }, ...gives];
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

/** The revocation of a check, which the provider may have decided after the backup that was restored. */
function revokeAgain(
  decision: KycStatusChanged,
  { latest, repeat }: VerificationState,
): readonly VerificationEvent[] {
  const request = [latest, repeat].find((one) => one?.requestId === decision.data.requestId);
  if (!request) throw new DomainError('not_verified');
  return request.isRevoked ? [] : [decision];
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
