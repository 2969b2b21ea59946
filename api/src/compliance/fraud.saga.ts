import { streamId, type RecordedEvent } from '../event-sourcing/event.js';
import type { Saga } from '../event-sourcing/saga.js';
import {
  ACTIVE_FRAUD_RULES,
  FRAUD_MEMORY_MS,
  hitOf,
  type Attempt,
  type FraudRule,
  type FraudRuleId,
} from '../kernel/fraud-rules.js';
import type { SenderEvent } from '../transfers/transfer.decider.js';

/** Asks compliance to record a hit: the cluster's attempts, the one that hit, and the one that hit first in its chain. */
export interface RaiseAlert {
  readonly type: 'RaiseAlert';
  readonly uid: string;
  readonly rule: FraudRule;
  readonly trigger: string;
  readonly attempts: readonly Attempt[];
  readonly firstTrigger: string;
}

/** An unbroken chain of hits: the attempts that hit first and last. */
interface Chain {
  readonly first: string;
  readonly last: string;
}

/** What the rules need of one sender: the attempts of the last day and each rule's running chain of hits. */
export interface FraudState {
  attempts: Attempt[];
  readonly chains: Map<FraudRuleId, Chain>;
}

/**
 * Looks at every accepted or refused attempt as it is recorded (compliance.md, decisions 8 and 9). It starts at the
 * beginning of the log and folds the sender's own stream, so a restart between two sends misses nothing.
 */
export const fraudSaga: Saga<FraudState, RaiseAlert> = {
  name: 'fraud',
  startAt: 'beginning',
  prefixes: ['sender-'],
  stateStream: (event) => (attemptOf(event) ? event.stream : null),
  initialState: () => ({ attempts: [], chains: new Map() }),
  evolve(state, event) {
    const attempt = attemptOf(event);
    if (!attempt) return state;
    const kept = state.attempts.filter((earlier) => earlier.atMs >= attempt.atMs - FRAUD_MEMORY_MS);
    state.attempts = [...kept, attempt];
    for (const rule of ACTIVE_FRAUD_RULES) extendChain(state, rule, attempt);
    return state;
  },
  react(event, state) {
    if (!attemptOf(event)) return [];
    return ACTIVE_FRAUD_RULES.flatMap((rule) => {
      const attempts = hitOf(rule, state.attempts);
      const trigger = attempts?.at(-1)?.transferId;
      if (!attempts || trigger === undefined) return [];
      const firstTrigger = state.chains.get(rule.id)?.first ?? trigger;
      const uid = streamId(event.stream);
      const command: RaiseAlert = { type: 'RaiseAlert', uid, rule, trigger, attempts, firstTrigger };
      return [{ parts: [rule.id, String(rule.version), trigger], command }];
    });
  },
};

/** A hit continues the chain when the last hit's attempt lies in its own window, else it begins a new one. */
function extendChain(state: FraudState, rule: FraudRule, attempt: Attempt): void {
  const hit = hitOf(rule, state.attempts);
  if (!hit) return;
  const chain = state.chains.get(rule.id);
  const continues = chain !== undefined && hit.some((member) => member.transferId === chain.last);
  const last = attempt.transferId;
  state.chains.set(rule.id, { first: continues ? chain.first : last, last });
}

function attemptOf(event: RecordedEvent): Attempt | null {
  const fact = event as RecordedEvent<SenderEvent>;
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
