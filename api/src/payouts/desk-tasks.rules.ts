import type { DeskTask } from '../kernel/payouts.js';
import type { DeskTaskDocument } from './desk-tasks.projection.js';

const MINUTE_MS = 60_000;

/** Claimed or submitted before it, a payout's outcome is unknown (docs/money.md, The payout desk). */
export function unknownBefore(nowMs: number, outcomeMinutes: number): string {
  return new Date(nowMs - outcomeMinutes * MINUTE_MS).toISOString();
}

/** The kind of a task as people see it: a payout that has had no outcome for too long is unknown. */
export function shownKindOf(
  { kind, desk, state }: Pick<DeskTaskDocument, 'kind' | 'desk' | 'state'>,
  before: string,
): DeskTask['kind'] {
  if (desk === 'done' || kind === 'none') return 'done';
  return kind === 'outcome' && (state.payout?.submittedAt ?? '') < before ? 'unknown' : kind;
}
