import { DomainError } from '../../../kernel/domain-error.js';
import { CONDITIONS } from '../../../kernel/staff/rule-conditions.js';
import {
  ruleProblems,
  type RuleDefinition,
  type RuleField,
  type RuleProblem,
} from '../../../kernel/staff/rules.js';

const CONDITION_NAMES: ReadonlySet<string> = new Set(CONDITIONS.map(({ name }) => name));

/** Where a part is in a request that has a `definition`. */
const pathOf = (field: RuleField): string =>
  CONDITION_NAMES.has(field) ? `definition.where.${field}` : `definition.${field}`;

/**
 * Refuses a definition that could never alert, or that does nothing, at each of its wrong fields.
 * @param minimumCents of a transfer, where it is known
 * @throws rule_impossible
 */
export function requirePossible(definition: RuleDefinition, minimumCents?: number): void {
  const problems = Object.entries(ruleProblems(definition, minimumCents)) as [RuleField, RuleProblem][];
  const fields = problems.map(([field, code]) => ({ field: pathOf(field), code }));
  if (fields.length > 0) throw new DomainError('rule_impossible', {}, { fields });
}
