import { randomBytes, randomUUID } from 'node:crypto';
import { type Book, bookOf, stepsOf } from '../control/provider-book.js';
import type { SimulatedPayout } from '../control/simulator-state.js';
import type { Simulation } from '../simulation.js';
import type { SendingOptions, WebhookEvent, WebhookSender } from '../control/webhook-sender.js';

/** How long an ordinary payout takes, and how long one to `simslow`. */
export const PAYOUT_MS = 3_000;
export const SLOW_PAYOUT_MS = 60_000;
/** An unclaimed payout is returned after 30 days. */
const UNCLAIMED_MS = 30 * 24 * 60 * 60 * 1_000;
/** How long a repeated `sender_batch_id` is refused. */
const REPEAT_MS = 30 * 24 * 60 * 60 * 1_000;
/** How often due payouts are checked; with a frozen clock they become due when it is moved. */
const TICK_MS = 250;

/** Where a payout can be moved: the item's status with its error and the last part of PayPal's event name. */
const OUTCOMES = {
  delivered: { status: 'SUCCESS', word: 'SUCCEEDED', error: null },
  failed: { status: 'FAILED', word: 'FAILED', error: 'RECEIVER_ACCOUNT_INVALID' },
  blocked: { status: 'BLOCKED', word: 'BLOCKED', error: 'REGULATORY_BLOCKED' },
  unclaimed: { status: 'UNCLAIMED', word: 'UNCLAIMED', error: 'RECEIVER_UNREGISTERED' },
  returned: { status: 'RETURNED', word: 'RETURNED', error: 'RECEIVER_UNREGISTERED' },
  held: { status: 'ONHOLD', word: 'HELD', error: null },
  refunded: { status: 'REFUNDED', word: 'REFUNDED', error: null },
} as const;
export type PayoutOutcome = keyof typeof OUTCOMES;
export const PAYOUT_OUTCOMES = Object.keys(OUTCOMES) as [PayoutOutcome, ...PayoutOutcome[]];

/** The statuses from which each outcome can be reached, as at PayPal. */
const OPEN: Readonly<Record<string, readonly PayoutOutcome[]>> = {
  PENDING: ['delivered', 'failed', 'blocked', 'unclaimed', 'held'],
  ONHOLD: ['delivered', 'failed', 'blocked', 'returned'],
  UNCLAIMED: ['delivered', 'returned'],
  SUCCESS: ['refunded'],
};

/** The automatic outcome, by a part of the handle or the end of a phone number (docs/providers.md). */
const PLANS: Readonly<Record<string, SimulatedPayout['plan']>> = {
  simslow: [{ outcome: 'delivered', afterMs: SLOW_PAYOUT_MS }],
  simfail: [{ outcome: 'failed', afterMs: PAYOUT_MS }],
  simblocked: [{ outcome: 'blocked', afterMs: PAYOUT_MS }],
  simunclaimed: [
    { outcome: 'unclaimed', afterMs: PAYOUT_MS },
    { outcome: 'returned', afterMs: UNCLAIMED_MS },
  ],
  simreturned: [
    { outcome: 'unclaimed', afterMs: PAYOUT_MS },
    { outcome: 'returned', afterMs: 2 * PAYOUT_MS },
  ],
  simhold: [{ outcome: 'held', afterMs: PAYOUT_MS }],
  siminstant: [{ outcome: 'delivered', afterMs: 0 }],
};
const PHONE_PLAN = /000([1-7])$/;

/** One payout as requested: always a batch of one. */
type NewPayout = Pick<
  SimulatedPayout,
  'senderBatchId' | 'senderItemId' | 'recipientType' | 'receiver' | 'wallet' | 'value' | 'note'
>;

/** The simulated provider's payouts: they settle as planned by the handle, or as a test requests. */
export class PayPalPayoutBook {
  private readonly ticking: NodeJS.Timeout;

  constructor(
    private readonly simulation: Simulation,
    private readonly webhooks: WebhookSender,
  ) {
    this.ticking = setInterval(() => {
      if (this.settleDue()) void this.simulation.memory.save().catch(() => undefined);
    }, TICK_MS);
    this.ticking.unref();
  }

  close(): void {
    clearInterval(this.ticking);
  }

  create(request: NewPayout): SimulatedPayout {
    const createdMs = this.simulation.clock.now();
    const payout: SimulatedPayout = {
      ...request,
      batchId: providerId(),
      itemId: providerId(),
      transactionId: providerId(),
      status: 'PENDING',
      error: null,
      plan: [...planOf(request.receiver)],
      createdMs,
      changedMs: createdMs,
    };
    this.simulation.memory.add('payouts', payout);
    this.webhooks.send([batchEvent(payout, 'PROCESSING')]);
    this.settleDue();
    return payout;
  }

  byBatch(batchId: string): SimulatedPayout | undefined {
    return this.current().find((payout) => payout.batchId === batchId);
  }

  byItem(itemId: string): SimulatedPayout | undefined {
    return this.current().find((payout) => payout.itemId === itemId);
  }

  /** The payout that makes another one with this id a repeat. */
  bySenderBatch(senderBatchId: string): SimulatedPayout | undefined {
    const sinceMs = this.simulation.clock.now() - REPEAT_MS;
    const isIt = (payout: SimulatedPayout) =>
      payout.senderBatchId === senderBatchId && payout.createdMs > sinceMs;
    return this.current().find(isIt);
  }

  newest(count: number): readonly SimulatedPayout[] {
    return this.current().slice(-count).reverse();
  }

  /** Moves a payout now instead of as planned. False when PayPal has no such step from its current status. */
  settle(
    payout: SimulatedPayout,
    outcome: PayoutOutcome,
    {
      atMs = this.simulation.clock.now(),
      value = payout.value,
      ...sending
    }: SendingOptions & { readonly atMs?: number; readonly value?: string | undefined } = {},
  ): boolean {
    if (!OPEN[payout.status]?.includes(outcome)) return false;
    const wasPending = payout.status === 'PENDING';
    const { status, word, error } = OUTCOMES[outcome];
    // Each change has a different instant, so that events can be ordered.
    const changedMs = Math.max(atMs, payout.changedMs + 1);
    this.simulation.memory.change('payouts', payout, { status, error, value, changedMs, plan: [] });
    if (wasPending) this.webhooks.send([batchEvent(payout, batchStatus(payout))], sending);
    this.webhooks.send([itemEvent(payout, word)], sending);
    return true;
  }

  /** With what the platform or its recipient can do next. */
  get book(): Book {
    return bookOf(
      'payouts',
      () => this.current(),
      (payout) => ({
        id: payout.itemId,
        title: `$${payout.value} · ${payout.receiver}`,
        detail: `${payout.wallet} · ${payout.itemId}${payout.error === null ? '' : ` · ${payout.error}`}`,
        at: new Date(payout.createdMs).toISOString(),
        status: payout.status,
        next: stepsOf(
          ...(OPEN[payout.status] ?? []).map((outcome) => {
            const isClaim = payout.status === 'UNCLAIMED' && outcome === 'delivered';
            return [true, isClaim ? 'claimed' : outcome, () => this.settle(payout, outcome)] as const;
          }),
        ),
      }),
    );
  }

  private current(): readonly SimulatedPayout[] {
    this.settleDue();
    return this.simulation.memory.state.payouts;
  }

  /** True when something has changed. */
  private settleDue(): boolean {
    const nowMs = this.simulation.clock.now();
    const isDue = ({ plan: [next], createdMs }: SimulatedPayout) =>
      next !== undefined && createdMs + next.afterMs <= nowMs;
    const due = this.simulation.memory.state.payouts.filter(isDue);
    for (const payout of due) {
      for (let [next, ...rest] = payout.plan; next && payout.createdMs + next.afterMs <= nowMs;) {
        this.settle(payout, next.outcome, { atMs: payout.createdMs + next.afterMs });
        this.simulation.memory.change('payouts', payout, { plan: rest });
        [next, ...rest] = rest;
      }
    }
    return due.length > 0;
  }
}

/** An item in the API's format. */
export function itemOf(payout: SimulatedPayout): object {
  return {
    payout_item_id: payout.itemId,
    transaction_id: payout.transactionId,
    transaction_status: payout.status,
    payout_item_fee: { currency: 'USD', value: '0.25' },
    payout_batch_id: payout.batchId,
    payout_item: {
      recipient_type: payout.recipientType,
      amount: { currency: 'USD', value: payout.value },
      note: payout.note,
      receiver: payout.receiver,
      sender_item_id: payout.senderItemId,
      recipient_wallet: payout.wallet,
    },
    time_processed: seconds(payout.changedMs),
    ...(payout.error !== null && { errors: { name: payout.error, message: 'Simulated', details: [] } }),
  };
}

/** A batch in the API's format: without its items until it is processed. */
export function batchOf(payout: SimulatedPayout, status = batchStatus(payout)): object {
  return {
    batch_header: {
      payout_batch_id: payout.batchId,
      batch_status: status,
      time_created: seconds(payout.createdMs),
      sender_batch_header: { sender_batch_id: payout.senderBatchId },
      amount: { currency: 'USD', value: payout.value },
    },
    ...(payout.status !== 'PENDING' && { items: [itemOf(payout)] }),
  };
}

function batchStatus({ status }: SimulatedPayout): string {
  if (status === 'PENDING') return 'PENDING';
  return status === 'FAILED' ? 'DENIED' : 'SUCCESS';
}

function planOf(receiver: string): SimulatedPayout['plan'] {
  const named = Object.keys(PLANS).find((name) => receiver.toLowerCase().includes(name));
  const numbered = /^\d+$/.test(receiver) ? PHONE_PLAN.exec(receiver)?.[1] : undefined;
  const name = named ?? Object.keys(PLANS)[Number(numbered) - 1];
  return PLANS[name ?? ''] ?? [{ outcome: 'delivered', afterMs: PAYOUT_MS }];
}

function itemEvent(payout: SimulatedPayout, word: string): WebhookEvent {
  const resource = itemOf(payout);
  return eventOf(payout, {
    event_type: `PAYMENT.PAYOUTS-ITEM.${word}`,
    resource_type: 'payouts_item',
    resource,
  });
}

function batchEvent(payout: SimulatedPayout, word: string): WebhookEvent {
  const { items: _, ...resource } = batchOf(payout, word) as { items?: unknown };
  return eventOf(payout, { event_type: `PAYMENT.PAYOUTSBATCH.${word}`, resource_type: 'payouts', resource });
}

/** The event of a payout's last change. */
function eventOf({ changedMs }: SimulatedPayout, event: object): WebhookEvent {
  const id = `WH-${randomUUID()}`;
  const create_time = new Date(changedMs).toISOString();
  return {
    id,
    body: JSON.stringify({ id, event_version: '1.0', create_time, summary: 'Simulated', ...event }),
  };
}

/** PayPal's instants are in whole seconds. */
function seconds(ms: number): string {
  return new Date(Math.floor(ms / 1_000) * 1_000).toISOString().replace('.000Z', 'Z');
}

function providerId(): string {
  return randomBytes(8).toString('hex').slice(0, 13).toUpperCase();
}
