import { createHash } from 'node:crypto';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { newCommandContext } from '../commands/command-context.js';
import { CommandRunner } from '../commands/command-runner.js';
import { problemNumber } from '../kernel/problem-numbers.js';
import type { UndatedLifecycleCommand } from './lifecycle-commands.rules.js';
import { transferStream } from './lifecycle-events.rules.js';
import { termsOfSender } from './own-transfer.js';
import { transferLifecycle } from './transfer-lifecycle.decider.js';

/** Opens a task of the desk about a sender's own transfer and returns its number. @throws not_found, too_many_problems */
export class ReportProblem extends Command<string> {
  constructor(
    readonly uid: string,
    readonly transferId: string,
    /** A repeat under the same key is the same report. */
    readonly report: { readonly key: string; readonly text: string },
  ) {
    super();
  }
}

@CommandHandler(ReportProblem)
export class ReportProblemHandler implements ICommandHandler<ReportProblem> {
  constructor(private readonly runner: CommandRunner) {}

  async execute({ uid, transferId, report }: ReportProblem): Promise<string> {
    await termsOfSender(this.runner, uid, transferId);
    const digest = createHash('sha256').update(`${transferId}:${report.key}`).digest('hex');
    const problemId = problemNumber(transferId, digest);
    const command: UndatedLifecycleCommand = { type: 'ReportProblem', problemId, text: report.text };
    await this.runner.execute({
      decider: transferLifecycle,
      stream: transferStream(transferId),
      command,
      context: newCommandContext({ kind: 'sender', id: uid }),
    });
    return problemId;
  }
}
