import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { newCommandContext } from '../commands/command-context.js';
import { CommandRunner } from '../commands/command-runner.js';
import { DomainError } from '../kernel/domain-error.js';
import {
  accountDecider,
  accountStream,
  type GrantRole as GrantRoleCommand,
  type StaffRole,
} from './account.decider.js';
import { AccountDirectory } from './account-directory.js';

/** Returns the uid. Available only to the operator's command line, never over HTTP (decision 19). */
export class GrantRole extends Command<string> {
  constructor(
    readonly email: string,
    readonly role: StaffRole,
  ) {
    super();
  }
}

/** Grants a staff role to a registered account; a role that it already has is not recorded again. */
@CommandHandler(GrantRole)
export class GrantRoleHandler implements ICommandHandler<GrantRole> {
  constructor(
    private readonly runner: CommandRunner,
    private readonly directory: AccountDirectory,
  ) {}

  async execute({ email, role }: GrantRole): Promise<string> {
    const found = await this.directory.byEmail(email);
    if (!found) throw new DomainError('account_not_found');
    const command: Omit<GrantRoleCommand, 'at'> = { type: 'GrantRole', role };
    await this.runner.execute({
      decider: accountDecider,
      stream: accountStream(found.uid),
      command,
      context: newCommandContext({ kind: 'system', id: 'operator' }),
    });
    return found.uid;
  }
}
