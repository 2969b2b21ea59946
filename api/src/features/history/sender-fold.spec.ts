import { recorded } from '../../../../test/support/given-when-then.js';
import { acceptedTransfer, sampleSend } from '../../../../test/support/sample-send.js';
import { card } from '../../../../test/support/transfer-life.js';
import type { RecordedEvent } from '../../event-sourcing/event.js';
import { caseEvents } from '../review/cases/case.events.js';
import { foldHappened, foldRecorded, type Happened, type SenderFold } from './sender-fold.js';
import { differencesOf, pastSender } from './past-sender.js';

const {
  0: { example: raisedExample },
  3: { example: assignedExample },
  4: { example: snoozeExample },
  8: { example: reopenedExample },
} = caseEvents;

/** 2:00 AM. */
const START = Date.parse('2026-11-19T07:00:00.000Z');
const MINUTE = 60_000;
const instant = (minutes: number) => new Date(START + minutes * MINUTE).toISOString();

/** [stream, minutes after the start at which it was recorded, type, data, its command] */
type Fact = readonly [
  stream: string,
  minutes: number,
  type: string,
  data?: object,
  command?: string | undefined,
];

const person = { firstName: 'Carl', lastName: 'Beck', email: 'carl@people.example', locale: 'en' };
const registered: Fact = ['account-carl', -60, 'AccountRegistered', person];
const requested: Fact = [
  'sender-carl',
  0,
  'TransferRequested',
  acceptedTransfer(START, {
    transferId: 't1',
    tier: 'unverified',
    awaitsPayment: true,
    amountCents: 20_500,
  }).data,
];
const lifecycle = (minutes: number, type: string, data: object = {}, command?: string): Fact => [
  'transfer-t1',
  minutes,
  type,
  data,
  command,
];
const at = (minutes: number) => ({ providerAt: instant(minutes) });
const paying: readonly Fact[] = [
  registered,
  requested,
  lifecycle(1, 'PaymentRequested', { attempt: 1, requestId: 'r1', card }),
  lifecycle(2, 'PaymentAuthorized', { attempt: 1, paymentRef: 'pi_1', ...at(2) }),
  lifecycle(3, 'CaptureRequested'),
  lifecycle(4, 'PaymentCaptured', { totalCents: 21_645, ...at(4) }),
  lifecycle(5, 'PayoutSubmitted', { route: 'desk', amountCents: 20_500, operator: null }),
];
const failed = (minutes: number, happened: number) =>
  lifecycle(minutes, 'PayoutFailed', { ...at(happened), reason: 'blocked', words: '', by: 'operator' });

function historyOf(facts: readonly Fact[]): readonly RecordedEvent[] {
  return facts.map(([stream, minutes, type, data = {}, command], index) => {
    const event = recorded({ type, data }, index, { stream, at: instant(minutes) });
    return command === undefined ? event : { ...event, metadata: { ...event.metadata, commandId: command } };
  });
}

function shownAt(fold: SenderFold, minutes: number) {
  return pastSender(fold, {
    uid: 'carl',
    atMs: START + minutes * MINUTE,
    verifiedWeeklyLimitCents: null,
    refusalsLimit: 10,
    lists: () => true,
  });
}

const recordedBy = (untilMs: number) => (event: RecordedEvent) => Date.parse(event.metadata.at) <= untilMs;

function foldsAt(
  facts: readonly Fact[],
  minutes: number,
  isBefore = recordedBy(START + minutes * MINUTE),
): { recorded: SenderFold; happened: SenderFold; moved: Happened['moved'] } {
  const events = historyOf(facts);
  const recordedFold = foldRecorded(events.filter(isBefore));
  const untilMs = START + minutes * MINUTE;
  const { fold, moved } = foldHappened(events, untilMs, { recorded: recordedFold, isBefore });
  return { recorded: recordedFold, happened: fold, moved };
}

function bothAt(facts: readonly Fact[], minutes: number) {
  const folds = foldsAt(facts, minutes);
  return {
    recorded: shownAt(folds.recorded, minutes),
    happened: shownAt(folds.happened, minutes),
    moved: folds.moved.map(({ event, isKept }) => [event.type, isKept]),
  };
}

describe('a sender at an instant', () => {
  it('has the amount of a cancelled transfer among what remains, from the instant of the cancel', () => {
    const sent = { ...sampleSend({ amountCents: 20_500 }), requestedAt: instant(0) };
    const released = { transferId: 't1', amountCents: 20_500, cause: 'cancelled', sent };
    const facts: readonly Fact[] = [registered, requested, ['sender-carl', 9, 'AllowanceReleased', released]];
    const remainingAt = (minutes: number) => bothAt(facts, minutes).recorded?.allowance.remaining;
    expect([remainingAt(8), remainingAt(9)]).toEqual(['45.00', '250.00']);
  });

  it('no longer counts a transfer seven days after its request', () => {
    const week = 7 * 24 * 60;
    const remainingAt = (minutes: number) =>
      bothAt([registered, requested], minutes).recorded?.allowance.remaining;
    expect([remainingAt(week - 1), remainingAt(week)]).toEqual(['45.00', '250.00']);
  });

  it('counts a charge that the log has lost, until its transfer counts or it is refunded', () => {
    const stray = (minutes: number, type: string, transferId: string): Fact => [
      'sender-carl',
      minutes,
      type,
      { transferId, amountCents: 20_500, at: instant(minutes) },
    ];
    const facts: readonly Fact[] = [
      registered,
      stray(-2, 'StrayCounted', 't1'),
      requested,
      stray(3, 'StrayCounted', 't2'),
      stray(4, 'StrayReleased', 't2'),
    ];
    const usedAt = (minutes: number) => bothAt(facts, minutes).recorded?.allowance.used;
    expect([-3, -2, 0, 3, 4].map(usedAt)).toEqual(['0.00', '205.00', '205.00', '410.00', '205.00']);
  });

  it('lists the newest refused attempts up to their limit', () => {
    const refused = (index: number): Fact => [
      'sender-carl',
      index,
      'TransferRefused',
      {
        ...sampleSend({ amountCents: 20_500 }),
        transferId: `r${index}`,
        reason: 'weekly_limit_exceeded',
        refusedAt: instant(index),
      },
    ];
    const facts = [registered, ...Array.from({ length: 11 }, (_, index) => refused(index))];
    const listed = bothAt(facts, 60).recorded?.refusals.map(({ id }) => id);
    expect([listed?.length, listed?.[0], listed?.at(-1)]).toEqual([10, 'r10', 'r1']);
  });

  it('has a case open again from the instant at which its snooze had ended', () => {
    const rest = { ...snoozeExample, uid: 'carl', until: instant(60) };
    const facts: readonly Fact[] = [
      registered,
      ['case-c1', 10, 'SuspiciousTransactionRaised', { ...raisedExample, uid: 'carl' }],
      ['case-c1', 20, 'CaseSnoozed', rest],
    ];
    const statusAt = (minutes: number) => bothAt(facts, minutes).recorded?.cases[0]?.status;
    expect([10, 20, 59, 60, 61].map(statusAt)).toEqual(['open', 'snoozed', 'snoozed', 'open', 'open']);
  });
});

it('has how far the work on a case was, as its own page had it then', () => {
  const opened = { ...raisedExample, uid: 'carl' };
  const facts: readonly Fact[] = [
    registered,
    ['case-c1', 10, 'SuspiciousTransactionRaised', opened],
    ['case-c1', 20, 'CaseAssigned', { ...assignedExample, uid: 'carl', assignee: 'robin' }],
    ['case-c1', 30, 'CaseReopened', { ...reopenedExample, uid: 'carl' }],
  ];
  const workAt = (minutes: number) => {
    const found = bothAt(facts, minutes).recorded?.cases[0];
    return [found?.assignee, found?.openedAgain];
  };
  expect([10, 20, 30].map(workAt)).toEqual([
    [null, null],
    ['robin', null],
    ['robin', 'reopened'],
  ]);
});

describe('a history as it happened', () => {
  it('has a failure from when the platform failed, not from when its message arrived', () => {
    const facts = [...paying, failed(82, 48)];
    const between = bothAt(facts, 70);
    expect(between.recorded?.transfers[0]).toMatchObject({ payout: 'submitted' });
    expect(between.happened?.transfers[0]).toMatchObject({ payout: 'failed' });
    expect(differencesOf(between.recorded, between.happened)).toEqual([
      { transferId: 't1', field: 'payout', recorded: 'submitted', happened: 'failed' },
    ]);
    for (const minutes of [47, 82]) {
      const { recorded: then, happened } = bothAt(facts, minutes);
      expect(differencesOf(then, happened)).toEqual([]);
    }
    expect(between.moved).toEqual([['PayoutFailed', false]]);
  });

  it('is what was recorded where every message arrived at once', () => {
    for (let minutes = -61; minutes < 7; minutes += 1) {
      const { recorded: then, happened, moved } = bothAt([...paying, failed(6, 6)], minutes);
      expect(happened).toEqual(then);
      expect(moved).toEqual([]);
    }
  });

  it('delivers when the platform did, with what was recorded for that', () => {
    const confirmed = lifecycle(82, 'PayoutConfirmed', { reference: 'ZL-1', ...at(48) }, 'report');
    const delivered = lifecycle(82, 'TransferDelivered', { amountCents: 20_500 }, 'report');
    const { recorded: then, happened } = bothAt([...paying, confirmed, delivered], 60);
    expect([then?.transfers[0]?.status, happened?.transfers[0]?.status]).toEqual(['processing', 'delivered']);
  });

  it('never has an answer before its question: it stays where it was recorded, and is marked', () => {
    const early = paying.map((fact) =>
      fact[2] === 'PaymentAuthorized'
        ? lifecycle(2, 'PaymentAuthorized', { attempt: 1, paymentRef: 'pi_1', ...at(-600) })
        : fact,
    );
    const { happened, moved } = bothAt(early, 1.5);
    expect(moved).toEqual([['PaymentAuthorized', true]]);
    expect(happened?.transfers[0]?.payment?.state).toBe('pending');
    expect(bothAt(early, 10).happened).toEqual(bothAt(early, 10).recorded);
  });

  it('has nothing of a transfer before the event that created it', () => {
    const early = bothAt([...paying, failed(82, -600)], -30);
    expect(early.happened?.transfers).toEqual([]);
  });

  it('has the holds of a transfer once, when its lifecycle is folded again', () => {
    const held = lifecycle(6, 'HoldPlaced', { uid: 'carl', caseId: 'c1', by: 'lead', note: '' });
    const { happened } = foldsAt([...paying, held, failed(82, 48)], 70);
    expect([...happened.holds]).toEqual([['t1 c1', instant(6)]]);
    expect(happened.factsOf('t1').lifecycle).toMatchObject({
      holdCases: ['c1'],
      payout: { state: 'failed' },
    });
  });

  it('has no hold that the clock of another server placed after the instant', () => {
    const held = lifecycle(71, 'HoldPlaced', { uid: 'carl', caseId: 'c1', by: 'lead', note: '' });
    const { recorded: then, happened } = foldsAt([...paying, held], 70, () => true);
    expect([then.holds.size, happened.holds.size]).toEqual([1, 0]);
  });

  it('does not follow a newer answer with an older one: that stays where it was recorded', () => {
    const accepted = { state: 'pending', payoutRef: 'po_1', ...at(9_000) };
    const facts = [...paying, lifecycle(40, 'PayoutAccepted', accepted), failed(82, 48)];
    const { happened, moved } = bothAt(facts, 70);
    expect(happened?.transfers[0]?.payout).toBe('pending');
    expect(moved).toEqual([['PayoutFailed', true]]);
  });

  it('has nothing after it was recorded, at any provider time', () => {
    const facts = [...paying, failed(82, 9_000)];
    expect(bothAt(facts, 82).happened?.transfers[0]?.payout).toBe('failed');
  });

  it('takes a time to the second for any time of that second', () => {
    const second = { providerAt: '2026-11-19T07:02:00.000Z' };
    const facts = [
      ...paying.slice(0, 2),
      lifecycle(2.002, 'PaymentRequested', { attempt: 1, requestId: 'r1', card }),
      lifecycle(2.01, 'PaymentAuthorized', { attempt: 1, paymentRef: 'pi_1', ...second }),
    ];
    expect(bothAt(facts, 3).moved.filter(([, isKept]) => isKept)).toEqual([]);
  });

  it('verifies a sender when the provider did, which changes tier and limit', () => {
    const requestId = 'k1';
    const verified = { requestId, status: 'verified', providerStatus: 'approved', providerEventId: 'e1' };
    const facts: readonly Fact[] = [
      registered,
      ['sender-carl', 0, 'KycSubmitted', { requestId, fullName: 'Carl Beck' }],
      ['sender-carl', 1, 'InquiryOpened', { requestId, inquiryId: 'inq_1' }],
      ['sender-carl', 60, 'KycStatusChanged', { ...verified, ...at(10) }],
    ];
    const { recorded: then, happened } = bothAt(facts, 30);
    expect([then?.allowance.remaining, happened?.allowance.remaining]).toEqual(['250.00', null]);
    expect(differencesOf(then, happened).map(({ field }) => field)).toEqual([
      ...['verification', 'verificationStatus', 'tier', 'weeklyLimit', 'remaining'],
    ]);
  });
});
