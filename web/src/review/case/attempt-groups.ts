import type { AttemptItem } from '@kernel/staff/compliance';

/** Equal attempts that were refused one after the other, in one group; every other attempt in a group of its own. */
export function groupedAttempts(attempts: readonly AttemptItem[]): readonly (readonly AttemptItem[])[] {
  const groups: AttemptItem[][] = [];
  for (const attempt of attempts) {
    const last = groups.at(-1);
    if (last?.[0] && attempt.refused !== null && keyOf(last[0]) === keyOf(attempt)) last.push(attempt);
    else groups.push([attempt]);
  }
  return groups;
}

const keyOf = ({ amount, refused, recipient, platform, handle }: AttemptItem): string =>
  JSON.stringify([amount, refused, recipient, platform, handle]);
