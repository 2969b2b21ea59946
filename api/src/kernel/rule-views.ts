export const RULE_STATUSES = ['draft', 'active', 'paused', 'retired'] as const;
/** `draft` was never in force. */
export type RuleStatus = (typeof RULE_STATUSES)[number];

/** Something that somebody did with a rule. */
export class RuleChange {
  /** @example "RuleActivated" */
  readonly type!: string;
  readonly at!: string;
  /** A uid. */
  readonly by!: string;
  /** '' without one. */
  readonly reason!: string;
}
