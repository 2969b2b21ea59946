import { UUID_PATTERN } from '../uuid.js';

/** Why a member of staff looks at a sender's data: a case of theirs, or a request that has a reference elsewhere. */
export const REASON_KINDS = ['case', 'support', 'authority', 'audit'] as const;
export type ReasonKind = (typeof REASON_KINDS)[number];

export const REFERENCE_MAX_LENGTH = 60;
const ID = UUID_PATTERN.source.slice(1, -1);
const [, ...REFERENCED] = REASON_KINDS;

/** `case:{uuid}`, or one of the other kinds with a reference: `support:S-1182`. */
export const REASON_PATTERN = new RegExp(
  `^(case:${ID}|(${REFERENCED.join('|')}):[A-Za-z0-9._/-]{1,${String(REFERENCE_MAX_LENGTH)}})$`,
);

/** The id of the case that is a reason; null for the other kinds. */
export function caseIn(reason: string): string | null {
  return reason.startsWith('case:') ? reason.slice('case:'.length) : null;
}
