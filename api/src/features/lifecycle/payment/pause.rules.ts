/** Who paused a sender: a case that was closed as suspicious, or a lead. */
export type PauseCauseKind = 'case' | 'lead';

/** Why a sender may not send. Several causes can hold at once. */
export interface PauseCause {
  /** The id of the case, or one of the lead's pause. */
  readonly causeId: string;
  readonly cause: PauseCauseKind;
  readonly reason: string;
  /** The uid of who decided it; null in events that did not record it, as with the sender's. */
  readonly by: string | null;
  readonly uid: string | null;
}

/** One cause begins or ends to pause a sender; the others stay as they are. */
export interface Pause extends PauseCause {
  readonly type: 'PauseSending' | 'ResumeSending';
  readonly uid: string;
}

/** A lead asks that every cause in force ends, or agrees to what another lead has asked. */
export interface LiftPauses {
  readonly type: 'LiftPauses';
  readonly uid: string;
  readonly reason: string;
  /** The uid of the lead. */
  readonly by: string;
}
