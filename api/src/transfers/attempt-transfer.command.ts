import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v5 as uuidV5 } from 'uuid';
import type { RecordedEvent } from '../event-sourcing/event.js';
import { blindIndex } from '../infrastructure/blind-index.js';
import { newCommandContext } from '../infrastructure/command-context.js';
import type { CommandRunner } from '../infrastructure/command-runner.js';
import type { Config } from '../infrastructure/config.js';
import type { EventLog } from '../infrastructure/event-log.js';
import type { Secrets } from '../infrastructure/runtime.js';
import { COMMAND_RUNNER, CONFIG, EVENT_LOG, SECRETS } from '../infrastructure/tokens.js';
import type { Platform } from '../kernel/platforms.js';
import {
  refusalFrom,
  senderStream,
  transferDecider,
  type SenderEvent,
  type SendingPolicy,
  type TransferRequested,
} from './transfer.decider.js';

/** A send as the sender wrote it, in its normal form. */
export interface Draft {
  readonly recipient: string;
  readonly platform: Platform;
  readonly handle: string;
  readonly amountCents: number;
}

/** Answers with the recorded request, also on a repeat; a check that found nothing against it answers null. */
export class AttemptTransfer extends Command<RecordedEvent<TransferRequested> | null> {
  constructor(
    readonly uid: string,
    readonly idempotencyKey: string,
    readonly draft: Draft,
    /** What the sender agreed to pay; null asks only whether the send would be accepted. */
    readonly agreedTotalCents: number | null,
  ) {
    super();
  }
}

/** 128 bits tell two drafts under one key apart. */
const FINGERPRINT_LENGTH = 32;

/** Decides a send on the sender's own stream and tells a refusal from what was recorded. */
@CommandHandler(AttemptTransfer)
export class AttemptTransferHandler implements ICommandHandler<AttemptTransfer> {
  private readonly policy: SendingPolicy;

  constructor(
    @Inject(COMMAND_RUNNER) private readonly runner: CommandRunner,
    @Inject(EVENT_LOG) private readonly log: EventLog,
    @Inject(SECRETS) private readonly secrets: Secrets,
    @Inject(CONFIG) config: Config,
  ) {
    this.policy = {
      feeSchedule: config.FEE_SCHEDULE,
      minimumCents: config.MIN_TRANSFER_CENTS,
      verifiedWeeklyLimitCents: config.VERIFIED_WEEKLY_LIMIT_CENTS ?? null,
      refusalsCapped: config.RATE_LIMIT === 'on',
    };
  }

  async execute(attempt: AttemptTransfer): Promise<RecordedEvent<TransferRequested> | null> {
    const stream = senderStream(attempt.uid);
    const command = this.commandOf(attempt);
    const { events, answer: recordedAt } = await this.runner.execute({
      decider: transferDecider,
      stream,
      command,
      context: newCommandContext({ kind: 'sender', id: attempt.uid }),
      answer: (state) => state.transfers.get(command.transferId)?.revision,
    });
    const event = events[0] ?? (await this.eventAt(stream, recordedAt));
    if (event?.type === 'TransferRefused') throw refusalFrom(event);
    return event?.type === 'TransferRequested' ? event : null;
  }

  private commandOf({ uid, idempotencyKey, draft, agreedTotalCents }: AttemptTransfer) {
    const transferId = uuidV5(idempotencyKey, uid);
    const fingerprint = this.fingerprintOf(draft);
    return { transferId, ...draft, fingerprint, agreedTotalCents, policy: this.policy };
  }

  private fingerprintOf({ recipient, platform, handle, amountCents }: Draft): string {
    const text = JSON.stringify([recipient, platform, handle, amountCents]);
    return blindIndex(this.secrets.blindIndexKey, 'transfer', text).slice(0, FINGERPRINT_LENGTH);
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
