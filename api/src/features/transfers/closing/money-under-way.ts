import { Injectable } from '@nestjs/common';
import { arrivalTable } from '../../../config/arrival-settings.js';
import { Clock } from '../../../config/clock.js';
import { Config } from '../../../config/config.js';
import { EncryptedEventLog } from '../../../engine/event-store/encrypted-event-log.js';
import { ViewStore } from '../../../engine/view-store/view-store.port.js';
import type { RecordedEvent } from '../../../event-sourcing/event.js';
import { UNDER_WAY_LIMIT, type MoneyUnderWay as UnderWay } from '../../../kernel/people/closing.js';
import type { Transaction } from '../../../kernel/money/transfers.js';
import { openTransfersProjection } from '../../lifecycle/state/open-transfers.projection.js';
import { Transfers } from '../../lifecycle/state/transfers.js';
import { isMoneyUnderWay, underWayOf } from '../../lifecycle/state/under-way.rules.js';
import { transactionOf, transactionsProjection } from '../history/transactions.projection.js';
import { senderStream, type SenderEvent, type TransferRequested } from '../sending/transfer.decider.js';

/** The findings on the streams of a sender's transfers. */
interface Looked {
  /** Revision of the newest accepted send; -1 without any. */
  readonly acceptedThrough: number;
  /** At most UNDER_WAY_LIMIT. */
  readonly underWay: readonly UnderWay[];
}

/** A sender's transfers with money under way. */
@Injectable()
export class MoneyUnderWay {
  constructor(
    private readonly log: EncryptedEventLog,
    private readonly views: ViewStore,
    private readonly transfers: Transfers,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** As far as the views know, for a screen. */
  async shown(uid: string): Promise<readonly UnderWay[]> {
    const query = { by: 'bySender', where: { uid, isUnderWay: true }, limit: UNDER_WAY_LIMIT };
    const { items } = await this.views.find(openTransfersProjection, query);
    const transfers = await Promise.all(items.map(({ id }) => this.views.get(transactionsProjection, id)));
    return transfers.flatMap((transfer) => (transfer ? [this.named(transfer)] : []));
  }

  /** Every send of the stream is checked, also one whose payment is not recorded yet: it will be. */
  async look(uid: string): Promise<Looked> {
    const underWay: UnderWay[] = [];
    let acceptedThrough = -1;
    for await (const event of this.log.read<SenderEvent>(senderStream(uid), { lazily: true })) {
      if (event.type !== 'TransferRequested') continue;
      acceptedThrough = Number(event.revision);
      if (underWay.length < UNDER_WAY_LIMIT && (await this.isUnderWay(event)))
        underWay.push(await this.namedBy(event));
    }
    return { acceptedThrough, underWay };
  }

  /** What the view shows as ended has ended; of everything else the stream decides. */
  private async isUnderWay({ data }: RecordedEvent<TransferRequested>): Promise<boolean> {
    const { transferId, awaitsPayment } = data;
    if (!awaitsPayment) return false;
    const known = await this.views.get(openTransfersProjection, transferId);
    if (known?.isUnderWay === false) return false;
    return isMoneyUnderWay(await this.transfers.stateOf(transferId));
  }

  private async namedBy(event: RecordedEvent<TransferRequested>): Promise<UnderWay> {
    const progress = await this.transfers.progressOf(event.data.transferId);
    return this.named({ ...transactionOf(event), ...progress });
  }

  private named(transfer: Transaction): UnderWay {
    return underWayOf(transfer, { arrival: arrivalTable(this.config), nowMs: this.clock.now() });
  }
}
