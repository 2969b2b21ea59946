import type { LiveTopics } from '../../../event-sourcing/live-topics.js';
import { HISTORY_ROLES } from '../../../kernel/people/accounts.js';
import { topics } from '../../../kernel/live.js';
import { ruleStream, type RuleEvent } from './rule-events.rules.js';

/** Staff who read cases see the rules change. */
export const ruleTopics: LiveTopics<RuleEvent> = {
  name: 'rule-topics',
  prefixes: [ruleStream.prefix],
  announce: () => ({ to: { roles: HISTORY_ROLES, exceptUid: null }, topics: [topics.rules] }),
};
