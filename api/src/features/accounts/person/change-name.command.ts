import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandRunner } from '../../../engine/commands/command-runner.js';
import { evolveBy } from '../../../event-sourcing/evolve.js';
import { DomainError } from '../../../kernel/domain-error.js';
import type { PersonName } from '../../../kernel/people/accounts.js';
import { CorrectName } from '../../access/correct-name.js';
import type { NameGiven } from '../../verification/verification-events.rules.js';
import type { ChangeName } from '../account/account-commands.rules.js';
import { AccountDirectory } from '../account/account-directory.js';
import { ownCommand } from '../own-command.js';

/** Corrects the caller's name. */
export class ChangeOwnName extends Command<void> {
  constructor(
    readonly uid: string,
    readonly name: PersonName,
  ) {
    super();
  }
}

@CommandHandler(ChangeOwnName)
export class ChangeOwnNameHandler implements ICommandHandler<ChangeOwnName> {
  constructor(
    private readonly commands: CommandBus,
    private readonly directory: AccountDirectory,
  ) {}

  /** @throws DomainError name_verified, name_being_verified, account_closed */
  async execute({ uid, name }: ChangeOwnName): Promise<void> {
    const account = await this.directory.ownOf(uid);
    if (account?.closedAt !== null) throw new DomainError('account_closed');
    await this.commands.execute(new CorrectName(uid, name));
    await this.commands.execute(new FollowName(uid));
  }
}

/** Gives the account the name that was given to its person last; a repeat changes nothing. */
export class FollowName extends Command<void> {
  constructor(readonly uid: string) {
    super();
  }
}

interface Given {
  readonly given: PersonName | null;
}

/** The name given last, from the sender's own stream, since decisions do not depend on views. */
const givenName = {
  name: 'given-name',
  initialState: (): Given => ({ given: null }),
  evolve: evolveBy<Given, NameGiven>({ NameGiven: (_, { data: given }) => ({ given }) }),
};

@CommandHandler(FollowName)
export class FollowNameHandler implements ICommandHandler<FollowName> {
  constructor(private readonly runner: CommandRunner) {}

  async execute({ uid }: FollowName): Promise<void> {
    // Again after a change: another name may have been given, and followed, since this one was read.
    while (await this.changed(uid));
  }

  private async changed(uid: string): Promise<boolean> {
    const name = await this.runner.query(givenName, `sender-${uid}`, ({ given }) => given);
    if (!name) return false;
    const { firstName, lastName } = name;
    const command: ChangeName = { type: 'ChangeName', firstName, lastName };
    try {
      const { events } = await this.runner.execute(ownCommand(uid, command));
      return events.length > 0;
    } catch (error) {
      // The name of a closed account stays what it was.
      if (error instanceof DomainError && error.code === 'account_closed') return false;
      throw error;
    }
  }
}
