import { sampleAttempt } from '../../../../../test/support/sample-send.js';
import { BUILT_IN_RULES, type RuleDefinition } from '../../../kernel/staff/rules.js';
import { recorded, specificationOf } from '../../../../../test/support/given-when-then.js';
import { caseDecider, type CaseCommand } from './case.decider.js';
import type { ReportKind, ReviewOutcome } from '../../../kernel/staff/compliance.js';
import type { CaseEvent } from './case-events.rules.js';

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
    definition: BUILT_IN_RULES[0]?.definition as RuleDefinition,
    action: 'flag' as const,
    transactions: ids.map((transferId) => sampleAttempt({ transferId, at })),
  };
}

const raise = (trigger: string, ...others: readonly string[]): CaseCommand => ({
  type: 'raise',
  at,
  alert: alert(trigger, ...others),
});
const fourEyesCents = 50_000;
const review = (by = 'analyst-1', outcome: ReviewOutcome = 'cleared'): CaseCommand => ({
  type: 'review',
  at,
  outcome,
  note: 'Rent.',
  by,
  left: null,
  fourEyesCents,
});
const raised = (trigger: string, ...others: readonly string[]): CaseEvent => ({
  type: 'SuspiciousTransactionRaised',
  data: { ...alert(trigger, ...others), mode: 'live' },
});
const alone = (outcome: ReviewOutcome): CaseEvent => ({
  type: 'CaseReviewed',
  data: {
    uid,
    outcome,
    note: 'Rent.',
    reviewedBy: 'analyst-1',
    reviewedAt: at,
    proposedBy: null,
    seen: null,
    pause: false,
    fourEyes: false,
  },
});
const reviewed = alone('cleared');

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

  it('is reviewed with outcome and note, by the person who takes it or has it', () => {
    given(raised('c', 'a', 'b'))
      .when(review())
      .then(assigned('analyst-1'), reviewed);
    given(raised('c'), assigned('analyst-2')).when(review()).then(reviewed);
  });

  it('is reviewed once', () =>
    given(raised('c'), reviewed).when(review('analyst-2')).thenRefused('case_already_reviewed'));

  it('does not exist for the person it is about', () =>
    given(raised('c')).when(review(uid)).thenRefused('not_found'));

  it('that does not exist cannot be reviewed', () => given().when(review()).thenRefused('not_found'));
});

const done = (by: string) => ({ uid, by });
const assigned = (assignee: string | null, by = assignee ?? 'analyst-1'): CaseEvent => ({
  type: 'CaseAssigned',
  data: { ...done(by), assignee },
});
const snoozed: CaseEvent = {
  type: 'CaseSnoozed',
  data: { ...done('analyst-1'), until: '2026-11-24T12:00:00.000Z', reason: 'Bank.' },
};
const proposed = (
  outcome: ReviewOutcome,
  { pause = false, fourEyes = true, by = 'analyst-1' } = {},
): CaseEvent => ({
  type: 'OutcomeProposed',
  data: { ...done(by), outcome, reason: 'Split.', pause, seen: '7', fourEyes },
});
const returned: CaseEvent = { type: 'ProposalReturned', data: { ...done('lead-1'), reason: 'Compare.' } };
const reopened: CaseEvent = { type: 'CaseReopened', data: { ...done('lead-1'), reason: 'News.' } };
const closed = (
  outcome: ReviewOutcome,
  { pause = false, fourEyes = true, proposedBy = 'analyst-1' } = {},
): CaseEvent => ({
  type: 'CaseReviewed',
  data: {
    uid,
    outcome,
    note: 'Split.',
    reviewedBy: 'lead-1',
    reviewedAt: at,
    proposedBy,
    seen: '9',
    pause,
    fourEyes,
  },
});
const propose = (
  outcome: ReviewOutcome,
  { by = 'analyst-1', left = null as string | null, pause = false, seenRevision = 99n } = {},
): CaseCommand => ({
  type: 'propose',
  at,
  by,
  left,
  outcome,
  reason: 'Split.',
  pause,
  seen: '7',
  seenRevision,
  fourEyesCents,
});
const approve = (by = 'lead-1', seenRevision = 99n): CaseCommand => ({
  type: 'approve',
  at,
  by,
  left: null,
  seen: '9',
  seenRevision,
  fourEyesCents,
});
const snooze = (until: string): CaseCommand => ({
  type: 'snooze',
  at,
  by: 'analyst-1',
  left: null,
  until,
  reason: 'Bank.',
});
const report = (filedAt = at, kind: ReportKind = 'initial', reference = 'BSA-1'): CaseCommand => ({
  type: 'report',
  kind,
  at,
  by: 'analyst-1',
  left: null,
  reference,
  filedAt,
});
/** A case with these cents at risk in two transfers, and one refused attempt that is none. */
function atRisk(cents: number): CaseEvent {
  const { transactions, ...of } = alert('c', 'a', 'b');
  const amounts = [cents - 1, 1, 90_000];
  return {
    type: 'SuspiciousTransactionRaised',
    data: {
      ...of,
      mode: 'live',
      transactions: transactions.map((transaction, index) => ({
        ...transaction,
        amountCents: amounts[index] ?? 0,
        refused: index === 2 ? 'weekly_limit_exceeded' : null,
      })),
    },
  };
}

describe('the work on a case', () => {
  it('begins by taking it', () => {
    given(raised('c'))
      .when({ type: 'note', at, by: 'analyst-1', left: null, text: 'Seen.' })
      .then(assigned('analyst-1'), { type: 'NoteAdded', data: { ...done('analyst-1'), text: 'Seen.' } });
    given(raised('c')).when(snooze('2026-11-24T12:00:00.000Z')).then(assigned('analyst-1'), snoozed);
    given(raised('c')).when(propose('suspicious')).then(assigned('analyst-1'), proposed('suspicious'));
    given(raised('c'), assigned('analyst-2')).when(propose('suspicious')).then(proposed('suspicious'));
  });

  it('is taken over from an assignee who has left', () => {
    const taken = propose('suspicious', { left: 'analyst-2' });
    given(raised('c'), assigned('analyst-2')).when(taken).then(assigned('analyst-1'), proposed('suspicious'));
    given(raised('c'), assigned('analyst-3')).when(taken).then(proposed('suspicious'));
  });

  it('is given to somebody else, and assigning the same person again changes nothing', () => {
    const assign = (assignee: string | null): CaseCommand => ({
      type: 'assign',
      at,
      by: 'lead-1',
      left: null,
      assignee,
    });
    given(raised('c'), assigned('analyst-1')).when(assign(null)).then(assigned(null, 'lead-1'));
    given(raised('c'), assigned('analyst-1')).when(assign('analyst-1')).then();
  });

  it('is never given to the person it is about', () =>
    given(raised('c'))
      .when({ type: 'assign', at, by: 'lead-1', left: null, assignee: uid })
      .thenRefused('not_assignable'));

  it('changes nothing when the same is said again, after a lost answer', () => {
    const until = '2026-11-24T12:00:00.000Z';
    given(raised('c'), assigned('analyst-1'), snoozed).when(snooze(until)).then();
    given(raised('c'), assigned('analyst-1'), proposed('suspicious')).when(propose('suspicious')).then();
    given(raised('c'), assigned('analyst-1'), proposed('suspicious'))
      .when(propose('suspicious', { pause: true }))
      .then(proposed('suspicious', { pause: true }));
    const more: CaseEvent = { type: 'AlertTransactionsAdded', data: alert('d') };
    given(raised('c'), assigned('analyst-1'), snoozed, more).when(snooze(until)).then(snoozed);
  });

  it('rests for at most 30 days, and not while an outcome waits', () => {
    for (const until of [at, '2026-12-21T12:00:00.001Z'])
      given(raised('c')).when(snooze(until)).thenRefused('snooze_out_of_range');
    given(raised('c'), proposed('suspicious'))
      .when(snooze('2026-11-24T12:00:00.000Z'))
      .thenRefused('already_proposed');
  });

  it('can rest again, for the same reason and as long, once the case was reviewed and reopened', () =>
    given(raised('c'), assigned('analyst-1'), snoozed, reviewed, reopened)
      .when(snooze('2026-11-24T12:00:00.000Z'))
      .then(snoozed));

  it('can rest again, for the same reason and as long, once its proposal was returned', () =>
    given(raised('c'), assigned('analyst-1'), snoozed, proposed('suspicious'), returned)
      .when(snooze('2026-11-24T12:00:00.000Z'))
      .then(snoozed));

  it('does not exist for the person it is about', () => {
    for (const command of [propose('cleared', { by: uid }), approve(uid), { ...report(), by: uid }])
      given(raised('c'), proposed('suspicious')).when(command).thenRefused('not_found');
  });
});

describe('the outcome of a case', () => {
  it('is suspicious only by a second person, at any amount at risk', () => {
    given(atRisk(2)).when(review('analyst-1', 'suspicious')).thenRefused('needs_second_person');
    given(atRisk(2), assigned('analyst-1'))
      .when(propose('suspicious', { pause: true }))
      .then(proposed('suspicious', { pause: true }));
    given(atRisk(2), proposed('suspicious', { pause: true }))
      .when(approve())
      .then(closed('suspicious', { pause: true }));
  });

  it.each(['cleared', 'false_match'] as const)('is %s by one person below the threshold only', (outcome) => {
    given(atRisk(fourEyesCents)).when(review('analyst-1', outcome)).thenRefused('needs_second_person');
    given(atRisk(fourEyesCents - 1))
      .when(review('analyst-1', outcome))
      .then(assigned('analyst-1'), alone(outcome));
    given(atRisk(fourEyesCents), assigned('analyst-1')).when(propose(outcome)).then(proposed(outcome));
    given(atRisk(fourEyesCents - 1), assigned('analyst-1'))
      .when(propose(outcome))
      .then(proposed(outcome, { fourEyes: false }));
  });

  it('does not pause a cleared sender', () =>
    given(raised('c'), assigned('analyst-1'))
      .when(propose('cleared', { pause: true }))
      .then(proposed('cleared', { fourEyes: false })));

  it('is neither approved nor returned by who proposed it, and not twice', () => {
    const back: CaseCommand = { type: 'return', at, by: 'lead-1', left: null, reason: 'Compare.' };
    const own = proposed('suspicious', { by: 'lead-1' });
    for (const command of [approve(), back]) {
      given(raised('c'), own).when(command).thenRefused('needs_second_person');
      given(raised('c'), own, returned).when(command).thenRefused('nothing_proposed');
      given(raised('c'), own, closed('suspicious')).when(command).thenRefused('case_already_reviewed');
    }
    given(raised('c'), proposed('suspicious')).when(back).then(returned);
  });

  it('is not decided past a proposal that waits', () => {
    given(raised('c'), proposed('suspicious')).when(review()).thenRefused('already_proposed');
    given(raised('c'), proposed('suspicious'))
      .when(propose('cleared', { by: 'analyst-2' }))
      .thenRefused('already_proposed');
  });

  it('may be decided after notes and snoozes of others, and what one did oneself', () => {
    const note: CaseEvent = { type: 'NoteAdded', data: { ...done('analyst-2'), text: 'Seen.' } };
    given(raised('c'), assigned('analyst-1'), note, snoozed)
      .when(propose('suspicious', { seenRevision: 0n }))
      .then(proposed('suspicious'));
  });

  it('is not decided on what has changed since', () => {
    const more: CaseEvent = { type: 'AlertTransactionsAdded', data: alert('d') };
    const history = [raised('c'), assigned('analyst-1'), more] as const;
    const refused = refusalOf(propose('suspicious', { seenRevision: 1n }), ...history);
    expect(refused).toMatchObject({
      code: 'case_changed',
      details: { changes: [{ type: 'AlertTransactionsAdded', by: null, at: '2026-01-01T00:00:00.000Z' }] },
    });
    given(...history, assigned('analyst-2'))
      .when(propose('suspicious', { seenRevision: 2n }))
      .thenRefused('case_changed');
    given(...history, proposed('suspicious'))
      .when(approve('lead-1', 2n))
      .thenRefused('case_changed');
    given(...history, proposed('suspicious'))
      .when(approve('lead-1', 3n))
      .then(closed('suspicious'));
  });

  it('reports what others have decided since before it reports that the case is closed', () => {
    const decided = [raised('c'), assigned('analyst-2'), proposed('cleared'), closed('cleared')] as const;
    expect(refusalOf(propose('suspicious', { by: 'analyst-2', seenRevision: 2n }), ...decided)).toMatchObject(
      {
        code: 'case_changed',
        details: { changes: [{ type: 'CaseReviewed', by: 'lead-1' }] },
      },
    );
    expect(refusalOf(approve('lead-2', 2n), ...decided)).toMatchObject({ code: 'case_changed' });
    expect(refusalOf(approve('lead-2', 3n), ...decided)).toMatchObject({ code: 'case_already_reviewed' });
  });

  it('records a second person for what has grown beyond the threshold since it was proposed', () => {
    const more: CaseEvent = {
      type: 'AlertTransactionsAdded',
      data: {
        ...alert('d'),
        transactions: [sampleAttempt({ transferId: 'd', amountCents: fourEyesCents, at })],
      },
    };
    given(raised('c'), proposed('cleared', { fourEyes: false }), more)
      .when(approve())
      .then(closed('cleared', { fourEyes: true }));
  });

  it('is undone by reopening; later alerts open another case all the same', () => {
    const again: CaseCommand = { type: 'reopen', at, by: 'lead-1', left: null, reason: 'News.' };
    given(raised('c'), reviewed).when(again).then(reopened);
    given(raised('c')).when(again).thenRefused('case_not_reviewed');
    given(raised('c'), reviewed, reopened).when(raise('d')).thenRefused('case_already_reviewed');
    given(raised('c'), reviewed, reopened).when(raise('c')).then();
    given(raised('c'), reviewed, reopened).when(review()).then(assigned('analyst-1'), reviewed);
    given(raised('c'), assigned('analyst-2'), reviewed, reopened).when(review()).then(reviewed);
  });

  const filedAs = (kind: ReportKind, reference = 'BSA-1', filedAt = at): CaseEvent => ({
    type: 'ReportFiled',
    data: { ...done('analyst-1'), kind, reference, filedAt },
  });
  const filed = filedAs('initial');

  it('is reported when it is suspicious, after its first attempt', () => {
    given(raised('c'), closed('suspicious')).when(report()).then(filed);
    given(raised('c'), closed('suspicious'), filed).when(report()).then();
    for (const history of [[raised('c')], [raised('c'), reviewed]])
      given(...history)
        .when(report())
        .thenRefused('no_report_due');
    given(raised('c'), closed('suspicious'))
      .when(report('2026-11-21T12:10:00.001Z'))
      .thenRefused('filed_in_future');
    given(raised('c'), closed('suspicious'))
      .when(report('1990-01-01T00:00:00.000Z'))
      .thenRefused('filed_before_attempts');
  });

  it('is reported at the time of a device whose clock is ahead by minutes', () =>
    given(raised('c'), closed('suspicious'))
      .when(report('2026-11-21T12:09:59.000Z'))
      .then(filedAs('initial', 'BSA-1', '2026-11-21T12:09:59.000Z')));

  it('has one first report, which can be amended and continued', () => {
    const [closedAsSuspicious, another] = [closed('suspicious'), 'BSA-2'] as const;
    const refused = (kind: ReportKind, ...before: readonly CaseEvent[]) =>
      given(raised('c'), ...before).when(report(at, kind, another));
    refused('initial', closedAsSuspicious, filed).thenRefused('report_filed');
    for (const kind of ['amended', 'continuing'] as const) {
      refused(kind, closedAsSuspicious).thenRefused('no_report_filed');
      refused(kind, closedAsSuspicious, filed).then(filedAs(kind, another));
    }
    refused('continuing', closedAsSuspicious, filed, reopened).thenRefused('no_report_due');
    refused('amended', closedAsSuspicious, filed, reopened).then(filedAs('amended', another));
  });
});

function refusalOf(command: CaseCommand, ...facts: readonly CaseEvent[]): unknown {
  const state = facts.reduce(
    (before, fact, index) => caseDecider.evolve(before, recorded(fact, index)),
    caseDecider.initialState(),
  );
  try {
    return caseDecider.decide(command, state);
  } catch (error) {
    return error;
  }
}
