import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v5 as uuidV5 } from 'uuid';
import { Clock } from '../../../config/clock.js';
import type { RecordedEvent, StreamEvent } from '../../../event-sourcing/event.js';
import { newCommandContext } from '../../../engine/commands/command-context.js';
import { CommandRunner } from '../../../engine/commands/command-runner.js';
import { EncryptedEventLog } from '../../../engine/event-store/encrypted-event-log.js';
import type { Send } from '../../../kernel/money/transfers.js';
import { registeredAt } from '../../lifecycle/payment/registered-at.js';
import { EarlierRequests } from './earlier-requests.js';
import { findTransfer } from './known-transfers.rules.js';
import { SendingRules } from './sending-rules.js';
import {
  refusalFrom,
  senderStream,
  StreamsNotBegun,
  transferDecider,
  type SenderEvent,
  type TransferRequested,
} from './transfer.decider.js';

/**
 * Returns the recorded request, also for a repeat. `agreedTotalCents` is the total the sender agreed to pay; null only
 * checks whether the send would be accepted, and then returns null.
 */
export class AttemptTransfer extends Command<StreamEvent<TransferRequested> | null> {
  constructor(
    readonly uid: string,
    readonly idempotencyKey: string,
    readonly attempt: { readonly send: Send; readonly agreedTotalCents: number | null },
  ) {
    super();
  }
}

/** The id of the transfer that a sender requests under a key. */
export const transferIdOf = (uid: string, idempotencyKey: string): string => uuidV5(idempotencyKey, uid);

/** Decides a send on the sender's own stream. @throws the recorded refusal */
@CommandHandler(AttemptTransfer)
export class AttemptTransferHandler implements ICommandHandler<AttemptTransfer> {
  constructor(
    private readonly runner: CommandRunner,
    private readonly log: EncryptedEventLog,
    private readonly rules: SendingRules,
    private readonly earlier: EarlierRequests,
    private readonly clock: Clock,
  ) {}

  async execute(command: AttemptTransfer): Promise<StreamEvent<TransferRequested> | null> {
    const begun = new Set<string>();
    for (;;)
      try {
        return await this.decide(command, begun);
      } catch (error) {
        if (!(error instanceof StreamsNotBegun)) throw error;
        for (const request of error.requests) {
          await this.earlier.begin(command.uid, request);
          begun.add(request.transferId);
        }
      }
  }

  private async decide(
    { uid, idempotencyKey, attempt }: AttemptTransfer,
    begun: ReadonlySet<string>,
  ): Promise<StreamEvent<TransferRequested> | null> {
    const stream = senderStream(uid);
    const transferId = transferIdOf(uid, idempotencyKey);
    const fingerprint = this.rules.fingerprintOf(attempt.send);
    const handleIndex = this.rules.handleIndexOf(attempt.send);
    const openedAt = await registeredAt(this.log, uid);
    const earlier = await this.earlier.find(uid, transferId);
    // Before the decision, so that whatever it recognizes is found.
    const nowMs = this.clock.now();
    const { events, selected: recordedAt } = await this.runner.execute({
      decider: transferDecider,
      stream,
      command: {
        transferId,
        fingerprint,
        handleIndex,
        registeredAt: openedAt,
        ...attempt,
        policy: this.rules.policy,
        earlier: earlier && { fingerprint: earlier.data.fingerprint },
        begun,
      },
      context: newCommandContext({ kind: 'sender', id: uid }),
      select: (state) => findTransfer(state.transfers, transferId, nowMs)?.revision,
    });
    const event = events[0] ?? earlier ?? (await this.eventAt(stream, recordedAt));
    if (event?.type === 'TransferRefused') throw refusalFrom(event);
    return event?.type === 'TransferRequested' ? event : null;
  }

  private async eventAt(
    stream: string,
    revision: number | undefined,
  ): Promise<RecordedEvent<SenderEvent> | null> {
    if (revision === undefined) return null;
    const at = { from: BigInt(revision), limit: 1 };
    for await (const event of this.log.read<SenderEvent>(stream, at)) return event;
    throw new Error(`${stream} has no event ${String(revision)}, but its state refers to it`);
  }
}
