/** Why a sender may not send: a case that was closed as suspicious, or a lead. Several causes can hold at once. */
export interface PauseCause {
  /** The id of the case. */
  readonly causeId: string;
  readonly cause: 'case' | 'lead';
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
