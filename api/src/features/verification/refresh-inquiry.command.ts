import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandRunner } from '../../engine/commands/command-runner.js';
import { DomainError } from '../../kernel/domain-error.js';
import { isUnderWay } from '../../kernel/people/verification.js';
import { InquiryChecks } from './checks/inquiry-checks.js';
import { currentRequest } from './verification-state.rules.js';
import { senderStream, verificationDecider } from './verification.decider.js';

/** Checks a sender's open inquiry with the provider, so that a lost webhook causes no wait. */
export class RefreshInquiry extends Command<void> {
  constructor(readonly uid: string) {
    super();
  }
}

@CommandHandler(RefreshInquiry)
export class RefreshInquiryHandler implements ICommandHandler<RefreshInquiry> {
  constructor(
    private readonly runner: CommandRunner,
    private readonly checks: InquiryChecks,
  ) {}

  async execute({ uid }: RefreshInquiry): Promise<void> {
    const inquiryId = await this.runner.query(verificationDecider, senderStream(uid), (state) => {
      const request = currentRequest(state);
      return request && isUnderWay(request.status) ? request.inquiryId : null;
    });
    if (inquiryId === null) return;
    try {
      await this.checks.check({ uid, inquiryId });
    } catch (error) {
      // The provider is unavailable: the known status is the response; a webhook or the worker will update it.
      if (!(error instanceof DomainError)) throw error;
    }
  }
}
