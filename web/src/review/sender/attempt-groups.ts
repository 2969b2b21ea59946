import type { SenderAttempt } from '@kernel/staff/sender-activity';

/** Attempts that were refused one after the other with everything the same, or one attempt alone; the newest first. */
export type AttemptGroup = readonly [SenderAttempt, ...SenderAttempt[]];

/** The attempts in their order, equal refused ones together. */
export function groupedAttempts(attempts: readonly SenderAttempt[]): readonly AttemptGroup[] {
  const groups: [SenderAttempt, ...SenderAttempt[]][] = [];
  for (const attempt of attempts) {
    const group = groups.at(-1);
    if (group && isSame(group[0], attempt)) group.push(attempt);
    else groups.push([attempt]);
  }
  return groups;
}

const isSame = (one: SenderAttempt, other: SenderAttempt): boolean =>
  one.refused !== null &&
  one.refused === other.refused &&
  one.amount === other.amount &&
  one.platform === other.platform &&
  one.recipient === other.recipient;
