import { ProviderUnknown } from '../../../api/src/engine/providers/provider-unknown.js';
import {
  Payouts,
  type NamedPayout,
  type PayoutRequest,
  type PayoutState,
  type PayoutWebhook,
} from '../../../api/src/features/lifecycle/payout/payouts.js';
import type { ProviderWorld, Undated } from './provider-world.js';

const DAY = 24 * 60 * 60_000;
/** How long PayPal stores the id of a payout. */
const ID_LIFE_MS = 30 * DAY;

/** The reference of a payout made by an operator. */
export const BY_HAND = 'by hand';

export interface Sent {
  readonly ref: string;
  readonly payoutId: string;
  readonly transferId: string;
  readonly cents: number;
  readonly createdMs: number;
  state: PayoutState['state'];
}

/** A payout rail with its own state: it forgets our id after 30 days, but never its own reference. */
export class PayoutNetwork extends Payouts {
  readonly sent: Sent[] = [];

  constructor(private readonly world: ProviderWorld) {
    super();
  }

  override async submit(payout: PayoutRequest): Promise<PayoutState> {
    this.world.intentions.toPayOut(payout.transferId);
    return this.world.network.call({
      what: `pay out ${payout.amountCents} as ${payout.payoutId}`,
      work: () => {
        const found = this.paidUnder(payout);
        return found ? stateOf(found) : refused;
      },
    });
  }

  override find({ payoutRef }: NamedPayout): Promise<PayoutState> {
    const sent = this.named(payoutRef);
    return this.world.network.call({ what: `find payout ${payoutRef}`, work: () => stateOf(sent) });
  }

  override cancel({ payoutRef }: NamedPayout): Promise<PayoutState> {
    const sent = this.named(payoutRef);
    this.world.intentions.toRecall(sent.transferId);
    return this.world.network.call({
      what: `recall payout ${payoutRef}`,
      work: () => {
        if (sent.state === 'unclaimed') this.moveTo(sent, 'returned');
        return stateOf(sent);
      },
    });
  }

  override parseWebhook(raw: Buffer): Promise<PayoutWebhook> {
    return Promise.resolve(JSON.parse(raw.toString()) as PayoutWebhook);
  }

  /** The platform delivers, fails, or waits for the recipient; unclaimed payouts, and some others, are returned. */
  move(sent: Sent): void {
    const { luck } = this.world;
    // No webhook reports a payout made by hand.
    if (sent.ref === BY_HAND) return;
    const name = `${sent.ref} ${sent.state}`;
    if (sent.state === 'pending')
      this.moveTo(sent, luck.pick(['delivered', 'delivered', 'unclaimed', 'unclaimed', 'failed'], name));
    else if (sent.state === 'unclaimed') this.moveTo(sent, luck.pick(['delivered', 'returned'], name));
    else if (sent.state === 'delivered' && luck.has(25, name)) this.moveTo(sent, 'returned');
  }

  sentFor(transferId: string): readonly Sent[] {
    return this.sent.filter((sent) => sent.transferId === transferId);
  }

  private named(payoutRef: string): Sent {
    const sent = this.sent.find(({ ref }) => ref === payoutRef);
    if (!sent) throw new ProviderUnknown(`No payout ${payoutRef}`);
    return sent;
  }

  private paidUnder({ payoutId, transferId, amountCents: cents }: PayoutRequest): Sent | null {
    const { clock, luck } = this.world;
    const known = this.sent.find(
      (one) => one.payoutId === payoutId && clock.nowMs < one.createdMs + ID_LIFE_MS,
    );
    if (known) return known;
    if (luck.has(8, `${payoutId} is no account`)) return null;
    const ref = `po_${this.sent.length + 1}`;
    const sent: Sent = { ref, payoutId, transferId, cents, state: 'pending', createdMs: clock.nowMs };
    this.sent.push(sent);
    this.notify(sent);
    return sent;
  }

  private moveTo(sent: Sent, state: Sent['state']): void {
    sent.state = state;
    this.notify(sent);
  }

  private notify(sent: Sent): void {
    const { state } = sent;
    const { eventId, created: providerAt } = this.world.network.newEvent();
    const body: PayoutWebhook = {
      provider: 'paypal',
      eventId,
      name: `PAYMENT.PAYOUTS-ITEM.${state.toUpperCase()}`,
      providerAt,
      payoutId: sent.payoutId,
      state: { ...stateOf(sent), providerAt },
    };
    this.world.network.webhooks.push({ path: 'paypal', eventId, body });
  }
}

const refused: Undated<PayoutState> = {
  state: 'failed',
  payoutRef: null,
  reason: 'wrong_handle',
  cents: null,
};

function stateOf({ state, ref: payoutRef, cents }: Sent): Undated<PayoutState> {
  return state === 'failed' || state === 'returned'
    ? { state, payoutRef, reason: 'other', cents }
    : { state, payoutRef, cents };
}
