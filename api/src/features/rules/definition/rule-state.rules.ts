import { streamId, type StreamEvent } from '../../../event-sourcing/event.js';
import { resultOf, type ByEvent } from '../../../event-sourcing/evolve.js';
import { builtInRule, type RuleDefinition } from '../../../kernel/staff/rules.js';
import type { RuleChange, RuleStatus } from '../../../kernel/staff/rule-views.js';
import { LIFT_LAPSES_MS } from '../../../kernel/staff/standing.js';
import type { RuleEvent } from './rule-events.rules.js';

/** A definition that is or was in force. */
export interface RuleVersion {
  readonly version: number;
  readonly definition: RuleDefinition;
  /** Null for a built-in version. */
  readonly activatedAt: string | null;
  readonly endedAt: string | null;
  /** Null for a built-in version. */
  readonly draftedBy: string | null;
  readonly approvedBy: string | null;
}

export interface RuleDraft {
  readonly definition: RuleDefinition;
  /** Who saved it last. */
  readonly by: string;
  readonly at: string;
  /** Revision of the last event about it: a decision names the draft that was read. */
  readonly revision: number;
  /** Why a lead returned it; null while it can be activated. */
  readonly returned: { readonly reason: string; readonly by: string; readonly at: string } | null;
}

/** A lead wants the rule to end. */
export interface RuleRetirement {
  readonly reason: string;
  readonly by: string;
  readonly at: string;
}

/** The request that another lead may still agree to. */
export function openRetirement(
  { retirement }: Pick<RuleState, 'retirement'>,
  at: string,
): RuleRetirement | null {
  return retirement && Date.parse(at) - Date.parse(retirement.at) < LIFT_LAPSES_MS ? retirement : null;
}

/** One rule as plain data: the state of decisions, and the document of the view fraud_rules. */
export interface RuleState {
  readonly id: string;
  readonly name: string;
  readonly status: RuleStatus;
  /** Oldest first. */
  readonly versions: readonly RuleVersion[];
  readonly draft: RuleDraft | null;
  /** What the last request to retire it says, until it is retired or activated; it may have lapsed. */
  readonly retirement: RuleRetirement | null;
  /** Everything that was done, oldest first. */
  readonly changes: readonly (RuleChange & { readonly revision: number })[];
}

/** The rule before its first event. */
export function initialRule(id: string): RuleState {
  const builtIn = builtInRule(id);
  const first = { activatedAt: null, endedAt: null, draftedBy: null, approvedBy: null };
  return {
    id,
    name: builtIn?.definition.name ?? '',
    status: builtIn ? 'active' : 'draft',
    versions: builtIn ? [{ version: builtIn.version, definition: builtIn.definition, ...first }] : [],
    draft: null,
    retirement: null,
    changes: [],
  };
}

export function afterRuleEvent(before: RuleState | null, event: StreamEvent<RuleEvent>): RuleState {
  const state = before ?? initialRule(streamId(event.stream));
  const changed = { ...state, ...resultOf<RuleState, RuleEvent, Partial<RuleState>>(CHANGES, state, event) };
  const { type, data, metadata, revision } = event;
  const change = {
    type,
    at: metadata.at,
    revision: Number(revision),
    by: type === 'RuleActivated' ? data.approvedBy : data.by,
    reason: 'reason' in data ? data.reason : '',
  };
  return { ...changed, changes: [...state.changes, change] };
}

const CHANGES: ByEvent<RuleState, RuleEvent, Partial<RuleState>> = {
  RuleDrafted: ({ name, versions }, { data: { definition, by }, metadata: { at }, revision }) => ({
    name: versions.length > 0 ? name : definition.name,
    draft: { definition, by, at, revision: Number(revision), returned: null },
  }),
  RuleDraftDiscarded: () => ({ draft: null }),
  RuleDraftReturned: ({ draft }, { data, metadata: { at }, revision }) => ({
    draft: draft && { ...draft, revision: Number(revision), returned: { ...data, at } },
  }),
  RuleActivated: ({ versions }, { data, metadata: { at } }) => ({
    name: data.definition.name,
    status: 'active',
    versions: [...ended(versions, at), { ...data, activatedAt: at, endedAt: null }],
    draft: null,
    retirement: null,
  }),
  RulePaused: ({ versions }, { metadata: { at } }) => ({ status: 'paused', versions: ended(versions, at) }),
  RuleRetireRequested: (_, { data, metadata: { at } }) => ({ retirement: { ...data, at } }),
  RuleRetired: ({ versions }, { metadata: { at } }) => ({
    status: 'retired',
    versions: ended(versions, at),
    draft: null,
    retirement: null,
  }),
};

function ended(versions: readonly RuleVersion[], at: string): readonly RuleVersion[] {
  return versions.map((version) => (version.endedAt === null ? { ...version, endedAt: at } : version));
}
