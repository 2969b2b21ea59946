import { RULE_MEASURES, RULE_PROBLEMS, type RuleAction } from '@kernel/staff/rules';
import { BACKTEST_STATES } from '@kernel/staff/backtests';
import { RULE_STATUSES } from '@kernel/staff/rule-views';
import { PERIODS } from '../../web/src/rules/backtests/backtest-period';
import { RULE_PARTS, valueKey } from '../../web/src/rules/editor/rule-parts';
import type { RuleStepKind } from '../../web/src/rules/rule-steps';
import { RULE_UNITS } from '../../web/src/rules/editor/use-rule-words';
import { every } from './members';

const RULE_ACTIONS = every<RuleAction>({ flag: true, hold: true });
const PARTS = RULE_PARTS.map(({ name }) => name);
/** Of the parts that are one of some values. */
const VALUES = RULE_PARTS.filter(({ kind }) => kind === 'choice').flatMap(({ name, values }) =>
  values.map((value) => valueKey(name, value)),
);
const ASKED = RULE_PARTS.filter(({ kind }) => kind !== 'choice' && kind !== 'amount').map(({ name }) => name);
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
  'rules.help.${about}': [[...PARTS, 'name', 'atLeast', 'measure', 'within', 'action', 'add']],
  'rules.help.${topic}': [[...PARTS, 'start', 'name', 'atLeast', 'measure', 'within', 'action', 'add']],
  'rules.measures.${value}': [RULE_MEASURES],
  'rules.parts.${name}': [[...PARTS, 'name', 'atLeast', 'within', 'action']],
  'rules.parts.${value}': [PARTS],
  'errors:${problem}': [RULE_PROBLEMS],
  'rules.problems.${problem}': [['amount', 'number', 'choices']],
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
  'rules.units.${unit}': [RULE_UNITS],
  'rules.words.actions.${action}': [RULE_ACTIONS],
  'rules.words.${measure}': [RULE_MEASURES],
  'rules.values.${valueKey(name, text)}': [VALUES],
  'rules.values.${valueKey(name, value)}': [VALUES],
  'rules.words.asked.${key}': [[...VALUES, ...ASKED]],
  'rules.${named.problem}': [['nameUnusable', 'nameTaken']],
  "rules.${canDecide ? 'youDecide' : byOthers}": [['youDecide', 'waitsForOther', 'leadDecides']],
};
