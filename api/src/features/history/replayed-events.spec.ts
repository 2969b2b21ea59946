import { recorded } from '../../../../test/support/given-when-then.js';
import { eventsAround } from './replayed-events.js';

const DAY_MS = 24 * 60 * 60 * 1_000;
const SENT_MS = Date.parse('2026-11-20T12:00:00.000Z');

describe("the steps of a transfer's replay", () => {
  it("are the sender's attempts from a week before it until a day after its last event, to the millisecond", () => {
    const events = [
      attempt('too early', -7 * DAY_MS - 1),
      attempt('early', -7 * DAY_MS),
      attempt('own', 0),
      attempt('late', DAY_MS),
      attempt('too late', DAY_MS + 1),
    ];
    const steps = events.filter(eventsAround('own', events));
    expect(steps.map(({ data }) => data.transferId)).toEqual(['early', 'own', 'late']);
  });
});

function attempt(transferId: string, afterMs: number) {
  const place = { stream: 'sender-ana', at: new Date(SENT_MS + afterMs).toISOString() };
  return recorded({ type: 'TransferRequested', data: { transferId } }, 0, place);
}
