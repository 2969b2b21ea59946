import type { EventDeclaration } from '../../../event-sourcing/event.js';
import type { RuleDefinition } from '../../../kernel/staff/rules.js';
import type {
  RuleActivated,
  RuleDraftDiscarded,
  RuleDrafted,
  RuleDraftReturned,
  RulePaused,
  RuleRetired,
  RuleRetireRequested,
} from './rule-events.rules.js';

const definition: RuleDefinition = {
  name: 'Structuring',
  where: {
    result: 'accepted',
    amountCents: { from: 18_000, below: 25_000 },
    platforms: ['Zelle', 'Cash App'],
    tier: 'unverified',
    firstToHandle: true,
    accountYoungerThanMs: 2_592_000_000,
  },
  measure: 'attempts',
  atLeast: 2,
  withinMs: 172_800_000,
  action: 'hold',
};
const analyst = '6c2d8f0e-4b1a-4f0d-9b6e-9a0c1d2e3f40';
const lead = '7d3e9f1f-5c2b-4a1e-8c7f-0b1d2e3f4a51';
const secondLead = '8e4fa02a-6d3c-4b2f-9d80-1c2e3f4a5b62';

/** Whether the rule is in force, and as which definition. */
const inForce = { safety: () => 'force' } as const;

/** Event declarations of `rule-{ruleId}`. None names a sender. */
export const ruleEvents: readonly [
  EventDeclaration<RuleDrafted>,
  EventDeclaration<RuleDraftDiscarded>,
  EventDeclaration<RuleDraftReturned>,
  EventDeclaration<RuleActivated>,
  EventDeclaration<RulePaused>,
  EventDeclaration<RuleRetireRequested>,
  EventDeclaration<RuleRetired>,
] = [
  {
    type: 'RuleDrafted',
    schemaVersion: 1,
    summary: 'A definition of a fraud rule was saved as its draft.',
    example: { definition, by: analyst },
  },
  {
    type: 'RuleDraftDiscarded',
    schemaVersion: 1,
    summary: 'The draft of a rule was thrown away.',
    example: { by: analyst },
  },
  {
    type: 'RuleDraftReturned',
    schemaVersion: 1,
    summary: 'A lead returned the draft of a rule, to be saved again.',
    example: { reason: 'Too many alerts on weekends.', by: lead },
  },
  {
    type: 'RuleActivated',
    schemaVersion: 1,
    ...inForce,
    summary: 'A definition is in force as the next version of its rule.',
    example: { version: 4, definition, draftedBy: analyst, approvedBy: lead },
  },
  {
    type: 'RulePaused',
    schemaVersion: 1,
    ...inForce,
    summary: 'A rule alerts on nothing until a definition is activated again.',
    example: { reason: 'It alerts on a promotion.', by: lead },
  },
  {
    type: 'RuleRetireRequested',
    schemaVersion: 1,
    summary: 'A lead wants a rule to end; another lead has to agree.',
    example: { reason: 'It finds nothing.', by: secondLead },
  },
  {
    type: 'RuleRetired',
    schemaVersion: 1,
    ...inForce,
    summary: 'A rule has ended, for good; its cases stay.',
    example: { reason: 'Replaced by new-handles.', by: lead },
  },
];
