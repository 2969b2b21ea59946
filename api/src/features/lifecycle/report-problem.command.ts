import { createHash } from 'node:crypto';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { newCommandContext } from '../../engine/commands/command-context.js';
import { CommandRunner } from '../../engine/commands/command-runner.js';
import type { RecordedEvent } from '../../event-sourcing/event.js';
import { EncryptedEventLog } from '../../engine/event-store/encrypted-event-log.js';
import { DomainError } from '../../kernel/domain-error.js';
import { problemNumber } from '../../kernel/problem-numbers.js';
import type { UndatedLifecycleCommand } from './lifecycle-commands.rules.js';
import { transferStream, type LifecycleEvent } from './lifecycle-events.rules.js';
import { termsOfSender } from './own-transfer.js';
import { transferLifecycle } from './transfer-lifecycle.decider.js';

/**
 * Opens a desk task about a sender's own transfer and returns its number.
 * @throws not_found, too_many_problems; problem_mismatch when the key was used for another text
 */
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
  constructor(
    private readonly runner: CommandRunner,
    private readonly log: EncryptedEventLog,
  ) {}

  async execute({ uid, transferId, report }: ReportProblem): Promise<string> {
    await termsOfSender(this.runner, uid, transferId);
    const digest = createHash('sha256').update(`${transferId}:${report.key}`).digest('hex');
    const problemId = problemNumber(transferId, digest);
    const command: UndatedLifecycleCommand = { type: 'ReportProblem', problemId, text: report.text };
    const { events } = await this.runner.execute({
      decider: transferLifecycle,
      stream: transferStream(transferId),
      command,
      context: newCommandContext({ kind: 'sender', id: uid }),
    });
    if (events.length === 0 && (await this.textOf(transferId, problemId)) !== report.text)
      throw new DomainError('problem_mismatch');
    return problemId;
  }

  private async textOf(transferId: string, problemId: string): Promise<string | undefined> {
    for await (const event of this.log.read(transferStream(transferId))) {
      const { type, data } = event as RecordedEvent<LifecycleEvent>;
      if (type === 'ProblemReported' && data.problemId === problemId) return data.text;
    }
    return undefined;
  }
}
