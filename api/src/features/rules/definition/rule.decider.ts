import type { DecideAgain, DecidedCommand, Decider } from '../../../event-sourcing/decider.js';
import { DomainError } from '../../../kernel/domain-error.js';
import { builtInRule, type RuleDefinition } from '../../../kernel/staff/rules.js';
import { requirePossible } from '../evaluation/possible-rule.rules.js';
import type { RuleActivated, RuleEvent, RulePaused, RuleRetired } from './rule-events.rules.js';
import {
  afterRuleEvent,
  initialRule,
  openRetirement,
  type RuleDraft,
  type RuleState,
} from './rule-state.rules.js';

/** What staff do with a rule. */
export type RuleAction =
  | { readonly type: 'draft'; readonly definition: RuleDefinition }
  | { readonly type: 'discard' }
  | { readonly type: 'return'; readonly reason: string }
  /** `draftRevision` names the draft that was read. */
  | { readonly type: 'activate'; readonly draftRevision: number }
  | { readonly type: 'pause'; readonly reason: string }
  /** Asks for it, or carries out what another lead asked for. */
  | { readonly type: 'retire'; readonly reason: string }
  /** Once, for a rule that was set to hold by configuration. */
  | { readonly type: 'hold as configured' };

/** Whether a rule is in force, decided before a restore has undone that. */
export type RuleAgain = DecideAgain<RuleActivated | RulePaused | RuleRetired>;

/** `by` is a uid, or the operator's name. */
export type RuleCommand = DecidedCommand &
  ((RuleAction & { readonly ruleId: string; readonly by: string }) | RuleAgain);

/** Rules: reviewers draft them, and a lead other than the drafter activates them. */
export const ruleDecider: Decider<RuleState | null, RuleCommand, RuleEvent> = {
  name: 'rule',
  initialState: () => null,
  decide: (command, state) => {
    if (command.type === 'DecideAgain') return decideAgain(command, state);
    if (!state && !builtInRule(command.ruleId) && command.type !== 'draft')
      throw new DomainError('not_found');
    const rule = state ?? initialRule(command.ruleId);
    if (rule.status === 'retired') throw new DomainError('rule_retired');
    // The table has the decision of each type of command.
    return (DECISIONS[command.type] as Decision<RuleAction['type']>)(command, rule);
  },
  evolve: afterRuleEvent,
};

type Of<Type extends RuleAction['type']> = Extract<RuleCommand, { readonly type: Type }>;
type Decision<Type extends RuleAction['type']> = (command: Of<Type>, rule: RuleState) => readonly RuleEvent[];

const DECISIONS: { readonly [Type in RuleAction['type']]: Decision<Type> } = {
  draft({ definition, by }, { draft }) {
    requirePossible(definition);
    const isSaved = draft?.by === by && !draft.returned && isSame(draft.definition, definition);
    return isSaved ? [] : [{ type: 'RuleDrafted', data: { definition, by } }];
  },
  discard: ({ by }, { draft }) => (draft ? [{ type: 'RuleDraftDiscarded', data: { by } }] : []),
  return({ reason, by }, rule) {
    const draft = requireDraft(rule);
    requireSecondPerson(draft, by);
    return [{ type: 'RuleDraftReturned', data: { reason, by } }];
  },
  activate({ draftRevision, by }, rule) {
    if (rule.draft?.revision !== draftRevision) refuseChanged(rule, draftRevision);
    const { definition, by: draftedBy } = requireDraft(rule);
    requireSecondPerson({ by: draftedBy }, by);
    const version = (rule.versions.at(-1)?.version ?? 0) + 1;
    return [{ type: 'RuleActivated', data: { version, definition, draftedBy, approvedBy: by } }];
  },
  pause({ reason, by }, { status }) {
    if (status !== 'active') throw new DomainError('rule_not_active');
    return [{ type: 'RulePaused', data: { reason, by } }];
  },
  retire({ reason, by, at }, rule) {
    if (rule.versions.length === 0) throw new DomainError('rule_not_active');
    const asked = openRetirement(rule, at);
    if (asked?.by === by) return [];
    return [{ type: asked ? 'RuleRetired' : 'RuleRetireRequested', data: { reason, by } }];
  },
  'hold as configured'({ by }, { versions }) {
    const [builtIn, ...later] = versions;
    if (!builtIn || later.length > 0) return [];
    const definition: RuleDefinition = { ...builtIn.definition, action: 'hold' };
    const version = builtIn.version + 1;
    return [{ type: 'RuleActivated', data: { version, definition, draftedBy: by, approvedBy: by } }];
  },
};

/** An activation has the whole definition, so the rule may be lost. @throws not_found where there is nothing to end */
function decideAgain({ id, decision }: RuleAgain, state: RuleState | null): readonly RuleEvent[] {
  if (!state && !builtInRule(id) && decision.type !== 'RuleActivated') throw new DomainError('not_found');
  return holdsAlready(decision, state ?? initialRule(id)) ? [] : [decision];
}

function holdsAlready(decision: RuleAgain['decision'], { status, versions }: RuleState): boolean {
  if (status === 'retired') return true;
  if (decision.type === 'RulePaused') return status !== 'active';
  const newest = versions.at(-1)?.version ?? 0;
  return decision.type === 'RuleActivated' && status === 'active' && newest >= decision.data.version;
}

/** A draft that a lead can decide about. */
function requireDraft({ draft }: RuleState): RuleDraft {
  if (!draft || draft.returned) throw new DomainError('nothing_drafted');
  return draft;
}

function requireSecondPerson(draft: Pick<RuleDraft, 'by'>, by: string): void {
  if (draft.by === by) throw new DomainError('needs_second_person');
}

/** The steps after the draft that was read. */
function refuseChanged({ changes }: RuleState, read: number): never {
  const later = changes
    .filter(({ revision }) => revision > read)
    .map(({ type, by, at }) => ({ type, by, at }));
  throw new DomainError('rule_changed', {}, { details: { changes: later } });
}

const isSame = (one: RuleDefinition, other: RuleDefinition): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
