import { streamId, type StreamEvent } from '../../../event-sourcing/event.js';
import { documentsBy, type Projection } from '../../../event-sourcing/projection.js';
import { endedList, type CheckItem, type CheckStep } from '../../../kernel/staff/identity-checks.js';
import type {
  KycRepeated,
  KycStatusChanged,
  KycSubmitted,
  VerificationEvent,
} from '../verification-events.rules.js';
import { senderStream } from '../verification.decider.js';

/** Most changes of a check that are kept; a provider sends a handful. */
const STEPS_LIMIT = 50;

interface StoredStep extends Omit<CheckStep, 'name'> {
  /** The uid of the lead who revoked the verification. */
  readonly by: string | null;
}

/** An identity check as staff see it, who also learn by whom and why it was revoked. */
export interface IdentityCheck extends Pick<
  CheckItem,
  'id' | 'uid' | 'status' | 'isRevoked' | 'createdAt' | 'updatedAt'
> {
  readonly isOpen: boolean;
  /** How it ended; null while it is open. */
  readonly ended: ReturnType<typeof endedList>;
  readonly steps: readonly StoredStep[];
}

/** The view identity_checks: what the verification board lists. What a sender sees of a check is in kyc_requests. */
export const identityChecksProjection: Projection<IdentityCheck> = {
  name: 'identity_checks',
  version: 1,
  indexes: [
    { name: 'byOpen', eq: ['isOpen'], sort: 'updatedAt' },
    { name: 'byEnd', eq: ['ended'], sort: 'updatedAt' },
    { name: 'bySender', eq: ['uid'], sort: 'createdAt' },
  ],
  prefixes: [senderStream.prefix],
  ...documentsBy<IdentityCheck, VerificationEvent>(({ data }) => [data.requestId], {
    KycSubmitted: (_, event) => submitted(event),
    KycRepeated: (_, event) => submitted(event),
    InquiryOpened: (check, { metadata: { at } }) => check && changed(check, { status: 'created', at }),
    KycStatusChanged: (check, event) => check && afterChange(check, event),
  }),
};

function submitted({
  stream,
  data: { requestId: id },
  metadata: { at },
}: StreamEvent<KycSubmitted | KycRepeated>): IdentityCheck {
  const uid = streamId(stream);
  const state = { isOpen: true, ended: null, isRevoked: false, createdAt: at };
  return changed(
    { id, uid, status: 'submitted', updatedAt: at, steps: [], ...state },
    { status: 'submitted', at },
  );
}

function afterChange(
  check: IdentityCheck,
  { data, metadata: { at } }: StreamEvent<KycStatusChanged>,
): IdentityCheck {
  const { status, by, reason } = data;
  return { ...changed(check, { status, at, by, reason: reason ?? '' }), isRevoked: by !== null };
}

function changed(
  check: IdentityCheck,
  step: Pick<StoredStep, 'status' | 'at'> & Partial<StoredStep>,
): IdentityCheck {
  const { status, at } = step;
  const ended = endedList(status);
  const steps = [...check.steps, { by: null, reason: '', ...step }].slice(-STEPS_LIMIT);
  return { ...check, status, updatedAt: at, ended, isOpen: ended === null, steps };
}
