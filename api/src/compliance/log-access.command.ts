import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DomainError } from '../kernel/domain-error.js';
import { isoInstant, Clock } from '../config/clock.js';
import { newCommandContext } from '../commands/command-context.js';
import { CommandRunner } from '../commands/command-runner.js';
import { EncryptedEventLog } from '../event-store/encrypted-event-log.js';
import { caseDecider, caseStream } from './case.decider.js';
import { accessDecider, accessStreamOf } from '../access/access.decider.js';

export class LogHistoryReplay extends Command<void> {
  constructor(
    readonly staffUid: string,
    readonly uid: string,
    /** The case that is the reason for it. */
    readonly caseId: string,
  ) {
    super();
  }
}

/**
 * Records the access before anything is shown.
 * @throws own_account, not_found when there is no such sender or the case is about another one
 */
@CommandHandler(LogHistoryReplay)
export class LogHistoryReplayHandler implements ICommandHandler<LogHistoryReplay> {
  constructor(
    private readonly runner: CommandRunner,
    private readonly log: EncryptedEventLog,
    private readonly clock: Clock,
  ) {}

  async execute({ staffUid, uid, caseId }: LogHistoryReplay): Promise<void> {
    if (staffUid === uid) throw new DomainError('own_account');
    if (!(await this.exists(uid)) || !(await this.isAbout(uid, caseId))) throw new DomainError('not_found');
    await this.runner.execute({
      decider: accessDecider,
      stream: accessStreamOf(staffUid, isoInstant(this.clock.now())),
      command: { staffUid, uid, seen: { caseId } },
      context: newCommandContext({ kind: 'staff', id: staffUid }),
    });
  }

  private async isAbout(uid: string, caseId: string): Promise<boolean> {
    return uid === (await this.runner.query(caseDecider, caseStream(caseId), (state) => state.uid));
  }

  private async exists(uid: string): Promise<boolean> {
    const first = await this.log.read(`account-${uid}`, { limit: 1 })[Symbol.asyncIterator]().next();
    return first.done !== true;
  }
}
