import { streamCategory, type DomainEvent } from '../../../event-sourcing/event.js';
import type { RuleDefinition } from '../../../kernel/staff/rules.js';

/** The stream of one fraud rule. A built-in rule has one from its first change on. */
export const ruleStream = streamCategory('rule-');

interface Reasoned {
  readonly reason: string;
  /** A uid. */
  readonly by: string;
}

export type RuleDrafted = DomainEvent<'RuleDrafted', { definition: RuleDefinition; by: string }>;
export type RuleDraftDiscarded = DomainEvent<'RuleDraftDiscarded', { by: string }>;
export type RuleDraftReturned = DomainEvent<'RuleDraftReturned', Reasoned>;
export type RuleActivated = DomainEvent<
  'RuleActivated',
  {
    /** Counts from 1; of a built-in rule, 1 is what is built in. */
    version: number;
    definition: RuleDefinition;
    draftedBy: string;
    /** Another lead. */
    approvedBy: string;
  }
>;
export type RulePaused = DomainEvent<'RulePaused', Reasoned>;
/** A lead wants the rule to end; another lead agrees, or it lapses. */
export type RuleRetireRequested = DomainEvent<'RuleRetireRequested', Reasoned>;
export type RuleRetired = DomainEvent<'RuleRetired', Reasoned>;

export type RuleEvent =
  | RuleDrafted
  | RuleDraftDiscarded
  | RuleDraftReturned
  | RuleActivated
  | RulePaused
  | RuleRetireRequested
  | RuleRetired;
