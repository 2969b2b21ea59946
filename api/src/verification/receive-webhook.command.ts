import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v5 as uuidV5 } from 'uuid';
import { newCommandContext } from '../commands/command-context.js';
import { CommandRunner } from '../commands/command-runner.js';
import { IdentityVerification } from './persona/identity-verification.js';
import { providerEventDecider, webhookStream } from './provider-event.decider.js';

/** Namespace of the stream ids of provider events. Recorded streams depend on it: it must never change. */
const WEBHOOK_NAMESPACE = 'c0a6f0de-58a4-5d0b-9a2e-6f1f3c7b9d21';

/** The stream of one provider event. */
export function webhookStreamOf(provider: string, eventId: string): string {
  return webhookStream(uuidV5(`${provider}:${eventId}`, WEBHOOK_NAMESPACE));
}

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
