import type { DecidedCommand, Decider } from '../../../event-sourcing/decider.js';
import { streamCategory, type DomainEvent, type EventDeclaration } from '../../../event-sourcing/event.js';
import { DomainError } from '../../../kernel/domain-error.js';
import { BUILT_IN_RULES, DRAFTS_LIMIT, RULES_LIMIT } from '../../../kernel/staff/rules.js';

/** How long a claim counts that no draft follows; far longer than a command and the view take. */
const CLAIM_HOLDS_MS = 10 * 60_000;

/** One stream, so that of drafts at the same moment each sees the places that the others have claimed. */
export const rulePlacesStream = streamCategory('ruleplaces-');

export type RulePlaceClaimed = DomainEvent<
  'RulePlaceClaimed',
  {
    readonly ruleId: string;
    /** A uid. */
    readonly by: string;
    /** The last revision of the rule that the view had; null if it had none. A later one includes what the claim was for. */
    readonly shownRevision: number | null;
  }
>;

/** An added rule as the view has it. */
export interface ShownRule {
  readonly id: string;
  readonly revision: number;
  /** It has a draft, or was in force and is not retired. */
  readonly isInUse: boolean;
  /** Who saved the draft of a rule that was never in force. */
  readonly drafter: string | null;
}

/** The draft of an added rule is about to be saved. */
export interface ClaimRulePlace extends DecidedCommand {
  readonly ruleId: string;
  readonly by: string;
  /** Every added rule. */
  readonly shown: readonly ShownRule[];
}

/** The claims that may still count, oldest first. */
export interface RulePlaces {
  readonly claims: readonly (RulePlaceClaimed['data'] & { readonly atMs: number })[];
}

/**
 * How many rules there can be, in total and as drafts of one person: those that the view shows, and the claims that it does
 * not show yet.
 */
export const rulePlacesDecider: Decider<RulePlaces, ClaimRulePlace, RulePlaceClaimed> = {
  name: 'rule-places',
  initialState: () => ({ claims: [] }),
  decide({ ruleId, by, shown, at }, { claims }) {
    const isShown = (claim: RulePlaceClaimed['data']) =>
      shown.some(({ id, revision }) => id === claim.ruleId && revision > (claim.shownRevision ?? -1));
    const inUse = shown.filter((rule) => rule.isInUse).map(({ id, drafter }) => [id, drafter] as const);
    const pending = claims
      .filter((claim) => claim.atMs > Date.parse(at) - CLAIM_HOLDS_MS && !isShown(claim))
      .map((claim) => [claim.ruleId, claim.by] as const);
    const drafters = new Map<string, string | null>([...inUse, ...pending]);
    const own = drafters.get(ruleId);
    drafters.delete(ruleId);
    requirePlace([...drafters.values()], by);
    // A rule that was in force has its place.
    if (own === null || own === by) return [];
    const shownRevision = shown.find(({ id }) => id === ruleId)?.revision ?? null;
    return [{ type: 'RulePlaceClaimed', data: { ruleId, by, shownRevision } }];
  },
  evolve({ claims }, { data, metadata }) {
    const atMs = Date.parse(metadata.at);
    return { claims: [...claims.filter((claim) => claim.atMs > atMs - CLAIM_HOLDS_MS), { ...data, atMs }] };
  },
};

/** @throws DomainError too_many_rules; too_many_drafts for a person with as many rules that were never in force */
function requirePlace(drafters: readonly (string | null)[], by: string): void {
  if (drafters.length + BUILT_IN_RULES.length >= RULES_LIMIT)
    throw new DomainError('too_many_rules', { limit: RULES_LIMIT });
  if (drafters.filter((drafter) => drafter === by).length >= DRAFTS_LIMIT)
    throw new DomainError('too_many_drafts', { limit: DRAFTS_LIMIT });
}

/** Event declarations of `ruleplaces-all`. */
export const rulePlaceEvents: readonly [EventDeclaration<RulePlaceClaimed>] = [
  {
    type: 'RulePlaceClaimed',
    schemaVersion: 1,
    summary: 'A new rule takes one of the places for rules.',
    example: { ruleId: 'pairs', by: '6c2d8f0e-4b1a-4f0d-9b6e-9a0c1d2e3f40', shownRevision: null },
  },
];
