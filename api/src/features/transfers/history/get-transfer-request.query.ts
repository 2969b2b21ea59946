import { Injectable } from '@nestjs/common';
import type { RecordedEvent } from '../../../event-sourcing/event.js';
import { CommandRunner } from '../../../engine/commands/command-runner.js';
import { EncryptedEventLog } from '../../../engine/event-store/encrypted-event-log.js';
import { DomainError } from '../../../kernel/domain-error.js';
import { findTransfer } from '../sending/known-transfers.rules.js';
import {
  senderStream,
  transferDecider,
  type SenderEvent,
  type TransferRequested,
} from '../sending/transfer.decider.js';

/** The request of a sender's transfer, from the sender's own stream: no view has to know it. @throws not_found */
@Injectable()
export class GetTransferRequest {
  constructor(
    private readonly runner: CommandRunner,
    private readonly log: EncryptedEventLog,
  ) {}

  async execute(uid: string, transferId: string): Promise<RecordedEvent<TransferRequested>> {
    const stream = senderStream(uid);
    const revision = await this.runner.query(
      transferDecider,
      stream,
      ({ transfers }) => findTransfer(transfers, transferId)?.revision,
    );
    if (revision === undefined) throw new DomainError('not_found');
    for await (const event of this.log.read<SenderEvent>(stream, { from: BigInt(revision), limit: 1 }))
      if (event.type === 'TransferRequested') return event;
    throw new DomainError('not_found');
  }
}
