import { STAFF_ROLES } from '../kernel/accounts.js';
import type { RecordedEvent } from '../event-sourcing/event.js';
import type { LiveTopics } from '../event-sourcing/live-topics.js';
import { topics } from '../kernel/live.js';
import { transferStream, type LifecycleEvent } from '../lifecycle/lifecycle-events.rules.js';

/** Events that bring a task, change it or end it. */
const OF_DESK: ReadonlySet<LifecycleEvent['type']> = new Set<LifecycleEvent['type']>([
  'PaymentCaptured',
  'HoldPlaced',
  'HoldReleased',
  'CancelRequested',
  'PayoutSubmitted',
  'PayoutOutcomeProposed',
  'PayoutConfirmed',
  'PayoutFailed',
  'PayoutReturned',
  'PayoutContradicted',
  'ContradictionResolved',
  'RefundInitiated',
  'RefundFailed',
  'PaymentDisputed',
  'DisputeClosed',
  'ProblemReported',
  'ProblemResolved',
]);

/** Staff see the payout desk change, except the sender of the transfer. */
export const deskTopics: LiveTopics = {
  name: 'desk-topics',
  prefixes: [transferStream.prefix],
  announce(recorded) {
    const { type, data } = recorded as RecordedEvent<LifecycleEvent>;
    if (!OF_DESK.has(type)) return null;
    return { to: { roles: STAFF_ROLES, exceptUid: data.uid }, topics: [topics.payouts] };
  },
};
