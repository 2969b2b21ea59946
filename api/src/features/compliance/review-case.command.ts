import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { ReviewRequest } from '../../kernel/compliance.js';
import { newCommandContext } from '../../engine/commands/command-context.js';
import { CommandRunner } from '../../engine/commands/command-runner.js';
import { caseDecider, caseStream, type CaseCommand } from './case.decider.js';

export class ReviewCase extends Command<void> {
  constructor(
    readonly caseId: string,
    readonly reviewedBy: string,
    readonly review: ReviewRequest,
  ) {
    super();
  }
}

/** Closes a case with an outcome and a note. @throws not_found, also for a case about the reviewer; case_already_reviewed */
@CommandHandler(ReviewCase)
export class ReviewCaseHandler implements ICommandHandler<ReviewCase> {
  constructor(private readonly runner: CommandRunner) {}

  async execute({ caseId, reviewedBy, review }: ReviewCase): Promise<void> {
    const command: Omit<Extract<CaseCommand, { type: 'review' }>, 'at'> = {
      type: 'review',
      outcome: review.outcome,
      note: review.note,
      reviewedBy,
    };
    await this.runner.execute({
      decider: caseDecider,
      stream: caseStream(caseId),
      command,
      context: newCommandContext({ kind: 'staff', id: reviewedBy }),
    });
  }
}
