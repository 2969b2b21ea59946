import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandRunner } from '../../../engine/commands/command-runner.js';
import { caseIn } from '../../../kernel/staff/access-reasons.js';
import { DomainError } from '../../../kernel/domain-error.js';
import type { RevealField } from '../../../kernel/staff/reveal.js';
import { AccessLog, type RecordedAt } from '../../access/access-log.js';
import { subjectOf } from './log-access.handler.js';

/** Records that one field is about to be shown. */
export class LogReveal extends Command<RecordedAt> {
  constructor(
    readonly staffUid: string,
    readonly revealed: {
      readonly uid: string;
      readonly transferId: string | null;
      readonly field: RevealField;
      readonly reason: string;
    },
  ) {
    super();
  }
}

/** @throws not_found for a case about another sender */
@CommandHandler(LogReveal)
export class LogRevealHandler implements ICommandHandler<LogReveal> {
  constructor(
    private readonly access: AccessLog,
    private readonly runner: CommandRunner,
  ) {}

  async execute({ staffUid, revealed }: LogReveal): Promise<RecordedAt> {
    const caseId = caseIn(revealed.reason);
    if (caseId !== null && (await subjectOf(caseId, this.runner)) !== revealed.uid)
      throw new DomainError('not_found');
    return this.access.record(staffUid, revealed);
  }
}
