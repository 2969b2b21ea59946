import { ATTEMPT_RESULTS, RULE_MEASURES, RULE_PROBLEMS, type RuleAction } from '@kernel/staff/rules';
import { BACKTEST_STATES } from '@kernel/staff/backtests';
import { RULE_STATUSES } from '@kernel/staff/rule-views';
import type { Tier } from '@kernel/money/transfers';
import { PERIODS } from '../../web/src/rules/backtests/backtest-period';
import { RULE_CONDITIONS } from '../../web/src/rules/editor/rule-form';
import type { RuleStepKind } from '../../web/src/rules/rule-steps';
import { RULE_UNITS } from '../../web/src/rules/editor/use-rule-words';
import { every } from './members';

const RULE_ACTIONS = every<RuleAction>({ flag: true, hold: true });
const TIERS = every<Tier>({ unverified: true, verified: true });
const RULE_STEPS = every<RuleStepKind>({ return: true, pause: true, retire: true, retireAgreed: true });

/** The keys of the texts about rules that code puts together, with what stands in them. */
export const RULE_TEMPLATES: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'rules.actions.${action}': [RULE_ACTIONS],
  'rules.actions.${value}': [RULE_ACTIONS],
  'rules.columns.${name}': [['rule', 'words', 'status', 'cases', 'suspicious']],
  'rules.did.${type}': [
    [
      ...['RuleDrafted', 'RuleDraftDiscarded', 'RuleDraftReturned'],
      ...['RuleActivated', 'RulePaused', 'RuleRetireRequested', 'RuleRetired'],
    ],
  ],
  'rules.help.${about}': [[...RULE_CONDITIONS, 'name', 'atLeast', 'measure', 'within', 'action', 'add']],
  'rules.help.${topic}': [
    [...RULE_CONDITIONS, 'start', 'name', 'atLeast', 'measure', 'within', 'action', 'add'],
  ],
  'rules.measures.${value}': [RULE_MEASURES],
  'rules.parts.${condition}': [RULE_CONDITIONS],
  'rules.parts.${name}': [[...RULE_CONDITIONS, 'name', 'atLeast', 'within', 'action']],
  'rules.parts.${value}': [RULE_CONDITIONS],
  'errors:${problem}': [RULE_PROBLEMS],
  'rules.problems.${problem}': [['amount', 'number', 'platforms']],
  'rules.results.${result}': [ATTEMPT_RESULTS],
  'rules.spans.${unit}': [RULE_UNITS],
  'rules.statuses.${status}': [RULE_STATUSES],
  'rules.versionStates.${status}': [RULE_STATUSES],
  'backtest.columns.${column}': [
    ['lastAttempt', 'sender', 'attempts', 'attempted', 'within', 'review', 'open'],
  ],
  'backtest.days.${field}': [['from', 'to']],
  'backtest.lists.${list}': [['new', 'lost', 'both']],
  'backtest.periodProblems.${periodProblem.problem}': [['from', 'future', 'to', 'order', 'long']],
  'backtest.periods.${value}': [PERIODS],
  'backtest.states.${backtest.data.state}': [BACKTEST_STATES],
  'rules.steps.${step}.button': [RULE_STEPS],
  'rules.steps.${step}.done': [RULE_STEPS],
  'rules.steps.${step}.text': [RULE_STEPS],
  'rules.steps.${step}.title': [RULE_STEPS],
  'rules.tiers.${tier}': [TIERS],
  'rules.units.${value}': [RULE_UNITS],
  'rules.words.actions.${action}': [RULE_ACTIONS],
  'rules.words.${measure}': [RULE_MEASURES],
  "rules.words.results.${result ?? 'any'}": [[...ATTEMPT_RESULTS, 'any']],
  'rules.words.tiers.${tier}': [TIERS],
  'rules.${named.problem}': [['nameUnusable', 'nameTaken']],
  "rules.${canDecide ? 'youDecide' : byOthers}": [['youDecide', 'waitsForOther', 'leadDecides']],
  'rules.results.${value}': [ATTEMPT_RESULTS],
};
