import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { CommandRunner } from '../../../engine/commands/command-runner.js';
import { Clock, isoInstant } from '../../../config/clock.js';
import { webhookStreamOf } from '../../../engine/providers/webhook-stream.js';
import { CardPayments, type PaymentWebhook } from '../payment/card-payments.js';
import { noticeDecider, type PaymentNotice } from '../worker/notices.rules.js';
import { RecordNotice } from '../worker/record-notice.command.js';

const DAY_MS = 24 * 60 * 60_000;
/** A bank may open a dispute months after the charge, and decide it months later. */
const LISTED_MS = 400 * DAY_MS;

/**
 * Records the disputes on the processor's list with lost webhooks, as if these had arrived: a charge that the bank takes
 * back is known within a day (docs/money.md). The list tells of each dispute whether it is open, won or lost; each of these is
 * recorded once, under a separate name.
 */
@Injectable()
export class MissedDisputes {
  constructor(
    private readonly processor: CardPayments,
    private readonly runner: CommandRunner,
    private readonly commands: CommandBus,
    private readonly clock: Clock,
  ) {}

  /** @throws ProviderUnknown */
  async record(signal: AbortSignal): Promise<void> {
    const from = isoInstant(this.clock.now() - LISTED_MS);
    for await (const dispute of this.processor.disputesSince(from)) {
      signal.throwIfAborted();
      if (await this.isRecorded(dispute)) continue;
      const data = await noticeOf(this.processor, dispute);
      await this.commands.execute(new RecordNotice({ type: 'PaymentNoticeReceived', data }));
    }
  }

  private isRecorded({ provider, eventId }: PaymentWebhook): Promise<boolean> {
    return this.runner.query(noticeDecider, webhookStreamOf(provider, eventId), ({ isKnown }) => isKnown);
  }
}

/** A report as it is recorded: the transfer of a dispute is looked up at the processor. @throws ProviderUnknown */
export async function noticeOf(
  processor: CardPayments,
  notice: PaymentWebhook,
): Promise<PaymentNotice['data']> {
  const { subject, paymentRef } = notice;
  const isDispute = subject === 'dispute_opened' || subject === 'dispute_closed';
  if (!isDispute || notice.transferId !== null || paymentRef === null) return notice;
  return { ...notice, transferId: await processor.transferOf(paymentRef) };
}
