import { DomainError } from '../domain-error.js';

/** How long a person's data is kept at least, whatever is configured, and unless something else is. */
export const RETENTION_FLOOR_YEARS = 5;
export const RETENTION_DEFAULT_YEARS = 7;

/** What decides how long a person's data is kept. Instants are ISO-8601 UTC. */
export interface RetentionFacts {
  /** Null while the account is open. */
  readonly closedAt: string | null;
  /** When the last transfer reached its final state; null without one. */
  readonly lastTransferAt: string | null;
  /** When the last report about a case was filed; null without one. */
  readonly lastReportAt: string | null;
  readonly hasLegalHold: boolean;
  /** A transfer whose money can still move, or about which something is open. */
  readonly hasOpenTransfer: boolean;
  readonly hasOpenCase: boolean;
  readonly hasReportDue: boolean;
  readonly isPaused: boolean;
}

/** When retention ends unless something keeps the data longer; null while the account is open. */
export function retentionEndsAt(
  { closedAt, lastTransferAt, lastReportAt }: RetentionFacts,
  years: number,
): string | null {
  if (closedAt === null) return null;
  const latest = [closedAt, lastTransferAt, lastReportAt].reduce<string>(
    (newest, at) => (at !== null && Date.parse(at) > Date.parse(newest) ? at : newest),
    closedAt,
  );
  return yearsAfter(latest, years);
}

/** An instant so many years later, or earlier: name and history are kept for `RETENTION_YEARS`. ISO-8601 UTC. */
export function yearsAfter(at: string, years: number): string {
  const moved = new Date(at);
  moved.setUTCFullYear(moved.getUTCFullYear() + years);
  return moved.toISOString();
}

/** What keeps the data of a closed account whatever time has passed; each is the code of its refusal. */
export const KEEPERS = ['legal_hold', 'transfer_open', 'case_open', 'report_due', 'sender_paused'] as const;
export type Keeper = (typeof KEEPERS)[number];

/** What keeps the data now. */
export function keptBy(facts: RetentionFacts): Keeper[] {
  const keeps: Readonly<Record<Keeper, boolean>> = {
    legal_hold: facts.hasLegalHold,
    transfer_open: facts.hasOpenTransfer,
    case_open: facts.hasOpenCase,
    report_due: facts.hasReportDue,
    sender_paused: facts.isPaused,
  };
  return KEEPERS.filter((keeper) => keeps[keeper]);
}

/**
 * Passes when the person's data may be erased at `at`.
 * @throws DomainError account_open, legal_hold, transfer_open, case_open, report_due, sender_paused, or retention_not_over with
 *   the day (`date`, UTC) on which it ends
 */
export function requireRetentionOver(facts: RetentionFacts, years: number, at: string): void {
  const endsAt = retentionEndsAt(facts, years);
  if (endsAt === null) throw new DomainError('account_open');
  const [keeper] = keptBy(facts);
  if (keeper) throw new DomainError(keeper);
  if (at < endsAt) throw new DomainError('retention_not_over', { date: endsAt.slice(0, 10) });
}
