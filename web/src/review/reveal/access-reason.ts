import { REASON_KINDS, REASON_PATTERN, type ReasonKind } from '@kernel/staff/access-reasons';
import { pastedLine } from '@kernel/text/pasted-text';

/** A reason as it is typed. */
export interface TypedReason {
  readonly kind: ReasonKind;
  readonly reference: string;
}

/** `support:S-1182`; a case's id in lower case, as it is stored. */
export function reasonOf({ kind, reference }: TypedReason): string {
  const typed = pastedLine(reference);
  return `${kind}:${kind === 'case' ? typed.toLowerCase() : typed}`;
}

/** The key of the text that says what is wrong with a reference; null when it is right. */
export function referenceError(reason: TypedReason): string | null {
  if (REASON_PATTERN.test(reasonOf(reason))) return null;
  return reason.kind === 'case' ? 'replay.reason.caseRequired' : 'replay.reason.referenceRequired';
}

/** The parts of a recorded reason. */
export function typedReason(reason: string): TypedReason {
  const [kind, ...rest] = reason.split(':');
  return { kind: REASON_KINDS.find((one) => one === kind) ?? 'support', reference: rest.join(':') };
}

/** Where a transfer's or a sender's history is replayed. */
export function replayPath(subject: `transfers/${string}` | `senders/${string}`, reason: string): string {
  return `/compliance/replay/${subject}?${new URLSearchParams({ reason }).toString()}`;
}

/** Where a sender is shown as they were; now without a position. */
export function senderAtPath(uid: string, reason: string, position?: string): string {
  const query = new URLSearchParams({ reason, ...(position !== undefined && { position }) });
  return `/compliance/senders/${uid}/at?${query.toString()}`;
}

/** A position as it is shown and copied. */
export const shortPosition = (position: string): string => position.replaceAll(/(^|:)0+(?=\d)/g, '$1');

/** The page of a sender; the reason is what it offers when more is shown from there. */
export function senderPath(uid: string, reason: string): string {
  return `/compliance/senders/${uid}?${new URLSearchParams({ reason }).toString()}`;
}
