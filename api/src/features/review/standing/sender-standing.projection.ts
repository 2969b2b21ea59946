import { streamId, type StreamEvent } from '../../../event-sourcing/event.js';
import { documentsBy, ofStream, type Projection } from '../../../event-sourcing/projection.js';
import { SENDER_STATES, type SenderState } from '../../../kernel/staff/sender-states.js';
import type { SuspensionCause } from '../../../kernel/staff/standing.js';
import type {
  AccountClosed,
  AccountErased,
  AccountReinstated,
  AccountSuspended,
  LegalHoldLifted,
  LegalHoldPlaced,
  ReinstatementRequested,
} from '../../accounts/account/account-events.rules.js';
import type { PauseCauseKind } from '../../lifecycle/payment/pause.rules.js';
import type { ResumeRequested, SendingPaused, SendingResumed } from '../../transfers/sending/pauses.rules.js';

interface Asked {
  readonly by: string;
  readonly reason: string;
  readonly requestedAt: string;
}

/** What keeps one sender from sending or signing in, and what becomes of their data. */
export interface StandingDocument {
  readonly uid: string;
  readonly pauses: readonly {
    readonly causeId: string;
    readonly cause: PauseCauseKind;
    readonly reason: string;
    readonly by: string | null;
    readonly since: string;
  }[];
  readonly resumeRequest: (Asked & { readonly causeIds: readonly string[] }) | null;
  readonly suspension: {
    readonly cause: SuspensionCause;
    readonly reason: string;
    readonly by: string | null;
    readonly since: string;
  } | null;
  readonly reinstatementRequest: Asked | null;
  readonly closedAt: string | null;
  readonly erasedAt: string | null;
  readonly legalHold: { readonly reason: string; readonly by: string; readonly since: string } | null;
}

export type StandingEvent =
  | SendingPaused
  | SendingResumed
  | ResumeRequested
  | AccountSuspended
  | AccountReinstated
  | ReinstatementRequested
  | AccountClosed
  | AccountErased
  | LegalHoldPlaced
  | LegalHoldLifted;

/** The view sender_standing: one document for every sender who was ever paused, suspended, closed or held. */
export const senderStandingProjection: Projection<StandingDocument, StandingEvent> = {
  name: 'sender_standing',
  version: 3,
  indexes: [],
  prefixes: ['sender-', 'account-'],
  ...documentsBy<StandingDocument, StandingEvent>(ofStream, {
    SendingPaused: (before, event) => paused(before ?? nothing(event), event),
    SendingResumed: (before, event) => before && resumed(before, event),
    ResumeRequested: (before, { data: { by, reason, requestedAt, causeIds } }) =>
      before && { ...before, resumeRequest: { by, reason, requestedAt, causeIds } },
    AccountSuspended: (before, event) => ({
      ...(before ?? nothing(event)),
      suspension: { ...event.data, since: event.metadata.at },
      reinstatementRequest: null,
    }),
    AccountReinstated: (before) => before && { ...before, suspension: null, reinstatementRequest: null },
    ReinstatementRequested: (before, { data }) => before && { ...before, reinstatementRequest: data },
    AccountClosed: (before, event) => ({ ...(before ?? nothing(event)), closedAt: event.metadata.at }),
    AccountErased: (before, event) => ({ ...(before ?? nothing(event)), erasedAt: event.metadata.at }),
    LegalHoldPlaced: (before, event) => ({
      ...(before ?? nothing(event)),
      legalHold: { ...event.data, since: event.metadata.at },
    }),
    LegalHoldLifted: (before) => before && { ...before, legalHold: null },
  }),
};

const nothing = ({ stream }: StreamEvent<StandingEvent>): StandingDocument => ({
  uid: streamId(stream),
  pauses: [],
  resumeRequest: null,
  suspension: null,
  reinstatementRequest: null,
  closedAt: null,
  erasedAt: null,
  legalHold: null,
});

/** The unusual states of a sender. @param isDue whether the retention of their data has ended */
export function statesOf(standing: StandingDocument, isDue: boolean): SenderState[] {
  const is: Readonly<Record<SenderState, boolean>> = {
    erased: standing.erasedAt !== null,
    closed: standing.closedAt !== null,
    erasure_due: isDue,
    legal_hold: standing.legalHold !== null,
    suspended: standing.suspension !== null,
    paused: standing.pauses.length > 0,
  };
  return SENDER_STATES.filter((state) => is[state]);
}

function paused(before: StandingDocument, { data, metadata }: StreamEvent<SendingPaused>): StandingDocument {
  const { causeId, cause, reason, by } = data;
  const others = before.pauses.filter((pause) => pause.causeId !== causeId);
  const pauses = [...others, { causeId, cause, reason, by, since: metadata.at }];
  const { resumeRequest } = before;
  const causeIds = resumeRequest?.causeIds.filter((one) => one !== causeId) ?? [];
  return {
    ...before,
    pauses,
    resumeRequest: resumeRequest && causeIds.length > 0 ? { ...resumeRequest, causeIds } : null,
  };
}

/** As pauses.rules.ts decides: a request waits while a cause that it names is in force. */
function resumed(before: StandingDocument, { data }: StreamEvent<SendingResumed>): StandingDocument {
  const pauses = before.pauses.filter(({ causeId }) => causeId !== data.causeId);
  const { resumeRequest } = before;
  const waits = pauses.some(({ causeId }) => resumeRequest?.causeIds.includes(causeId));
  return { ...before, pauses, resumeRequest: waits ? resumeRequest : null };
}
