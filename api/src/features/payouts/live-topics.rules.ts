import { STAFF_ROLES } from '../../kernel/people/accounts.js';
import type { LiveTopics } from '../../event-sourcing/live-topics.js';
import { topics } from '../../kernel/live.js';
import { strayStream } from '../lifecycle/strays/stray.rules.js';
import { transferStream, type LifecycleEvent } from '../lifecycle/state/lifecycle-events.rules.js';

/** Events that bring a task, change it or end it. */
const OF_DESK: ReadonlySet<string> = new Set<LifecycleEvent['type']>([
  'PaymentCaptured',
  'HoldPlaced',
  'HoldReleased',
  'CancelRequested',
  'PayoutSubmitted',
  'PayoutOutcomeProposed',
  'PayoutReleased',
  'PayoutGivenBack',
  'PayoutClaimed',
  'PayoutConfirmed',
  'PayoutFailed',
  'PayoutReturned',
  'PayoutContradicted',
  'ContradictionResolved',
  'PayoutAccepted',
  'PayoutRecallRequested',
  'LossResolved',
  'RefundInitiated',
  'RefundFailed',
  'RefundSettlementProposed',
  'RefundSettlementReleased',
  'RefundSettled',
  'PaymentDisputed',
  'DisputeDeadlineChanged',
  'DisputeClosed',
  'ProblemReported',
  'ProblemResolved',
  'DifferenceFound',
  'DifferenceGone',
  'DifferenceSettled',
]);

/** Staff see the payout desk change, except the sender of the transfer; the log does not know a stray charge's. */
export const deskTopics: LiveTopics<LifecycleEvent> = {
  name: 'desk-topics',
  prefixes: [transferStream.prefix, strayStream.prefix],
  announce({ stream, type, data }) {
    if (stream.startsWith(strayStream.prefix))
      return { to: { roles: STAFF_ROLES, exceptUid: null }, topics: [topics.payouts] };
    if (!OF_DESK.has(type)) return null;
    return { to: { roles: STAFF_ROLES, exceptUid: data.uid }, topics: [topics.payouts] };
  },
};
