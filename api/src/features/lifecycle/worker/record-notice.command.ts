import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { newCommandContext } from '../../../engine/commands/command-context.js';
import { CommandRunner } from '../../../engine/commands/command-runner.js';
import { webhookStreamOf } from '../../../engine/providers/webhook-stream.js';
import { noticeDecider, type PaymentNotice, type PayoutNotice } from './notices.rules.js';

/** Records a webhook with a valid signature; it is processed after the response. */
export class RecordNotice extends Command<void> {
  constructor(readonly notice: PaymentNotice | PayoutNotice) {
    super();
  }
}

@CommandHandler(RecordNotice)
export class RecordNoticeHandler implements ICommandHandler<RecordNotice> {
  constructor(private readonly runner: CommandRunner) {}

  async execute({ notice }: RecordNotice): Promise<void> {
    const { provider, eventId } = notice.data;
    await this.runner.execute({
      decider: noticeDecider,
      stream: webhookStreamOf(provider, eventId),
      command: { notice },
      context: newCommandContext({ kind: 'provider', id: provider }),
    });
  }
}
