import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { formatAmount } from '../../kernel/money.js';
import type { StrayCharge, StrayCharges } from '../../kernel/payouts.js';
import { type StrayDocument, strayChargesProjection } from '../lifecycle/stray-charges.projection.js';
import { Transfers } from '../lifecycle/transfers.js';
import { ViewStore } from '../../engine/view-store/view-store.port.js';

/** Most that are listed; the oldest come first. */
const LIMIT = 500;

export class GetStrays extends Query<StrayCharges> {
  constructor(
    /** The member of staff who reads them; null for the command line. */
    readonly reader: string | null,
  ) {
    super();
  }
}

/** Open charges that no transfer has recorded, without those of the reader's own transfers. */
@QueryHandler(GetStrays)
export class GetStraysHandler implements IQueryHandler<GetStrays> {
  constructor(
    private readonly views: ViewStore,
    private readonly transfers: Transfers,
  ) {}

  async execute({ reader }: GetStrays): Promise<StrayCharges> {
    const query = { by: 'byLife', where: { life: 'open' }, limit: LIMIT };
    const { items } = await this.views.find(strayChargesProjection, query);
    const listed: StrayCharge[] = [];
    for (const stray of items.flatMap(itemOf)) {
      const { terms } = await this.transfers.stateOf(stray.transferId);
      if (reader === null || terms?.uid !== reader) listed.push(stray);
    }
    return { items: listed };
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
