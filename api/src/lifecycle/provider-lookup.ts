import { Query } from '@nestjs/cqrs';
import type { AtProviders } from './reconcile.rules.js';

/** What the card processor knows about a transfer; changes nothing. @throws ProviderUnknown */
export class FindPayments extends Query<Pick<AtProviders, 'payments' | 'refunds'>> {
  /** @param paymentRef of the payment that was recorded last */
  constructor(
    readonly transferId: string,
    readonly paymentRef: string | null,
  ) {
    super();
  }
}

/** What the payout rail knows about a transfer; changes nothing. @throws ProviderUnknown */
export class FindPayout extends Query<NonNullable<AtProviders['payout']>> {
  /** @param payoutRef of the rail, as recorded */
  constructor(
    readonly transferId: string,
    readonly payoutRef: string,
  ) {
    super();
  }
}
