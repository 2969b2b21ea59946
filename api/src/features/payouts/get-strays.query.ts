import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { formatAmount } from '../../kernel/money.js';
import type { StrayCharge, StrayCharges } from '../../kernel/payouts.js';
import { type StrayDocument, strayChargesProjection } from '../lifecycle/stray-charges.projection.js';
import { ViewStore } from '../../engine/view-store/view-store.port.js';

/** Most that are listed; the oldest come first. */
const LIMIT = 500;

export class GetStrays extends Query<StrayCharges> {}

/** Open charges that no transfer has recorded. */
@QueryHandler(GetStrays)
export class GetStraysHandler implements IQueryHandler<GetStrays> {
  constructor(private readonly views: ViewStore) {}

  async execute(): Promise<StrayCharges> {
    const query = { by: 'byLife', where: { life: 'open' }, limit: LIMIT };
    const { items } = await this.views.find(strayChargesProjection, query);
    return { items: items.flatMap(itemOf) };
  }
}

function itemOf({ stray: { charge, state, proposedBy, reason } }: StrayDocument): StrayCharge[] {
  if (!charge) return [];
  const { paymentRef, transferId, cents, isCharged, chargedAt } = charge;
  const step = state === 'proposed' || state === 'refunding' ? state : 'open';
  return [
    {
      paymentRef,
      transferId,
      amount: formatAmount(cents),
      isCharged,
      chargedAt,
      state: step,
      proposedBy,
      reason,
    },
  ];
}
