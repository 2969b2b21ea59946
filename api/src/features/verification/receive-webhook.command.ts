import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { newCommandContext } from '../../engine/commands/command-context.js';
import { CommandRunner } from '../../engine/commands/command-runner.js';
import { webhookStreamOf } from '../../engine/providers/webhook-stream.js';
import { IdentityVerification } from './persona/identity-verification.js';
import { providerEventDecider } from './provider-event.decider.js';

export class ReceiveWebhook extends Command<void> {
  constructor(
    readonly raw: Buffer,
    readonly signature: string | undefined,
  ) {
    super();
  }
}

/** Verifies the signature and records the event once; it is processed after the response. */
@CommandHandler(ReceiveWebhook)
export class ReceiveWebhookHandler implements ICommandHandler<ReceiveWebhook> {
  constructor(
    private readonly runner: CommandRunner,
    private readonly provider: IdentityVerification,
  ) {}

  async execute({ raw, signature }: ReceiveWebhook): Promise<void> {
    const received = this.provider.parseWebhook(raw, signature);
    await this.runner.execute({
      decider: providerEventDecider,
      stream: webhookStreamOf(received.provider, received.eventId),
      command: { received },
      context: newCommandContext({ kind: 'provider', id: received.provider }),
    });
  }
}
