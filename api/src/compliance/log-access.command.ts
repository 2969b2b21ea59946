import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DomainError } from '../kernel/domain-error.js';
import { isoInstant, Clock } from '../config/clock.js';
import { newCommandContext } from '../commands/command-context.js';
import { CommandRunner } from '../commands/command-runner.js';
import { EncryptedEventLog } from '../event-store/encrypted-event-log.js';
import { accessDecider, accessStreamOf } from './access.decider.js';

export class LogHistoryReplay extends Command<void> {
  constructor(
    readonly staffUid: string,
    readonly uid: string,
  ) {
    super();
  }
}

/** Records the access before anything is shown. @throws own_account, not_found when there is no such sender */
@CommandHandler(LogHistoryReplay)
export class LogHistoryReplayHandler implements ICommandHandler<LogHistoryReplay> {
  constructor(
    private readonly runner: CommandRunner,
    private readonly log: EncryptedEventLog,
    private readonly clock: Clock,
  ) {}

  async execute({ staffUid, uid }: LogHistoryReplay): Promise<void> {
    if (staffUid === uid) throw new DomainError('own_account');
    if (!(await this.exists(uid))) throw new DomainError('not_found');
    await this.runner.execute({
      decider: accessDecider,
      stream: accessStreamOf(staffUid, isoInstant(this.clock.now())),
      command: { type: 'replay', staffUid, uid },
      context: newCommandContext({ kind: 'staff', id: staffUid }),
    });
  }

  private async exists(uid: string): Promise<boolean> {
    const first = await this.log.read(`account-${uid}`, { limit: 1 })[Symbol.asyncIterator]().next();
    return first.done !== true;
  }
}
