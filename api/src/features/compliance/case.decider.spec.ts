import { specificationOf } from '../../../../test/support/given-when-then.js';
import { caseDecider, type CaseCommand, type CaseEvent } from './case.decider.js';

const given = specificationOf(caseDecider);
const at = '2026-11-21T12:00:00.000Z';
const uid = 'sender-1';

function alert(trigger: string, ...others: readonly string[]) {
  const ids = [...others, trigger];
  return {
    uid,
    transactionId: trigger,
    alert: { reason: 'velocity', txs: ids },
    ruleId: 'velocity' as const,
    ruleVersion: 1,
    parameters: { count: 3, windowMs: 3_600_000, fromCents: 0, belowCents: null },
    action: 'flag' as const,
    transactions: ids.map((transferId) => ({ transferId, amountCents: 2_000, refused: null, at })),
  };
}

const raise = (trigger: string, ...others: readonly string[]): CaseCommand => ({
  type: 'raise',
  at,
  alert: alert(trigger, ...others),
});
const review = (reviewedBy = 'analyst-1'): CaseCommand => ({
  type: 'review',
  at,
  outcome: 'cleared',
  note: 'Rent.',
  reviewedBy,
});
const raised = (trigger: string, ...others: readonly string[]): CaseEvent => ({
  type: 'SuspiciousTransactionRaised',
  data: { ...alert(trigger, ...others), mode: 'live' },
});
const reviewed: CaseEvent = {
  type: 'CaseReviewed',
  data: { uid, outcome: 'cleared', note: 'Rent.', reviewedBy: 'analyst-1', reviewedAt: at },
};

describe('a case', () => {
  it('opens with the first alert', () =>
    given()
      .when(raise('c', 'a', 'b'))
      .then(raised('c', 'a', 'b')));

  it('opens once, however often its first alert is processed', () =>
    given(raised('c', 'a', 'b'))
      .when(raise('c', 'a', 'b'))
      .then());

  it('adds a later alert with only the attempts it does not contain yet, and a reason that counts all its attempts', () => {
    const reason = 'velocity: 4 attempts (0 refused) in less than a minute; the rule alerts at 3 within 1 h';
    given(raised('c', 'a', 'b'))
      .when(raise('d', 'b', 'c'))
      .then({ type: 'AlertTransactionsAdded', data: { ...alert('d'), alert: { reason, txs: ['d'] } } });
  });

  it('adds the same later alert only once', () =>
    given(raised('c', 'a', 'b'), { type: 'AlertTransactionsAdded', data: alert('d') })
      .when(raise('d', 'b', 'c'))
      .then());

  it('changes nothing for an alert it contains, even after the review, so reprocessing adds nothing', () =>
    given(raised('c', 'a', 'b'), reviewed)
      .when(raise('c', 'a', 'b'))
      .then());

  it('accepts no further alert after its review', () =>
    given(raised('c', 'a', 'b'), reviewed)
      .when(raise('d', 'c'))
      .thenRefused('case_already_reviewed'));

  it('is reviewed with outcome and note', () =>
    given(raised('c', 'a', 'b'))
      .when(review())
      .then(reviewed));

  it('is reviewed once', () =>
    given(raised('c'), reviewed).when(review('analyst-2')).thenRefused('case_already_reviewed'));

  it('does not exist for the person it is about', () =>
    given(raised('c')).when(review(uid)).thenRefused('not_found'));

  it('that does not exist cannot be reviewed', () => given().when(review()).thenRefused('not_found'));
});
