import {
  type ArrivalTable,
  arrivalAfter,
  arrivalOf,
  isPast,
  type OpeningHours,
  refundArrivalAfter,
} from './arrival.js';
import { PLATFORMS } from './platforms.js';
import type { PaymentProgress, Transaction, TransferStep } from './transfers.js';

const onDays = (weekdays: readonly number[], opensAt: number, closesAt: number): OpeningHours[] =>
  weekdays.map((weekday) => ({ weekday, opensAt, closesAt }));
const table = {
  platforms: PLATFORMS.map((platform) => ({ platform, minutes: platform === 'PayPal' ? 10 : 20 })),
  timeZone: 'America/New_York',
  opening: onDays([1, 2, 3, 4, 5], 9 * 60, 18 * 60),
  refundBusinessDays: 10,
} satisfies ArrivalTable;
/** New York, in winter five hours behind UTC. */
const winter = (text: string) => new Date(`${text}-05:00`).toISOString();
const summer = (text: string) => new Date(`${text}-04:00`).toISOString();

describe('when money usually arrives', () => {
  it.each([
    ['while the desk works', '2026-11-24T14:31:10', '2026-11-24T14:55:00'],
    ['before it opens', '2026-11-24T06:00:00', '2026-11-24T09:20:00'],
    ['after it closed', '2026-11-24T18:00:01', '2026-11-25T09:20:00'],
    [
      'shortly before it closes: the rest is done the next morning',
      '2026-11-24T17:50:00',
      '2026-11-25T09:10:00',
    ],
    ['just in time', '2026-11-24T17:40:00', '2026-11-24T18:00:00'],
    ['on the evening before Thanksgiving', '2026-11-25T20:00:00', '2026-11-27T09:20:00'],
    ['on a Saturday', '2026-12-05T12:00:00', '2026-12-07T09:20:00'],
    ['on the Friday before a long weekend', '2027-01-15T19:00:00', '2027-01-19T09:20:00'],
    ['on New Year’s Eve', '2026-12-31T23:59:00', '2027-01-04T09:20:00'],
  ])('by hand, charged %s', (_when, charged, arrives) => {
    expect(arrivalAfter(table, 'Zelle', winter(charged))).toBe(winter(arrives));
  });

  it('keeps the opening hours of the clock on the wall when it is changed', () => {
    // Clocks go forward on Mar 14, 2027 and back on Nov 7.
    expect(arrivalAfter(table, 'Zelle', winter('2027-03-12T19:00:00'))).toBe(summer('2027-03-15T09:20:00'));
    expect(arrivalAfter(table, 'Zelle', summer('2027-11-05T19:00:00'))).toBe(winter('2027-11-08T09:20:00'));
  });

  it('counts the hour that a night without pause has less or more', () => {
    const always = { ...table, opening: onDays([0, 1, 2, 3, 4, 5, 6], 0, 24 * 60) };
    expect(arrivalAfter(always, 'Zelle', winter('2027-03-14T01:50:00'))).toBe(summer('2027-03-14T03:10:00'));
    expect(arrivalAfter(always, 'Zelle', summer('2027-11-07T01:50:00'))).toBe(winter('2027-11-07T01:10:00'));
    // It opens at 2:30 AM, which the clock skips.
    const early = { ...table, opening: onDays([0, 1], 150, 600) };
    expect(arrivalAfter(early, 'Zelle', winter('2027-03-14T00:00:00'))).toBe(winter('2027-03-14T01:50:00'));
  });

  it('by an API, does not depend on the hour or the day', () => {
    expect(arrivalAfter(table, 'PayPal', winter('2026-11-26T02:01:00'))).toBe(winter('2026-11-26T02:15:00'));
  });

  it('is the same instant for a desk elsewhere', () => {
    const elsewhere = { ...table, timeZone: 'Asia/Kolkata' };
    expect(arrivalAfter(elsewhere, 'Zelle', '2026-11-24T13:00:00.000Z')).toBe('2026-11-25T03:50:00.000Z');
  });
});

describe('when a refund is usually on the card', () => {
  it.each([
    ['over Thanksgiving', winter('2026-11-23T14:31:00'), winter('2026-12-08T17:00:00')],
    ['late on a Friday', winter('2026-12-04T23:30:00'), winter('2026-12-18T17:00:00')],
    ['begun at a weekend', winter('2026-12-05T10:00:00'), winter('2026-12-18T17:00:00')],
    ['over the change of the clock', summer('2026-10-26T10:00:00'), winter('2026-11-09T17:00:00')],
    ['on the day that it is in New York', '2026-12-08T03:00:00.000Z', winter('2026-12-21T17:00:00')],
  ])('%s', (_when, begun, booked) => {
    expect(refundArrivalAfter(table, begun)).toBe(booked);
  });
});

describe('what a sender waits for', () => {
  const paidAt = winter('2026-11-24T14:31:00');
  const later = winter('2026-11-24T14:40:00');
  const step = (kind: TransferStep['step'], at = paidAt): TransferStep => ({ step: kind, at });
  const transfer = (
    status: Transaction['status'],
    state: PaymentProgress['state'],
    ...steps: readonly TransferStep[]
  ) => ({ platform: 'Zelle' as const, status, payment: { state, payBy: null }, steps: [...steps] });
  const arrives = { arrivesBy: winter('2026-11-24T14:55:00'), refundBy: null };
  const refunded = { arrivesBy: null, refundBy: winter('2026-12-09T17:00:00') };
  const nothing = { arrivesBy: null, refundBy: null };

  it('is the money, from the charge on, and while it is only reserved, from that', () => {
    const reserved = step('authorized');
    expect(arrivalOf(transfer('processing', 'authorized', reserved), table)).toEqual(arrives);
    const paid = [step('authorized', winter('2026-11-24T10:00:00')), step('captured')];
    expect(arrivalOf(transfer('processing', 'captured', ...paid), table)).toEqual(arrives);
    expect(arrivalOf(transfer('sent', 'captured', ...paid, step('payout_accepted')), table)).toEqual(arrives);
  });

  it('is nothing before a card is charged, once it is delivered, and while its recipient has to claim it', () => {
    for (const state of ['awaited', 'pending', 'requires_action', 'declined', 'voided'] as const)
      expect(arrivalOf(transfer('processing', state), table)).toEqual(nothing);
    const paid = step('captured');
    expect(arrivalOf(transfer('delivered', 'captured', paid, step('delivered')), table)).toEqual(nothing);
    expect(arrivalOf(transfer('sent', 'captured', paid, step('unclaimed')), table)).toEqual(nothing);
    expect(arrivalOf(transfer('cancelled', 'voided'), table)).toEqual(nothing);
    expect(arrivalOf({ platform: 'Zelle', status: 'processing', payment: null, steps: [] }, table)).toEqual(
      nothing,
    );
  });

  it('is the refund, from its last step on, unless the processor has refused it', () => {
    const begun = [step('captured'), step('payout_failed'), step('refund_initiated', later)];
    expect(arrivalOf(transfer('refunding', 'captured', ...begun), table)).toEqual(refunded);
    const failed = [...begun, step('refund_failed', winter('2026-11-27T09:00:00'))];
    expect(arrivalOf(transfer('refunding', 'captured', ...failed), table)).toEqual(nothing);
    const again = [...failed, step('refunded', winter('2026-11-30T09:00:00'))];
    expect(arrivalOf(transfer('refunded', 'captured', ...again), table).refundBy).toBe(
      winter('2026-12-14T17:00:00'),
    );
  });

  it('is late once the named time has passed', () => {
    const { arrivesBy } = arrives;
    expect(isPast(arrivesBy, Date.parse(arrivesBy))).toBe(false);
    expect(isPast(arrivesBy, Date.parse(arrivesBy) + 1)).toBe(true);
    expect(isPast(null, Date.parse(arrivesBy))).toBe(false);
  });
});
