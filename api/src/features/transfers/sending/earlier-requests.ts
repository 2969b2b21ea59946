import { Injectable } from '@nestjs/common';
import { EncryptedEventLog } from '../../../engine/event-store/encrypted-event-log.js';
import type { RecordedEvent } from '../../../event-sourcing/event.js';
import { Transfers } from '../../lifecycle/state/transfers.js';
import {
  termsOf,
  transferStream,
  type LifecycleEvent,
  type Terms,
} from '../../lifecycle/state/lifecycle-events.rules.js';
import { senderStream, type SenderEvent, type TransferRequested } from './transfer.decider.js';

/** Accepted requests of any age, by the first event of their transfer's own stream (docs/adr/0034-keys-of-long-ago.md). */
@Injectable()
export class EarlierRequests {
  constructor(
    private readonly log: EncryptedEventLog,
    private readonly transfers: Transfers,
  ) {}

  /** Null when the sender has no such transfer, or its stream has not begun yet: then the sender's state knows it. */
  async find(uid: string, transferId: string): Promise<RecordedEvent<TransferRequested> | null> {
    const terms = await this.termsOf(transferId);
    if (terms?.uid !== uid) return null;
    const { requestRevision } = terms;
    const place =
      requestRevision === null ? { backwards: true } : { from: BigInt(requestRevision), limit: 1 };
    for await (const event of this.log.read<SenderEvent>(senderStream(uid), place))
      if (event.type === 'TransferRequested' && event.data.transferId === transferId) return event;
    throw new Error(`The stream of ${uid} has no request of ${transferId}, which is to be paid`);
  }

  /** Begins the transfer's own stream if nothing else has: after an outage of days its saga may still be behind. */
  async begin(
    uid: string,
    { transferId, revision }: { readonly transferId: string; readonly revision: number },
  ): Promise<void> {
    if (await this.termsOf(transferId)) return;
    for await (const event of this.log.read<SenderEvent>(senderStream(uid), {
      from: BigInt(revision),
      limit: 1,
    }))
      if (event.type === 'TransferRequested') await this.transfers.pay(termsOf(event), null);
  }

  private async termsOf(transferId: string): Promise<Terms | null> {
    for await (const { type, data } of this.log.read<LifecycleEvent>(transferStream(transferId), {
      limit: 1,
    }))
      if (type === 'PaymentAwaited') return data;
    return null;
  }
}
