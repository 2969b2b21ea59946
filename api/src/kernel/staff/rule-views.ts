import { centsOf, formatAmount } from '../money/money.js';
import {
  askedIn,
  CONDITIONS,
  RuleConditionsOnWire,
  type ConditionKind,
  type RuleBandOnWire,
  type RuleConditions,
} from './rule-conditions.js';
import {
  formatDuration,
  parseDuration,
  type RuleAction,
  type RuleDefinition,
  type RuleMeasure,
} from './rules.js';

export const RULE_STATUSES = ['draft', 'active', 'paused', 'retired'] as const;
/** `draft` was never in force. */
export type RuleStatus = (typeof RULE_STATUSES)[number];

/** A rule's definition; amounts are decimal, durations ISO 8601. */
export class RuleDefinitionOnWire {
  /** @example "Structuring" */
  readonly name!: string;
  readonly where!: RuleConditionsOnWire;
  readonly measure!: RuleMeasure;
  /** A number of attempts or handles, or dollars. @example "2" */
  readonly atLeast!: string;
  /** Both edges included; PT0S is the one attempt alone. @example "P1D" */
  readonly within!: string;
  readonly action!: RuleAction;
}

export function ruleOnWire({ where, withinMs, ...rest }: RuleDefinition): RuleDefinitionOnWire {
  return {
    ...rest,
    where: Object.fromEntries(
      askedIn(where).map(([{ kind, name }, wanted]) => [name, FORMS[kind].onWire(wanted)]),
    ),
    atLeast: rest.measure === 'amount' ? formatAmount(rest.atLeast) : String(rest.atLeast),
    within: formatDuration(withinMs),
  };
}

/** The definition that texts in their forms say; whether it is possible is another question (`ruleProblems`). */
export function ruleOfWire({ where, atLeast, within, ...rest }: RuleDefinitionOnWire): RuleDefinition {
  return {
    name: rest.name,
    where: conditionsOfWire(where),
    measure: rest.measure,
    atLeast: rest.measure === 'amount' ? centsOf(atLeast) : Number(atLeast),
    withinMs: parseDuration(within) ?? -1,
    action: rest.action,
  };
}

function conditionsOfWire(where: RuleConditionsOnWire): RuleConditions {
  const wanted = CONDITIONS.map(({ kind, name, stored }) => {
    const onWire = where[name];
    return [stored, onWire === undefined ? undefined : FORMS[kind].ofWire(onWire as never)] as const;
  });
  return Object.fromEntries(wanted.filter(([, asked]) => asked !== undefined));
}

type Band = NonNullable<RuleConditions['amountCents']>;

/** What is wanted of a condition is written otherwise in requests and responses. */
interface Form {
  readonly onWire: (wanted: never) => unknown;
  /** Undefined asks nothing. */
  readonly ofWire: (onWire: never) => unknown;
}

const asItIs: Form = { onWire: (wanted) => wanted, ofWire: (onWire) => onWire };

const FORMS: Readonly<Record<ConditionKind, Form>> = {
  choice: asItIs,
  choices: asItIs,
  flag: asItIs,
  duration: { onWire: formatDuration, ofWire: (text: string) => parseDuration(text) ?? 0 },
  band: { onWire: bandOnWire, ofWire: bandOfWire },
};

function bandOnWire({ from, below }: Band): RuleBandOnWire {
  return {
    ...(from !== undefined && { from: formatAmount(from) }),
    ...(below !== undefined && { below: formatAmount(below) }),
  };
}

function bandOfWire({ from, below }: RuleBandOnWire): Band | undefined {
  if (from === undefined && below === undefined) return undefined;
  return {
    ...(from !== undefined && { from: centsOf(from) }),
    ...(below !== undefined && { below: centsOf(below) }),
  };
}

/** A step in the history of a rule. */
export class RuleChange {
  /** @example "RuleActivated" */
  readonly type!: string;
  readonly at!: string;
  /** A uid. */
  readonly by!: string;
  /** '' without one. */
  readonly reason!: string;
}

export class RuleStep extends RuleChange {
  /** Of who did it; null for an operator. */
  readonly name!: string | null;
}

/** A rule's cases, and their outcomes. */
export class RuleHits {
  readonly cases!: number;
  readonly reviewed!: number;
  /** Of the reviewed ones. */
  readonly suspicious!: number;
}

/** A rule in the list. */
export class RuleItem {
  readonly id!: string;
  readonly name!: string;
  readonly status!: RuleStatus;
  /** The latest version; null before the first. */
  readonly version!: number | null;
  /** The latest version, or the draft of a rule without one. */
  readonly definition!: RuleDefinitionOnWire;
  readonly hasDraft!: boolean;
  /** Of cases detected in the last 30 days, at most 2,000. */
  readonly hits!: RuleHits;
}

/** GET /compliance/rules */
export class RuleList {
  readonly items!: RuleItem[];
  readonly nextCursor!: string | null;
}

/** A definition that is or was in force. */
export class RuleVersionItem {
  readonly version!: number;
  readonly definition!: RuleDefinitionOnWire;
  /** Null for a built-in version. */
  readonly activatedAt!: string | null;
  readonly endedAt!: string | null;
  /** Null for a built-in version, and for an operator. */
  readonly drafterName!: string | null;
  readonly approverName!: string | null;
  /** Of cases that it opened, at most 2,000. */
  readonly hits!: RuleHits;
}

class RuleReturn {
  readonly reason!: string;
  readonly name!: string | null;
  readonly at!: string;
}

export class RuleDraftItem {
  readonly definition!: RuleDefinitionOnWire;
  /** The uid of who saved it last. */
  readonly by!: string;
  readonly name!: string | null;
  readonly at!: string;
  /** The id of the author's last finished backtest of this definition; null without one of the last day. */
  readonly backtest!: string | null;
  /** Why a lead returned it; null while it can be activated. */
  readonly returned!: RuleReturn | null;
}

/** A lead wants the rule to end. */
export class RuleRetireRequest {
  readonly by!: string;
  readonly byName!: string | null;
  readonly reason!: string;
  readonly requestedAt!: string;
  readonly lapsesAt!: string;
}

/** GET /compliance/rules/:id */
export class RuleDetail {
  readonly id!: string;
  readonly name!: string;
  readonly status!: RuleStatus;
  /** Newest first. */
  readonly versions!: RuleVersionItem[];
  readonly draft!: RuleDraftItem | null;
  /** Names the draft as it was read, for POST …/activate; null without one. */
  readonly draftRevision!: number | null;
  /** Another lead may agree to it until it lapses. */
  readonly retireRequest!: RuleRetireRequest | null;
  /** Newest first. */
  readonly steps!: RuleStep[];
}

/** POST /compliance/rules/:id/draft */
export interface DraftRuleRequest {
  readonly definition: RuleDefinitionOnWire;
}
