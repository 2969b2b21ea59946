import type { RecordedEvent } from '../../../api/src/event-sourcing/event.js';
import {
  transferStream,
  type LifecycleEvent,
} from '../../../api/src/features/lifecycle/state/lifecycle-events.rules.js';
import {
  isPaid,
  strayStream,
  type StrayEvent,
} from '../../../api/src/features/lifecycle/strays/stray.rules.js';
import type { Records } from './records.js';

/** Every call has its intention recorded first: checked against the log at the moment the call is made. */
export class Intentions {
  constructor(
    private readonly records: Records,
    private readonly violated: (what: string) => void,
  ) {}

  to(type: LifecycleEvent['type'], transferId: string): void {
    if (!this.eventsOf(transferId).some((event) => event.type === type))
      this.violated(`a call left before ${type} was recorded`);
  }

  /** Nothing is paid out while the bank disputes the charge or has taken it back, or after a case found it suspicious. */
  toPayOut(transferId: string): void {
    this.to('PayoutSubmitted', transferId);
    const events = this.eventsOf(transferId);
    const isSuspicious = events.some(
      ({ type, data }) => type === 'PayoutRecallRequested' && data.by === 'review',
    );
    if (isSuspicious || isDisputed(events) || lostCents(events) > 0)
      this.violated('a payout was asked for that must not be made');
  }

  /** A payout that is open although it was reported as failed is taken back without a request. */
  toRecall(transferId: string): void {
    const isWanted = this.eventsOf(transferId).some(
      ({ type }) => type === 'PayoutRecallRequested' || type === 'PayoutContradicted',
    );
    if (!isWanted) this.violated('a payout was recalled that nobody wanted back');
  }

  toAuthorize({ transferId }: { readonly transferId: string }): void {
    this.to('PaymentRequested', transferId);
  }

  toRefund({ transferId, cents }: { readonly transferId: string; readonly cents: number }): void {
    this.to('RefundInitiated', transferId);
    const events = this.eventsOf(transferId);
    type Initiated = RecordedEvent<Extract<LifecycleEvent, { type: 'RefundInitiated' }>>;
    const initiated = events.findLast((event): event is Initiated => event.type === 'RefundInitiated');
    if (initiated && initiated.data.cents - lostCents(events) !== cents)
      this.violated(`a refund of ${cents} cents was not decided`);
    if (isDisputed(events)) this.violated('a refund was asked for while the charge was disputed');
  }

  /** Two operators have agreed to it, nothing has ended it since, and neither a bank nor a platform has the money. */
  toRefundStray(paymentRef: string): void {
    const events = this.records.stream(strayStream(paymentRef)) as readonly RecordedEvent<StrayEvent>[];
    const decided = events.findLast(
      ({ type }) => type !== 'StrayFound' && type !== 'StrayChecked' && type !== 'StrayPayoutReported',
    );
    const [checked, reported] = (['StrayChecked', 'StrayPayoutReported'] as const).map((wanted) =>
      events.findLast(({ type }) => type === wanted),
    );
    if (decided?.type !== 'StrayRefundRequested')
      this.violated('a stray charge is refunded to which nobody has agreed');
    if (checked?.type === 'StrayChecked' && checked.data.disputes.some(({ state }) => state === 'open'))
      this.violated('a stray charge is refunded while it is disputed');
    if (reported?.type === 'StrayPayoutReported' && isPaid(reported.data))
      this.violated('a stray charge is refunded that is paid out');
  }

  private eventsOf(transferId: string): readonly RecordedEvent<LifecycleEvent>[] {
    return this.records.stream(transferStream(transferId)) as readonly RecordedEvent<LifecycleEvent>[];
  }
}

/** Cents that the bank has returned, according to the log. */
const lostCents = (events: readonly RecordedEvent<LifecycleEvent>[]): number =>
  events.reduce(
    (sum, { type, data }) =>
      sum + (type === 'DisputeClosed' && data.outcome === 'lost' ? (data.cents ?? 0) : 0),
    0,
  );

function isDisputed(events: readonly RecordedEvent<LifecycleEvent>[]): boolean {
  const count = (counted: LifecycleEvent['type']) => events.filter(({ type }) => type === counted).length;
  return count('PaymentDisputed') > count('DisputeClosed');
}
