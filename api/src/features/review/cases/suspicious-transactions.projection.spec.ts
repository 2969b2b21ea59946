import type { RecordedEvent } from '../../../event-sourcing/event.js';
import { recorded } from '../../../../../test/support/given-when-then.js';
import { foldDocument } from '../../../../../test/support/fold-view.js';
import { caseEvents } from './case.events.js';
import { suspiciousTransactionsProjection as projection } from './suspicious-transactions.projection.js';

const place = { stream: 'case-1', at: '2026-11-01T00:00:00.000Z' };

const fold = (events: readonly RecordedEvent[]) => foldDocument(projection, events);

function fact(type: string, data: object = {}): RecordedEvent {
  const declaration = caseEvents.find((declared) => declared.type === type);
  return recorded({ type, data: { ...declaration?.example, ...data } }, 0, place);
}

const transactions = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    transferId: `tx-${String(from + index)}`,
    amountCents: 2_000,
    refused: index === 0 ? 'weekly_limit_exceeded' : null,
    at: place.at,
  }));

describe('a case in suspicious_transactions', () => {
  it('is not reviewed at first and due in 30 days', () =>
    expect(fold([fact('SuspiciousTransactionRaised')])).toMatchObject({
      id: '1',
      reviewed: false,
      dueAt: '2026-12-01T00:00:00.000Z',
    }));

  it('is marked as reviewed only by a review, and stays so', () =>
    expect(
      fold([fact('SuspiciousTransactionRaised'), fact('CaseReviewed', { outcome: 'suspicious' })]),
    ).toMatchObject({
      reviewed: true,
      outcome: 'suspicious',
    }));

  it('has no outcome any more once it is reopened', () =>
    expect(
      fold([
        fact('SuspiciousTransactionRaised'),
        fact('CaseReviewed', { pause: true }),
        fact('CaseReopened'),
      ]),
    ).toMatchObject({
      status: 'open',
      reviewed: false,
      outcome: null,
      note: null,
      reviewedBy: null,
      reviewedAt: null,
      pause: false,
    }));

  it('counts every attempt but shows the first hundred', () => {
    const first = transactions(0, 90);
    const later = transactions(90, 30);
    const ids = (list: readonly { transferId: string }[]) => ({
      reason: 'velocity',
      txs: list.map((tx) => tx.transferId),
    });
    const found = fold([
      fact('SuspiciousTransactionRaised', { transactions: first, alert: ids(first) }),
      fact('AlertTransactionsAdded', { transactions: later, alert: ids(later) }),
    ]);
    const shown = transactions(0, 100).map(({ transferId }) => transferId);
    expect(found?.alert.txs).toEqual(shown);
    expect(found).toMatchObject({ txCount: 120, attempted: '2400.00', atRisk: '2360.00' });
  });

  it('is open again when an alert joins it while it rests, and stays proposed when one joins it then', () => {
    const raised = fact('SuspiciousTransactionRaised');
    const more = fact('AlertTransactionsAdded');
    expect(fold([raised, fact('CaseSnoozed'), more])).toMatchObject({ status: 'open', snoozedUntil: null });
    expect(fold([raised, fact('OutcomeProposed'), more])).toMatchObject({ status: 'proposed' });
  });

  it('keeps the day by which its report is due when it is reopened and closed again', () => {
    const suspicious = (reviewedAt: string) =>
      fact('CaseReviewed', { outcome: 'suspicious', proposedBy: 'robin', reviewedAt });
    const closed = [fact('SuspiciousTransactionRaised'), suspicious('2026-11-02T00:00:00.000Z')];
    const again = [...closed, fact('CaseReopened'), suspicious('2026-11-09T00:00:00.000Z')];
    for (const history of [closed, again])
      expect(fold(history)).toMatchObject({ reportDueAt: '2026-12-02T00:00:00.000Z' });
  });

  it('is the same when its history is replayed', () => {
    const history = [
      fact('SuspiciousTransactionRaised'),
      fact('AlertTransactionsAdded'),
      fact('CaseReviewed'),
    ];
    expect(fold(history)).toEqual(fold(history));
  });
});
