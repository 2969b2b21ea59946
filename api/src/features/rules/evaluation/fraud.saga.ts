import { streamId, type StreamEvent } from '../../../event-sourcing/event.js';
import type { Saga } from '../../../event-sourcing/saga.js';
import type { RuleAttempt } from '../../../kernel/staff/rule-conditions.js';
import { attemptsBehind } from '../../../kernel/staff/rule-evaluation.js';
import { BUILT_IN_RULES, type FraudRule } from '../../../kernel/staff/rules.js';
import type { SenderEvent } from '../../transfers/sending/transfer.decider.js';
import { ruleTimeline } from '../definition/rule-timeline.rules.js';
import { addAttempt, isAttempt, noAttempts, type SenderAttempts } from './sender-attempts.rules.js';

/** A rule's alert: the attempts behind it, the one that triggered it, and the one that triggered its chain's first alert. */
export interface FraudAlert {
  readonly type: 'RaiseAlert';
  readonly uid: string;
  readonly rule: FraudRule;
  readonly trigger: string;
  readonly attempts: readonly RuleAttempt[];
  readonly firstTrigger: string;
}

/** Consecutive alerts of one rule, over all of its versions, with overlapping windows: the triggers of the first and the last. */
interface Chain {
  readonly first: string;
  readonly last: string;
}

/** What the rules need of one sender, whichever are in force: attempts, handles, and each rule's latest chain. */
export interface FraudState extends SenderAttempts {
  readonly chains: Map<string, Chain>;
}

/** As JSON, in a snapshot. */
interface FraudSnapshot {
  readonly attempts: RuleAttempt[];
  /** In the order of their numbers. */
  readonly handles: string[];
  readonly chains: [string, Chain][];
}

/**
 * Evaluates the rules at every accepted or refused attempt (docs/fraud-rules.md). It starts at the beginning of the log
 * and folds the sender's own stream, so a restart between two sends misses nothing. Which rules apply follows from the
 * attempt's place in the log.
 */
export const fraudSaga: Saga<FraudState, FraudAlert, SenderEvent, readonly FraudRule[]> = {
  name: 'fraud',
  startAt: 'beginning',
  prefixes: ['sender-'],
  shared: ruleTimeline,
  needsState: isAttempt,
  initialState: () => ({ ...noAttempts(), chains: new Map() }),
  evolve(state, event, rules = BUILT_IN_RULES) {
    if (!addAttempt(state, event)) return state;
    for (const rule of rules) evaluate(state, rule);
    return state;
  },
  snapshot: {
    schema: 2,
    save: ({ attempts, handles, chains }): FraudSnapshot => ({
      attempts: [...attempts],
      handles: [...handles.keys()],
      chains: [...chains],
    }),
    restore: ({ attempts, handles, chains }: FraudSnapshot): FraudState => ({
      attempts,
      handles: new Map(handles.map((handle, number) => [handle, number])),
      chains: new Map(chains),
    }),
  },
  react(event, state, rules = BUILT_IN_RULES) {
    if (!isAttempt(event)) return [];
    return rules.flatMap((rule) => alertsOf(rule, event, state));
  },
};

function alertsOf(rule: FraudRule, { stream }: StreamEvent<SenderEvent>, state: FraudState) {
  const trigger = state.attempts.at(-1)?.transferId;
  const attempts = attemptsBehind(rule.definition, state.attempts);
  const chain = state.chains.get(rule.id);
  if (trigger === undefined || !attempts || !chain) return [];
  const command: FraudAlert = {
    type: 'RaiseAlert',
    uid: streamId(stream),
    rule,
    trigger,
    attempts,
    firstTrigger: chain.first,
  };
  return [{ commandIdParts: [rule.id, String(rule.version), trigger], command }];
}

/** An alert continues the chain when the previous alert's trigger is among its attempts, else it starts a new one. */
function evaluate({ attempts, chains }: FraudState, { id, definition }: FraudRule): void {
  const behind = attemptsBehind(definition, attempts);
  const last = behind?.at(-1)?.transferId;
  if (!behind || last === undefined) return;
  const chain = chains.get(id);
  const continues = chain && behind.some(({ transferId }) => transferId === chain.last);
  chains.set(id, { first: continues ? chain.first : last, last });
}
