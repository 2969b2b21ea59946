import type { Clock } from '../clock.js';
import { eventOf, secondsOf } from './stripe-resources.js';
import type { SendingOptions, WebhookEvent, WebhookSender } from '../control/webhook-sender.js';

/** How webhooks for a card with CVC 999 are sent. */
const LATE: Required<SendingOptions> = { copies: 2, delayMs: 2_000 };
/** Most held events. */
const HELD_LIMIT = 500;

/** What happens to the next events: sent, lost, or held until they are sent in order or newest first. */
export const WEBHOOK_MODES = ['sent', 'none', 'held', 'reversed'] as const;
export type WebhookMode = (typeof WEBHOOK_MODES)[number];

/** Sends the card processor's events to the API, in the mode that a test has chosen. */
export class StripeEvents {
  private mode: WebhookMode = 'sent';
  private options: SendingOptions = {};
  private held: WebhookEvent[] = [];

  constructor(
    private readonly webhooks: WebhookSender,
    private readonly clock: Clock,
  ) {}

  /** `sent` and `reversed` also release held funds. */
  order(mode: WebhookMode, options: SendingOptions): void {
    this.options = options;
    if (mode === 'sent' || mode === 'reversed') {
      this.webhooks.send(mode === 'sent' ? this.held : this.held.toReversed(), options);
      this.held = [];
    }
    this.mode = mode === 'reversed' ? 'sent' : mode;
  }

  /** The caller saves the state. */
  emit(type: string, object: object, isLate = false): void {
    const event = eventOf(type, object, secondsOf(this.clock));
    if (this.mode === 'held' && this.held.length < HELD_LIMIT) this.held.push(event);
    if (this.mode === 'sent') this.webhooks.send([event], isLate ? LATE : this.options);
  }
}
