import { z } from 'zod';
import { parseJson } from '../../api/src/kernel/parse-json.js';
import { type Book, bookOf, stepsOf } from './provider-book.js';
import type { WaitingDelivery } from './simulator-state.js';

/** Most webhooks in the log. */
const LOG_LIMIT = 500;

/** Where each provider has the name of an event. */
const nameSchema = z.union([
  z.object({ type: z.string() }).transform(({ type }) => type),
  z.object({ event_type: z.string() }).transform(({ event_type }) => event_type),
  z
    .object({ data: z.object({ attributes: z.object({ name: z.string() }) }) })
    .transform(({ data }) => data.attributes.name),
]);

interface LoggedWebhook {
  readonly delivery: WaitingDelivery;
  readonly at: string;
  status: 'waiting' | 'accepted' | 'given_up';
  /** Sends the event once more. */
  readonly resend: () => void;
}

/** The webhooks since the start, oldest first: what was accepted is nowhere else. */
export class WebhookLog {
  private readonly sent: LoggedWebhook[] = [];

  add(delivery: WaitingDelivery, at: string, resend: () => void): void {
    this.sent.push({ delivery, at, status: 'waiting', resend });
    if (this.sent.length > LOG_LIMIT) this.sent.shift();
  }

  ended(delivery: WaitingDelivery, status: 'accepted' | 'given_up'): void {
    const logged = this.sent.find((each) => each.delivery === delivery);
    if (logged) logged.status = status;
  }

  /** Copies of this event, so that the next one gets another number. */
  copiesOf(id: string): number {
    return Math.max(0, ...this.sent.filter((each) => each.delivery.id === id).map(copyAfter));
  }

  get book(): Book {
    return bookOf(
      'webhooks',
      () => this.sent,
      ({ delivery, at, status, resend }) => ({
        id: `${delivery.id}-${delivery.copy}`,
        title: nameSchema.safeParse(parseJson(delivery.body)).data ?? delivery.id,
        detail: `${delivery.provider} · ${delivery.id}`,
        at,
        status,
        next: stepsOf([true, 'resend', resend]),
      }),
    );
  }
}

const copyAfter = ({ delivery }: LoggedWebhook): number => delivery.copy + 1;
