import { evolveBy } from '../../event-sourcing/evolve.js';
import { fullNameOf, type PersonName } from '../../kernel/people/accounts.js';
import {
  attemptsLeftAfter,
  isFailure,
  isUnderWay,
  nextStepOf,
  type KycNext,
  type KycStatus,
} from '../../kernel/people/verification.js';
import type { NameGiven, ProviderStatus, VerificationEvent } from './verification-events.rules.js';

/** A provider update, as compared with others. */
export interface ProviderUpdate {
  readonly status: KycStatus;
  readonly providerStatus: ProviderStatus;
  readonly providerAt: string;
}

/** A request that may still change; earlier ones are closed. */
export interface LatestRequest {
  readonly requestId: string;
  readonly fullName: string;
  readonly inquiryId: string | null;
  readonly status: KycStatus;
  readonly newest: ProviderUpdate | null;
  /** By a lead: nothing that the provider says about this request counts any more. */
  readonly isRevoked: boolean;
}

interface RepeatedRequest extends LatestRequest {
  readonly name: PersonName;
}

export interface VerificationState {
  /** The one that decides the tier. */
  readonly latest: LatestRequest | null;
  /** A later one under a new name: it takes the place of the latest once it is verified. */
  readonly repeat: RepeatedRequest | null;
  /** How many requests before these failed or were declined. */
  readonly earlierFailures: number;
  /** A check has confirmed the name, whatever became of it later. */
  readonly isNameConfirmed: boolean;
  /** The one given last; null while it is that of the sign-up. */
  readonly name: PersonName | null;
}

/** Of a sender without events. */
export const newVerification = (): VerificationState => ({
  latest: null,
  repeat: null,
  earlierFailures: 0,
  isNameConfirmed: false,
  name: null,
});

/** The next step that a sender may take. */
export function nextStep(state: VerificationState): KycNext {
  return nextStepOf(currentRequest(state)?.status, attemptsLeft(state));
}

/** The open request, or the one that decides what comes next. */
export function currentRequest({ latest, repeat }: VerificationState): LatestRequest | null {
  return repeat && isUnderWay(repeat.status) ? repeat : latest;
}

/** The request with this inquiry; null when nothing changes it any more. */
export function requestOf({ latest, repeat }: VerificationState, inquiryId: string): LatestRequest | null {
  return [repeat, latest].find((request) => request?.inquiryId === inquiryId) ?? null;
}

export function attemptsLeft({ latest, repeat, earlierFailures }: VerificationState): number {
  return attemptsLeftAfter(earlierFailures + failed(latest) + failed(repeat));
}

const failed = (request: LatestRequest | null): number =>
  Number(request !== null && isFailure(request.status));

export const evolveVerification = evolveBy<VerificationState, VerificationEvent | NameGiven>({
  KycSubmitted: (state, { data: { requestId, fullName } }) => ({
    ...state,
    latest: newRequest(requestId, fullName),
    repeat: null,
    earlierFailures: state.earlierFailures + failed(state.latest) + failed(state.repeat),
  }),
  KycRepeated: (state, { data: { requestId, firstName, lastName } }) => ({
    ...state,
    repeat: {
      ...newRequest(requestId, fullNameOf({ firstName, lastName })),
      name: { firstName, lastName },
    },
    earlierFailures: state.earlierFailures + failed(state.repeat),
  }),
  NameGiven: (state, { data: { firstName, lastName } }) => ({ ...state, name: { firstName, lastName } }),
  InquiryOpened: (state, { data: { requestId, inquiryId } }) =>
    changed(state, requestId, { inquiryId, status: 'created' }),
  KycStatusChanged: (state, { data: { requestId, status, providerStatus, providerAt } }) =>
    confirmed(
      changed(
        state,
        requestId,
        providerStatus === null || providerAt === null
          ? { status, isRevoked: true }
          : { status, newest: { status, providerStatus, providerAt } },
      ),
      status,
    ),
});

const newRequest = (requestId: string, fullName: string): LatestRequest => ({
  requestId,
  fullName,
  inquiryId: null,
  status: 'submitted',
  newest: null,
  isRevoked: false,
});

function changed(
  { latest, repeat, ...state }: VerificationState,
  requestId: string,
  change: Partial<LatestRequest>,
): VerificationState {
  return {
    ...state,
    latest: latest?.requestId === requestId ? { ...latest, ...change } : latest,
    repeat: repeat?.requestId === requestId ? { ...repeat, ...change } : repeat,
  };
}

/** After a change to `status`: a repeat that is verified is the latest. */
function confirmed(state: VerificationState, status: KycStatus): VerificationState {
  if (status !== 'verified') return state;
  const known = { ...state, isNameConfirmed: true };
  if (state.repeat?.status !== 'verified') return known;
  const earlierFailures = state.earlierFailures + failed(state.latest);
  return { ...known, latest: state.repeat, repeat: null, earlierFailures };
}
