import { recorded } from '../event-sourcing/given-when-then.js';
import { replayOf } from './replay.js';

const transfer = (id: string, cents: number, at: string) => ({
  type: 'TransferRequested',
  data: { transferId: id, amountCents: cents, requestedAt: at, note: `note ${id}` },
});
const place = (at: string) => ({ stream: 'sender-ana', at });

describe('the replay of a sender', () => {
  const sent = '2026-11-01T10:00:00.000Z';
  const refused = '2026-11-02T10:00:00.000Z';
  const eightDaysLater = '2026-11-09T10:00:00.000Z';
  const steps = replayOf([
    recorded(transfer('a', 24_000, sent), 0, place(sent)),
    recorded(
      { type: 'TransferRefused', data: { transferId: 'b', reason: 'weekly_limit_exceeded' } },
      1,
      place(refused),
    ),
    recorded(transfer('c', 1_000, eightDaysLater), 2, place(eightDaysLater)),
    recorded({ type: 'KycStatusChanged', data: { status: 'verified' } }, 3, place(eightDaysLater)),
  ]);

  it('shows after each event what was left of the week at that instant', () =>
    expect(steps.map((step) => step.state.remaining)).toEqual(['10.00', '10.00', '240.00', null]));

  it('shows the note of the last transfer', () =>
    expect(steps.map((step) => step.state.note)).toEqual(['note a', 'note a', 'note c', 'note c']));

  it('says what an event changed, from what to what', () => {
    expect(steps[1]?.change).toEqual([
      { field: 'refused', before: '0', after: '1' },
      { field: 'lastRefusal', before: null, after: 'weekly_limit_exceeded' },
    ]);
    expect(steps[3]?.change.map((change) => change.field)).toEqual([
      'verification',
      'verificationStatus',
      'tier',
      'remaining',
    ]);
  });

  it('keeps event number, time and position of every step', () =>
    expect(steps.map((step) => [step.event.revision, step.event.at])).toEqual([
      ['0', sent],
      ['1', refused],
      ['2', eightDaysLater],
      ['3', eightDaysLater],
    ]));
});
