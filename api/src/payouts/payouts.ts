import type { Platform } from '../kernel/platforms.js';
import type { PayoutNotice } from '../lifecycle/notices.rules.js';
import type { PayoutState } from '../lifecycle/provider-outcomes.rules.js';

export type { PayoutState };

/** A payout to a recipient on a platform. Repeated with the same `payoutId` it is paid once. */
export interface PayoutRequest {
  /** The transfer's id: the provider's idempotency key and our reference. */
  readonly payoutId: string;
  readonly transferId: string;
  readonly platform: Platform;
  readonly handle: string;
  readonly recipient: string;
  readonly amountCents: number;
  readonly note: string;
}

/** A payout that the platform has named: our id, and the reference of its own that it never forgets. */
export type NamedPayout = Pick<PayoutRequest, 'payoutId'> & { readonly payoutRef: string };

/** A webhook with a valid signature, as it is recorded. */
export type PayoutWebhook = PayoutNotice['data'];

/** A payout rail with an API. Calls have a deadline and throw ProviderUnknown when the outcome is not known. */
export abstract class Payouts {
  abstract submit(payout: PayoutRequest): Promise<PayoutState>;
  /** Looks a payout up without changing anything. */
  abstract find(payout: NamedPayout): Promise<PayoutState>;
  /** Takes back an unclaimed payout; the state says whether that worked. */
  abstract cancel(payout: NamedPayout): Promise<PayoutState>;
  /** @throws webhook_signature_invalid, webhook_unreadable, payouts_unavailable */
  abstract parseWebhook(
    raw: Buffer,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): Promise<PayoutWebhook>;
}
