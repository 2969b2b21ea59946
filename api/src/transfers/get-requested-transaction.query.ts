import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { RecordedEvent } from '../event-sourcing/event.js';
import { CommandRunner } from '../commands/command-runner.js';
import { EncryptedEventLog } from '../event-store/encrypted-event-log.js';
import { DomainError } from '../kernel/domain-error.js';
import type { Transaction } from '../kernel/transfers.js';
import { recall } from './known-transfers.rules.js';
import { senderStream, transferDecider, type TransferRequested } from './transfer.decider.js';
import { transactionOf } from './transactions.projection.js';

/** One transfer of a sender as it was requested, from the sender's own stream: no view has to know it. @throws not_found */
export class GetRequestedTransaction extends Query<Transaction> {
  constructor(
    readonly uid: string,
    readonly transferId: string,
  ) {
    super();
  }
}

@QueryHandler(GetRequestedTransaction)
export class GetRequestedTransactionHandler implements IQueryHandler<GetRequestedTransaction> {
  constructor(
    private readonly runner: CommandRunner,
    private readonly log: EncryptedEventLog,
  ) {}

  async execute({ uid, transferId }: GetRequestedTransaction): Promise<Transaction> {
    const stream = senderStream(uid);
    const revision = await this.runner.query(
      transferDecider,
      stream,
      ({ transfers }) => recall(transfers, transferId)?.revision,
    );
    if (revision === undefined) throw new DomainError('not_found');
    for await (const event of this.log.read(stream, { from: BigInt(revision), limit: 1 }))
      if (event.type === 'TransferRequested') return transactionOf(event as RecordedEvent<TransferRequested>);
    throw new DomainError('not_found');
  }
}
