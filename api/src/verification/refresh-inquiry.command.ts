import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandRunner } from '../commands/command-runner.js';
import { DomainError } from '../kernel/domain-error.js';
import { InquiryLooks } from './inquiry-looks.js';
import { isOpen, senderStream, verificationDecider } from './verification.decider.js';

/** Looks at a sender's open inquiry at the provider, so that a lost webhook is not waited for. */
export class RefreshInquiry extends Command<void> {
  constructor(readonly uid: string) {
    super();
  }
}

@CommandHandler(RefreshInquiry)
export class RefreshInquiryHandler implements ICommandHandler<RefreshInquiry> {
  constructor(
    private readonly runner: CommandRunner,
    private readonly looks: InquiryLooks,
  ) {}

  async execute({ uid }: RefreshInquiry): Promise<void> {
    const inquiryId = await this.runner.inspect(verificationDecider, senderStream(uid), (state) =>
      isOpen(state) ? (state.latest?.inquiryId ?? null) : null,
    );
    if (inquiryId === null) return;
    try {
      await this.looks.look({ uid, inquiryId });
    } catch (error) {
      // The provider is away: what is known already is the answer, webhook and worker come back to it.
      if (!(error instanceof DomainError)) throw error;
    }
  }
}
