import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DomainError } from '../../kernel/domain-error.js';
import { isoInstant, Clock } from '../../config/clock.js';
import { newCommandContext } from '../../engine/commands/command-context.js';
import { CommandRunner } from '../../engine/commands/command-runner.js';
import { EncryptedEventLog } from '../../engine/event-store/encrypted-event-log.js';
import { ViewStore } from '../../engine/view-store/view-store.port.js';
import { caseDecider } from './case.decider.js';
import { caseStream } from './case-events.rules.js';
import { newestCaseAbout } from './newest-case.js';
import { accessDecider, accessStreamOf } from '../access/access.decider.js';

/** Returns the case that was recorded as the reason. */
export class LogHistoryReplay extends Command<string> {
  constructor(
    readonly staffUid: string,
    readonly uid: string,
    /** The case that is the reason for it; without one, the newest about the sender. */
    readonly caseId: string | undefined,
  ) {
    super();
  }
}

/**
 * Records the access before anything is shown.
 * @throws own_account, not_found when there is no such sender, the case is about another one, or there is no case
 */
@CommandHandler(LogHistoryReplay)
export class LogHistoryReplayHandler implements ICommandHandler<LogHistoryReplay> {
  constructor(
    private readonly clock: Clock,
    private readonly runner: CommandRunner,
    private readonly log: EncryptedEventLog,
    private readonly views: ViewStore,
  ) {}

  async execute({ staffUid, uid, caseId: named }: LogHistoryReplay): Promise<string> {
    if (staffUid === uid) throw new DomainError('own_account');
    const caseId = named ?? (await newestCaseAbout(uid, this.views));
    if (caseId === undefined || !(await this.exists(uid)) || !(await this.isAbout(uid, caseId)))
      throw new DomainError('not_found');
    await this.runner.execute({
      decider: accessDecider,
      stream: accessStreamOf(staffUid, isoInstant(this.clock.now())),
      command: { staffUid, uid, seen: { caseId } },
      context: newCommandContext({ kind: 'staff', id: staffUid }),
    });
    return caseId;
  }

  private async isAbout(uid: string, caseId: string): Promise<boolean> {
    return uid === (await this.runner.query(caseDecider, caseStream(caseId), (state) => state.uid));
  }

  private async exists(uid: string): Promise<boolean> {
    const first = await this.log.read(`account-${uid}`, { limit: 1 })[Symbol.asyncIterator]().next();
    return first.done !== true;
  }
}
