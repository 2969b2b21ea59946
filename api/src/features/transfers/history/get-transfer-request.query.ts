import { Injectable } from '@nestjs/common';
import type { RecordedEvent } from '../../../event-sourcing/event.js';
import { Clock } from '../../../config/clock.js';
import { CommandRunner } from '../../../engine/commands/command-runner.js';
import { EncryptedEventLog } from '../../../engine/event-store/encrypted-event-log.js';
import { DomainError } from '../../../kernel/domain-error.js';
import { EarlierRequests } from '../sending/earlier-requests.js';
import { findTransfer } from '../sending/known-transfers.rules.js';
import {
  senderStream,
  transferDecider,
  type SenderEvent,
  type TransferRequested,
} from '../sending/transfer.decider.js';

/** The request of a sender's transfer, from the streams: no view has to know it. @throws not_found */
@Injectable()
export class GetTransferRequest {
  constructor(
    private readonly runner: CommandRunner,
    private readonly log: EncryptedEventLog,
    private readonly earlier: EarlierRequests,
    private readonly clock: Clock,
  ) {}

  async execute(uid: string, transferId: string): Promise<RecordedEvent<TransferRequested>> {
    const earlier = await this.earlier.find(uid, transferId);
    if (earlier) return earlier;
    const stream = senderStream(uid);
    const nowMs = this.clock.now();
    const place = await this.runner.query(transferDecider, stream, ({ transfers, beforePaymentsThrough }) => {
      const recent = findTransfer(transfers, transferId, nowMs);
      if (recent) return { from: BigInt(recent.revision), limit: 1 };
      return beforePaymentsThrough < 0 ? null : { from: BigInt(beforePaymentsThrough), backwards: true };
    });
    if (place === null) throw new DomainError('not_found');
    for await (const event of this.log.read<SenderEvent>(stream, place))
      if (event.type === 'TransferRequested' && event.data.transferId === transferId) return event;
    throw new DomainError('not_found');
  }
}
