import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { CommandRunner } from '../../engine/commands/command-runner.js';
import { Features, type LeftoversCause } from '../../event-sourcing/event-sourcing.module.js';
import type { ClearAccount } from './account/account-commands.rules.js';
import { ownCommand } from './own-command.js';

/** Data saved in an account before the owner of its mailbox took it over, or before it was closed; every feature removes its part. */
@Injectable()
export class Leftovers {
  constructor(
    private readonly features: Features,
    private readonly commands: CommandBus,
    private readonly runner: CommandRunner,
  ) {}

  /** A repeat changes nothing. */
  async remove(uid: string, cause: LeftoversCause = 'reclaimed'): Promise<void> {
    for (const commandOf of this.features.leftovers) {
      const command = commandOf(uid, cause);
      if (command) await this.commands.execute(command);
    }
  }

  /**
   * Before the owner's first session opens: also removes what a request that was under way during the proof has put there
   * since, or what an interrupted removal left.
   */
  async removeForGood(uid: string): Promise<void> {
    await this.remove(uid);
    await this.noteRemoved(uid);
  }

  /** Records that nothing is left, and that nothing can be added any more. */
  async noteRemoved(uid: string): Promise<void> {
    const command: Omit<ClearAccount, 'at'> = { type: 'ClearAccount' };
    await this.runner.execute(ownCommand(uid, command));
  }
}
