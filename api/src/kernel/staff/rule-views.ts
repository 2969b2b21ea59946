import { centsOf, formatAmount } from '../money/money.js';
import type { Platform } from '../money/platforms.js';
import {
  formatDuration,
  parseDuration,
  type AttemptResult,
  type RuleAction,
  type RuleConditions,
  type RuleDefinition,
  type RuleMeasure,
} from './rules.js';
import type { Amount, Tier } from '../money/transfers.js';

export const RULE_STATUSES = ['draft', 'active', 'paused', 'retired'] as const;
/** `draft` was never in force. */
export type RuleStatus = (typeof RULE_STATUSES)[number];

export class RuleBandOnWire {
  /** At least this much. @example "200.00" */
  readonly from?: Amount;
  /** Less than this. @example "250.00" */
  readonly below?: Amount;
}

/** Which attempts count; what is absent is not asked. */
export class RuleConditionsOnWire {
  readonly result?: AttemptResult;
  readonly amount?: RuleBandOnWire;
  readonly platforms?: Platform[];
  /** Of the sender, at the attempt. */
  readonly tier?: Tier;
  /** The sender never attempted to send to this handle before. */
  readonly firstToHandle?: boolean;
  /** The account was opened less than this long before. ISO 8601. @example "P30D" */
  readonly accountYoungerThan?: string;
}

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
  const { amountCents, accountYoungerThanMs, platforms, ...asked } = where;
  const { from, below } = amountCents ?? {};
  return {
    ...rest,
    where: {
      ...asked,
      ...(platforms && { platforms: [...platforms] }),
      ...(amountCents && {
        amount: {
          ...(from !== undefined && { from: formatAmount(from) }),
          ...(below !== undefined && { below: formatAmount(below) }),
        },
      }),
      ...(accountYoungerThanMs !== undefined && { accountYoungerThan: formatDuration(accountYoungerThanMs) }),
    },
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

/** A band without amounts asks nothing. */
function conditionsOfWire({
  amount,
  platforms,
  accountYoungerThan,
  ...asked
}: RuleConditionsOnWire): RuleConditions {
  const band = bandOfWire(amount);
  const { result, tier, firstToHandle } = asked;
  return {
    ...(result && { result }),
    ...(Object.keys(band).length > 0 && { amountCents: band }),
    ...(platforms && { platforms }),
    ...(tier && { tier }),
    ...(firstToHandle && { firstToHandle }),
    ...(accountYoungerThan !== undefined && { accountYoungerThanMs: ageOf(accountYoungerThan) }),
  };
}

function bandOfWire({ from, below }: RuleBandOnWire = {}): NonNullable<RuleConditions['amountCents']> {
  return {
    ...(from !== undefined && { from: centsOf(from) }),
    ...(below !== undefined && { below: centsOf(below) }),
  };
}

const ageOf = (duration: string): number => parseDuration(duration) ?? 0;

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

export class RuleStep extends RuleChange {
  /** Of who did it; null for an operator. */
  readonly name!: string | null;
}

/** What a rule found: its cases, and what reviews called them. */
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
  /** Null for what is built in. */
  readonly activatedAt!: string | null;
  readonly endedAt!: string | null;
  /** Null for what is built in, and for an operator. */
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
