import type { RecordedRefusal } from '../../../kernel/money/transfers.js';
import type { RuleDefinition } from '../../../kernel/staff/rules.js';

/** An attempt as the event of an alert records it. */
export interface AlertTransaction {
  readonly transferId: string;
  readonly amountCents: number;
  readonly refused: RecordedRefusal | null;
  readonly at: string;
}

/** The numbers of a definition that alerts have recorded from the beginning. */
export interface RuleParameters {
  /** `atLeast` of the definition. */
  readonly count: number;
  readonly windowMs: number;
  readonly fromCents: number;
  /** null = no upper end */
  readonly belowCents: number | null;
}

export function parametersOf({ atLeast, withinMs, where }: RuleDefinition): RuleParameters {
  const { from = 0, below = null } = where.amountCents ?? {};
  return { count: atLeast, windowMs: withinMs, fromCents: from, belowCents: below };
}
