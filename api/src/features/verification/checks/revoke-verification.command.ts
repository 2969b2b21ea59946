import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { newCommandContext } from '../../../engine/commands/command-context.js';
import { CommandRunner } from '../../../engine/commands/command-runner.js';
import { senderStream, verificationDecider } from '../verification.decider.js';

/** Revokes the verification of a sender: tier and limit follow at once, transfers under way continue. */
export class RevokeVerification extends Command<void> {
  constructor(
    /** The sender. */
    readonly uid: string,
    readonly request: {
      readonly requestId: string;
      /** The uid of the lead. */
      readonly by: string;
      readonly reason: string;
    },
  ) {
    super();
  }
}

/** @throws not_verified when this check does not make its sender verified */
@CommandHandler(RevokeVerification)
export class RevokeVerificationHandler implements ICommandHandler<RevokeVerification> {
  constructor(private readonly runner: CommandRunner) {}

  async execute({ uid, request }: RevokeVerification): Promise<void> {
    await this.runner.execute({
      decider: verificationDecider,
      stream: senderStream(uid),
      command: { type: 'RevokeVerification', ...request },
      context: newCommandContext({ kind: 'staff', id: request.by }),
    });
  }
}
