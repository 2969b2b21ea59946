import type { Projection } from '../../../event-sourcing/projection.js';
import type { FraudRuleId } from '../../../kernel/staff/compliance.js';
import { caseStream, type AlertEvent, type CaseEvent } from '../cases/case-events.rules.js';

/** Alerts of one rule on one UTC day: of everybody, or of one sender, so that a reader can subtract their own. */
export interface AlertDay {
  readonly id: string;
  readonly day: string;
  readonly ruleId: FraudRuleId;
  /** Of everybody. */
  readonly isTotal: boolean;
  /** Null for everybody. */
  readonly uid: string | null;
  readonly count: number;
}

const ALERTS: ReadonlySet<string> = new Set<AlertEvent['type']>([
  'SuspiciousTransactionRaised',
  'AlertTransactionsAdded',
]);
const isAlert = (event: { readonly type: string }): boolean => ALERTS.has(event.type);

/** The view alert_days. Its size follows from rules, days and senders who alert, never from how often they do. */
export const alertDaysProjection: Projection<AlertDay, CaseEvent> = {
  name: 'alert_days',
  version: 1,
  indexes: [
    { name: 'byDay', eq: ['isTotal'], sort: 'day' },
    { name: 'bySender', eq: ['uid'], sort: 'day' },
  ],
  prefixes: [caseStream.prefix],
  keys(event) {
    if (!isAlert(event)) return [];
    const { ruleId, uid } = event.data as AlertEvent['data'];
    const total = `${dayOf(event.metadata.at)}_${ruleId}`;
    return [total, `${total}_${uid}`];
  },
  evolve(document, event, id) {
    const { ruleId, uid } = event.data as AlertEvent['data'];
    const day = dayOf(event.metadata.at);
    const isTotal = id === `${day}_${ruleId}`;
    return { id, day, ruleId, isTotal, uid: isTotal ? null : uid, count: (document?.count ?? 0) + 1 };
  },
};

const dayOf = (at: string): string => at.slice(0, 10);
