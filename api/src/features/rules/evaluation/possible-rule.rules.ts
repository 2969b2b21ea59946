import { DomainError } from '../../../kernel/domain-error.js';
import {
  ruleProblems,
  type RuleDefinition,
  type RuleField,
  type RuleProblem,
} from '../../../kernel/staff/rules.js';

/** Where each part is in a request that has a `definition`. */
const PATHS: Readonly<Record<RuleField, string>> = {
  name: 'definition.name',
  amount: 'definition.where.amount',
  accountYoungerThan: 'definition.where.accountYoungerThan',
  atLeast: 'definition.atLeast',
  within: 'definition.within',
  action: 'definition.action',
};

/**
 * Refuses a definition that could never alert, or that does nothing, at each of its wrong fields.
 * @throws rule_impossible
 */
export function requirePossible(definition: RuleDefinition): void {
  const problems = Object.entries(ruleProblems(definition)) as [RuleField, RuleProblem][];
  const fields = problems.map(([field, code]) => ({ field: PATHS[field], code }));
  if (fields.length > 0) throw new DomainError('rule_impossible', {}, { fields });
}
