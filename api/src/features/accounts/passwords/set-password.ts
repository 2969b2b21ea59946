import { Injectable } from '@nestjs/common';
import { CommandRunner } from '../../../engine/commands/command-runner.js';
import type { ChangePassword } from '../account/account-commands.rules.js';
import type { Account } from '../account/account-state.rules.js';
import { ownCommand } from '../own-command.js';
import { ShutOut } from '../sessions/shut-out.js';

/** The last steps of a change and of a reset: records the new credential, then ends what the old one opened. */
@Injectable()
export class SetPassword {
  constructor(
    private readonly runner: CommandRunner,
    private readonly shutOut: ShutOut,
  ) {}

  /** `replaces` is the credential the caller proved to know, null for a reset. Returns the account as it is afterwards. */
  async record(uid: string, credentialId: string, replaces: string | null): Promise<Account | null> {
    const command: Omit<ChangePassword, 'at'> = { type: 'ChangePassword', credentialId, replaces };
    const { events, selected } = await this.runner.execute({
      ...ownCommand(uid, command),
      select: ({ account }) => account,
    });
    await this.shutOut.after(uid, events);
    return selected;
  }
}
