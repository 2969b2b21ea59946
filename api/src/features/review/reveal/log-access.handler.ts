import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { caseIn } from '../../../kernel/staff/access-reasons.js';
import { DomainError } from '../../../kernel/domain-error.js';
import { CommandRunner } from '../../../engine/commands/command-runner.js';
import { EncryptedEventLog } from '../../../engine/event-store/encrypted-event-log.js';
import { caseStream } from '../cases/case-events.rules.js';
import { caseDecider } from '../cases/case.decider.js';
import { LogHistoryReplay, LogSearch } from '../../access/log-access.js';
import { requireOtherAccount } from './other-account.js';
import { AccessLog, type RecordedAt } from '../../access/access-log.js';

/**
 * Records the access before anything is shown.
 * @throws not_found for the reader's own history, an unknown sender, and a case about another sender
 */
@CommandHandler(LogHistoryReplay)
export class LogHistoryReplayHandler implements ICommandHandler<LogHistoryReplay> {
  constructor(
    private readonly access: AccessLog,
    private readonly runner: CommandRunner,
    private readonly log: EncryptedEventLog,
  ) {}

  async execute({ staffUid, subject, reason }: LogHistoryReplay): Promise<RecordedAt> {
    const { uid } = subject;
    await requireOtherAccount(this.log, uid, staffUid);
    const caseId = caseIn(reason);
    if (caseId !== null && (await subjectOf(caseId, this.runner)) !== uid) throw new DomainError('not_found');
    return this.access.record(staffUid, { ...subject, reason });
  }
}

/**
 * Records the access before anything is shown.
 * @throws not_found for a case that does not exist or is about the reader
 */
@CommandHandler(LogSearch)
export class LogSearchHandler implements ICommandHandler<LogSearch> {
  constructor(
    private readonly access: AccessLog,
    private readonly runner: CommandRunner,
  ) {}

  async execute({ staffUid, search }: LogSearch): Promise<RecordedAt> {
    const caseId = caseIn(search.reason);
    const about = caseId === null ? null : await subjectOf(caseId, this.runner);
    if (about === '' || about === staffUid) throw new DomainError('not_found');
    return this.access.record(staffUid, search);
  }
}

/** The sender whom a case is about; empty when there is no such case. */
export function subjectOf(caseId: string, runner: CommandRunner): Promise<string> {
  return runner.query(caseDecider, caseStream(caseId), ({ uid }) => uid);
}
