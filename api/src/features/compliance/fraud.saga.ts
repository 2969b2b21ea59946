import { streamId, type StreamEvent } from '../../event-sourcing/event.js';
import type { Saga } from '../../event-sourcing/saga.js';
import type { FraudRuleId } from '../../kernel/compliance.js';
import type { SenderEvent } from '../transfers/transfer.decider.js';
import { ACTIVE_FRAUD_RULES, attemptsBehindAlert, type Attempt, type FraudRule } from './fraud.rules.js';

/** A rule's alert: the attempts behind it, the one that triggered it, and the one that triggered its chain's first alert. */
export interface FraudAlert {
  readonly type: 'RaiseAlert';
  readonly uid: string;
  readonly rule: FraudRule;
  readonly trigger: string;
  readonly attempts: readonly Attempt[];
  readonly firstTrigger: string;
}

/** Consecutive alerts of one rule whose windows overlap. */
interface Chain {
  readonly firstTrigger: string;
  /** The attempts behind the latest alert; the last one triggered it. */
  readonly attempts: readonly Attempt[];
}

/** What the rules need of one sender: the attempts of the longest window, and each rule's latest chain. */
export interface FraudState {
  attempts: Attempt[];
  readonly chains: Map<FraudRuleId, Chain>;
}

/** As JSON, in a snapshot. */
interface FraudSnapshot {
  readonly attempts: Attempt[];
  readonly chains: [FraudRuleId, Chain][];
}

/** The longest window of all rules: older attempts can be forgotten. */
const LONGEST_WINDOW_MS = Math.max(...ACTIVE_FRAUD_RULES.map(({ parameters }) => parameters.windowMs));

/**
 * Evaluates the rules at every accepted or refused attempt (docs/fraud-rules.md). It starts at the beginning of the log
 * and folds the sender's own stream, so a restart between two sends misses nothing.
 */
export const fraudSaga: Saga<FraudState, FraudAlert, SenderEvent> = {
  name: 'fraud',
  startAt: 'beginning',
  prefixes: ['sender-'],
  stateStream: (event) => (attemptOf(event) ? event.stream : null),
  initialState: () => ({ attempts: [], chains: new Map() }),
  evolve(state, event) {
    const attempt = attemptOf(event);
    if (!attempt) return state;
    const kept = state.attempts.filter((earlier) => earlier.atMs >= attempt.atMs - LONGEST_WINDOW_MS);
    state.attempts = [...kept, attempt];
    for (const rule of ACTIVE_FRAUD_RULES) evaluate(state, rule, attempt);
    return state;
  },
  snapshot: {
    schema: 1,
    save: ({ attempts, chains }) => ({ attempts, chains: [...chains] }),
    restore: ({ attempts, chains }: FraudSnapshot) => ({ attempts, chains: new Map(chains) }),
  },
  react(event, state) {
    const trigger = attemptOf(event)?.transferId;
    if (trigger === undefined) return [];
    return ACTIVE_FRAUD_RULES.flatMap((rule) => {
      const chain = state.chains.get(rule.id);
      if (!chain || chain.attempts.at(-1) !== state.attempts.at(-1)) return [];
      const { attempts, firstTrigger } = chain;
      const uid = streamId(event.stream);
      const command: FraudAlert = { type: 'RaiseAlert', uid, rule, trigger, attempts, firstTrigger };
      return [{ commandIdParts: [rule.id, String(rule.version), trigger], command }];
    });
  },
};

/** An alert continues the chain when the previous alert's trigger is among its attempts, else it starts a new one. */
function evaluate(state: FraudState, rule: FraudRule, trigger: Attempt): void {
  const attempts = attemptsBehindAlert(rule, state.attempts);
  if (!attempts) return;
  const chain = state.chains.get(rule.id);
  const previous = chain?.attempts.at(-1)?.transferId;
  const continues = attempts.some((attempt) => attempt.transferId === previous);
  const firstTrigger = chain && continues ? chain.firstTrigger : trigger.transferId;
  state.chains.set(rule.id, { firstTrigger, attempts });
}

function attemptOf(fact: StreamEvent<SenderEvent>): Attempt | null {
  if (fact.type === 'TransferRequested') {
    const { transferId, amountCents, requestedAt } = fact.data;
    return { transferId, amountCents, atMs: Date.parse(requestedAt), refused: null };
  }
  if (fact.type === 'TransferRefused') {
    const { transferId, amountCents, refusedAt, reason } = fact.data;
    return { transferId, amountCents, atMs: Date.parse(refusedAt), refused: reason };
  }
  return null;
}
