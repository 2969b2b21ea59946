import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandRunner } from '../../commands/command-runner.js';
import type { ConfirmEmail } from '../account.decider.js';
import { ownCommand } from '../own-command.js';
import type { Caller } from '../caller.js';
import { ATTEMPT_BUDGETS, AttemptLimiter } from '../passwords/attempt-limiter.js';
import { OneTimeTokens } from '../passwords/one-time-tokens.js';

export class ConfirmEmailOf extends Command<void> {
  constructor(readonly uid: string) {
    super();
  }
}

/** Records that the address is confirmed; a repeat records nothing. */
@CommandHandler(ConfirmEmailOf)
export class ConfirmEmailHandler implements ICommandHandler<ConfirmEmailOf> {
  constructor(private readonly runner: CommandRunner) {}

  async execute({ uid }: ConfirmEmailOf): Promise<void> {
    const command: Omit<ConfirmEmail, 'at'> = { type: 'ConfirmEmail' };
    await this.runner.execute(ownCommand(uid, command));
  }
}

/** Confirms an address with the token of a mailed link. */
export class ConfirmEmailByLink extends Command<void> {
  constructor(
    readonly token: string,
    readonly caller: Caller,
  ) {
    super();
  }
}

/** The token stays valid until it expires: mail programs open links too, and users click twice. */
@CommandHandler(ConfirmEmailByLink)
export class ConfirmEmailByLinkHandler implements ICommandHandler<ConfirmEmailByLink> {
  constructor(
    private readonly attempts: AttemptLimiter,
    private readonly tokens: OneTimeTokens,
    private readonly commands: CommandBus,
  ) {}

  async execute({ token, caller }: ConfirmEmailByLink): Promise<void> {
    await this.attempts.take(ATTEMPT_BUDGETS.tokenAddress, caller.network);
    const uid = await this.tokens.ownerOf(token, 'confirm-email');
    await this.commands.execute(new ConfirmEmailOf(uid));
  }
}
