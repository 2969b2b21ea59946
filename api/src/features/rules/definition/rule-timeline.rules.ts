import { streamId, type Position, type RecordedEvent } from '../../../event-sourcing/event.js';
import type { SharedState } from '../../../event-sourcing/saga.js';
import { BUILT_IN_RULES, type FraudRule } from '../../../kernel/staff/rules.js';
import { ruleStream, type RuleEvent } from './rule-events.rules.js';

/** Which rules were in force from where in the log on, the same for all senders; oldest first. */
export type RuleTimeline = readonly { readonly after: Position; readonly rules: readonly FraudRule[] }[];

/** The timeline of activations, pauses and retirements; to an attempt apply the rules in force right before its place. */
export const ruleTimeline: SharedState<RuleTimeline, RuleEvent, readonly FraudRule[]> = {
  prefixes: [ruleStream.prefix],
  initialState: () => [],
  evolve(timeline, event) {
    const rules = afterEvent(timeline.at(-1)?.rules ?? BUILT_IN_RULES, event);
    return rules ? [...timeline, { after: event.position, rules }] : timeline;
  },
  at: (timeline, position) => timeline.findLast(({ after }) => after < position)?.rules ?? BUILT_IN_RULES,
};

/** Null when nothing changes. */
function afterEvent(
  rules: readonly FraudRule[],
  event: RecordedEvent<RuleEvent>,
): readonly FraudRule[] | null {
  const id = streamId(event.stream);
  if (event.type === 'RuleActivated') {
    const { version, definition } = event.data;
    const activated = { id, version, definition };
    return rules.some((rule) => rule.id === id)
      ? rules.map((rule) => (rule.id === id ? activated : rule))
      : [...rules, activated];
  }
  if (event.type === 'RulePaused' || event.type === 'RuleRetired')
    return rules.filter((rule) => rule.id !== id);
  return null;
}
