import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { CommandRunner } from '../../engine/commands/command-runner.js';
import { Features } from '../../event-sourcing/event-sourcing.module.js';
import type { ClearAccount } from './account/account-commands.rules.js';
import { ownCommand } from './own-command.js';

/** What was put into an account before the owner of its mailbox took it over; every feature removes its own part. */
@Injectable()
export class Leftovers {
  constructor(
    private readonly features: Features,
    private readonly commands: CommandBus,
    private readonly runner: CommandRunner,
  ) {}

  /** A repeat changes nothing. */
  async remove(uid: string): Promise<void> {
    for (const commandOf of this.features.leftovers) await this.commands.execute(commandOf(uid));
  }

  /**
   * Before the owner's first session opens: also removes what a request that was under way during the proof has put there
   * since, or what an interrupted removal left.
   */
  async removeForGood(uid: string): Promise<void> {
    await this.remove(uid);
    const command: Omit<ClearAccount, 'at'> = { type: 'ClearAccount' };
    await this.runner.execute(ownCommand(uid, command));
  }
}
