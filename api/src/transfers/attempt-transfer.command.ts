import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v5 as uuidV5 } from 'uuid';
import type { RecordedEvent } from '../event-sourcing/event.js';
import { newCommandContext } from '../commands/command-context.js';
import { CommandRunner } from '../commands/command-runner.js';
import { EncryptedEventLog } from '../event-store/encrypted-event-log.js';
import { SendingRules, type Draft } from './sending-rules.js';
import {
  refusalFrom,
  senderStream,
  transferDecider,
  type SenderEvent,
  type TransferRequested,
} from './transfer.decider.js';

/** A send as the sender wrote it, in its normal form. */
export interface Attempt extends Draft {
  /** What the sender agreed to pay; null asks only whether the send would be accepted. */
  readonly agreedTotalCents: number | null;
}

/** Answers with the recorded request, also on a repeat; a check that found nothing against it answers null. */
export class AttemptTransfer extends Command<RecordedEvent<TransferRequested> | null> {
  constructor(
    readonly uid: string,
    readonly idempotencyKey: string,
    readonly attempt: Attempt,
  ) {
    super();
  }
}

/** Decides a send on the sender's own stream and tells a refusal from what was recorded. */
@CommandHandler(AttemptTransfer)
export class AttemptTransferHandler implements ICommandHandler<AttemptTransfer> {
  constructor(
    private readonly runner: CommandRunner,
    private readonly log: EncryptedEventLog,
    private readonly rules: SendingRules,
  ) {}

  async execute({
    uid,
    idempotencyKey,
    attempt,
  }: AttemptTransfer): Promise<RecordedEvent<TransferRequested> | null> {
    const stream = senderStream(uid);
    const transferId = uuidV5(idempotencyKey, uid);
    const fingerprint = this.rules.fingerprintOf(attempt);
    const { events, answer: recordedAt } = await this.runner.execute({
      decider: transferDecider,
      stream,
      command: { transferId, ...attempt, fingerprint, policy: this.rules.policy },
      context: newCommandContext({ kind: 'sender', id: uid }),
      answer: (state) => state.transfers.get(transferId)?.revision,
    });
    const event = events[0] ?? (await this.eventAt(stream, recordedAt));
    if (event?.type === 'TransferRefused') throw refusalFrom(event);
    return event?.type === 'TransferRequested' ? event : null;
  }

  private async eventAt(
    stream: string,
    revision: number | undefined,
  ): Promise<RecordedEvent<SenderEvent> | null> {
    if (revision === undefined) return null;
    for await (const event of this.log.read(stream, { from: BigInt(revision), limit: 1 }))
      return event as RecordedEvent<SenderEvent>;
    throw new Error(`${stream} has no event ${String(revision)} that its state knows`);
  }
}
