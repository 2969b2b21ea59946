import { ofStream, type Projection } from '../../../event-sourcing/projection.js';
import { ruleStream, type RuleEvent } from './rule-events.rules.js';
import { afterRuleEvent, type RuleState } from './rule-state.rules.js';

/** Every rule that was ever changed; the other built-in ones are as they are built in. */
export const fraudRulesProjection: Projection<RuleState, RuleEvent> = {
  name: 'fraud_rules',
  version: 2,
  indexes: [{ name: 'byId', eq: [], sort: 'id' }],
  prefixes: [ruleStream.prefix],
  keys: ofStream,
  evolve: afterRuleEvent,
};
