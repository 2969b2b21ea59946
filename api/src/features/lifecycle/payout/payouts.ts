import type { Send } from '../../../kernel/money/transfers.js';
import type { PayoutNotice } from '../worker/notices.rules.js';
import type { PayoutState } from '../state/provider-outcomes.rules.js';

export type { PayoutState };

/** A payout to a recipient on a platform. Repeated with the same `payoutId` it is paid once. */
export interface PayoutRequest extends Send {
  /** The rail's idempotency key and our reference; the transfer's id is used. */
  readonly payoutId: string;
  readonly transferId: string;
}

/** A payout that the platform has accepted: our id, and the platform's own reference, which it never forgets. */
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
