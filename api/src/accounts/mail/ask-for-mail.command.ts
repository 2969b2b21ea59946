import { randomUUID } from 'node:crypto';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Secrets } from '../../config/runtime.js';
import { AccountDirectory } from '../account-directory.js';
import type { Caller } from '../caller.js';
import { emailIndex } from '../email-address.js';
import { ATTEMPT_BUDGETS, AttemptLimiter } from '../passwords/attempt-limiter.js';
import { Outbox } from './outbox.js';

/** A link to reset the password, to whoever the address belongs to. */
export class AskForReset extends Command<void> {
  constructor(
    readonly email: string,
    readonly caller: Caller,
  ) {
    super();
  }
}

/** The same work for any address: the worker finds out whether somebody has it. */
@CommandHandler(AskForReset)
export class AskForResetHandler implements ICommandHandler<AskForReset> {
  constructor(
    private readonly secrets: Secrets,
    private readonly attempts: AttemptLimiter,
    private readonly outbox: Outbox,
  ) {}

  async execute({ email, caller }: AskForReset): Promise<void> {
    await this.attempts.take(ATTEMPT_BUDGETS.forgotAddress, caller.network);
    const index = emailIndex(email, this.secrets);
    // Beyond the budget of the address itself nothing is said, or it would tell that somebody asks for it.
    if ((await this.attempts.tryTake(ATTEMPT_BUDGETS.forgotEmail, index)) > 0) return;
    await this.outbox.add(randomUUID(), 'reset-password', { emailIndex: index });
  }
}

/** Another link to confirm one's own address. */
export class AskForConfirmation extends Command<void> {
  constructor(readonly uid: string) {
    super();
  }
}

/** Nothing is sent to an address that is confirmed. */
@CommandHandler(AskForConfirmation)
export class AskForConfirmationHandler implements ICommandHandler<AskForConfirmation> {
  constructor(
    private readonly directory: AccountDirectory,
    private readonly attempts: AttemptLimiter,
    private readonly outbox: Outbox,
  ) {}

  async execute({ uid }: AskForConfirmation): Promise<void> {
    const account = await this.directory.byUid(uid);
    if (!account || account.emailConfirmed) return;
    await this.attempts.take(ATTEMPT_BUDGETS.confirmAccount, uid);
    await this.outbox.add(randomUUID(), 'confirm-email', { uid });
  }
}
