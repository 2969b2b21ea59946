import { Injectable } from '@nestjs/common';
import { formatAmount } from '../../../kernel/money/money.js';
import type { StrayCharge, StrayCharges } from '../../../kernel/money/payouts.js';
import { registeredAt } from '../../lifecycle/payment/registered-at.js';
import { strayChargesProjection } from '../../lifecycle/strays/stray-charges.projection.js';
import {
  refundableCents,
  type Stray,
  type StrayCharge as Charge,
} from '../../lifecycle/strays/stray.rules.js';
import { Transfers } from '../../lifecycle/state/transfers.js';
import { EncryptedEventLog } from '../../../engine/event-store/encrypted-event-log.js';
import { ViewStore } from '../../../engine/view-store/view-store.port.js';

/** Most that are listed; the oldest come first. */
const LIMIT = 500;

/** Open charges that no transfer has recorded, without those of the reader's own transfers. */
@Injectable()
export class GetStrays {
  constructor(
    private readonly views: ViewStore,
    private readonly transfers: Transfers,
    private readonly log: EncryptedEventLog,
  ) {}

  /** @param reader the member of staff who reads them; null for the command line */
  async execute(reader: string | null): Promise<StrayCharges> {
    const query = { by: 'byLife', where: { life: 'open' }, limit: LIMIT };
    const { items } = await this.views.find(strayChargesProjection, query);
    const listed: StrayCharge[] = [];
    for (const { stray } of items) {
      const { charge } = stray;
      if (!charge || (reader !== null && (await this.isOf(charge, reader)))) continue;
      listed.push({ ...itemOf(stray, charge), sender: await this.senderOf(charge) });
    }
    return { items: listed };
  }

  private async isOf({ uid, transferId }: Charge, reader: string): Promise<boolean> {
    return uid === reader || (await this.transfers.stateOf(transferId)).terms?.uid === reader;
  }

  private async senderOf({ uid }: Charge): Promise<StrayCharge['sender']> {
    if (uid === null) return 'unnamed';
    return (await registeredAt(this.log, uid)) === null ? 'lost' : 'known';
  }
}

function itemOf(stray: Stray, charge: Charge): Omit<StrayCharge, 'sender'> {
  const { paymentRef, transferId, cents, isCharged, chargedAt, platform } = charge;
  const { state, proposedBy, reason, fate, payout } = stray;
  return {
    paymentRef,
    transferId,
    isCharged,
    chargedAt,
    platform,
    proposedBy,
    reason,
    amount: formatAmount(cents),
    state: state === 'proposed' || state === 'refunding' ? state : 'open',
    refundable: formatAmount(refundableCents(stray)),
    refunded: formatAmount(fate.refundedCents + fate.refundingCents),
    disputes: fate.disputes.map((one) => ({ amount: formatAmount(one.cents), state: one.state })),
    payout: payout && { state: payout.state, reference: payout.payoutRef },
  };
}
