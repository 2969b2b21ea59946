import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DomainError } from '../../../kernel/domain-error.js';
import { CommandRunner } from '../../../engine/commands/command-runner.js';
import type { ConfirmEmail } from '../account/account-commands.rules.js';
import { ownCommand } from '../own-command.js';
import type { Caller } from '../caller.js';
import { AttemptLimiter } from '../../../engine/vault/attempt-limiter.js';
import { ATTEMPT_BUDGETS } from '../passwords/attempt-budgets.js';
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

/** Confirms the address of the signed-in account with the token of a mailed link. */
export class ConfirmEmailByLink extends Command<void> {
  constructor(
    readonly uid: string,
    readonly token: string,
    readonly caller: Caller,
  ) {
    super();
  }
}

/**
 * Only the person who opened the account confirms its address: the owner of a mailbox under which a stranger signed up would
 * otherwise confirm the stranger's account. The token stays valid until it expires, because users click twice.
 */
@CommandHandler(ConfirmEmailByLink)
export class ConfirmEmailByLinkHandler implements ICommandHandler<ConfirmEmailByLink> {
  constructor(
    private readonly attempts: AttemptLimiter,
    private readonly tokens: OneTimeTokens,
    private readonly commands: CommandBus,
  ) {}

  /** @throws DomainError token_invalid, other_account when the link is about another one */
  async execute({ uid, token, caller }: ConfirmEmailByLink): Promise<void> {
    await this.attempts.take(ATTEMPT_BUDGETS.tokenAddress, caller.network);
    const owner = await this.tokens.ownerOf(token, 'confirm-email');
    if (owner.uid !== uid) throw new DomainError('other_account');
    await this.commands.execute(new ConfirmEmailOf(uid));
  }
}
