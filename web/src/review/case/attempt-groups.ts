import { runsOf, type Run } from '../../lib/runs';

/** What makes two attempts equal; some lists have no handle. */
interface ComparedAttempt {
  readonly amount: string;
  readonly refused: string | null;
  readonly recipient: string;
  readonly platform: string;
  readonly handle?: string;
}

/** Equal attempts that were refused one after the other, in one group; every other attempt in a separate group. */
export const groupedAttempts = <Attempt extends ComparedAttempt>(
  attempts: readonly Attempt[],
): readonly Run<Attempt>[] =>
  runsOf(attempts, (first, next) => next.refused !== null && keyOf(first) === keyOf(next));

const keyOf = ({ amount, refused, recipient, platform, handle }: ComparedAttempt): string =>
  JSON.stringify([amount, refused, recipient, platform, handle]);
