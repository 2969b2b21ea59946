import { randomUUID } from 'node:crypto';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Secrets } from '../../../config/runtime.js';
import { AccountDirectory } from '../account/account-directory.js';
import type { Caller } from '../caller.js';
import { earlierIndex, emailIndex } from '../email-address.js';
import { AttemptLimiter } from '../../../engine/vault/attempt-limiter.js';
import { ATTEMPT_BUDGETS } from '../passwords/attempt-budgets.js';
import { Outbox } from './outbox.js';

/** Mails a password reset link to an address. */
export class RequestReset extends Command<void> {
  constructor(
    readonly email: string,
    readonly caller: Caller,
  ) {
    super();
  }
}

/** Does the same work for any address: the worker finds out whether it has an account. */
@CommandHandler(RequestReset)
export class RequestResetHandler implements ICommandHandler<RequestReset> {
  constructor(
    private readonly secrets: Secrets,
    private readonly attempts: AttemptLimiter,
    private readonly outbox: Outbox,
  ) {}

  async execute({ email, caller }: RequestReset): Promise<void> {
    await this.attempts.take(ATTEMPT_BUDGETS.forgotAddress, caller.network);
    const index = emailIndex(email, this.secrets);
    // Over the address's own budget, nothing is reported: it would reveal that others have requested links for it.
    if ((await this.attempts.tryTake(ATTEMPT_BUDGETS.forgotEmail, index)) > 0) return;
    for (const known of [index, earlierIndex(email, this.secrets)])
      if (known !== null) await this.outbox.add(randomUUID(), 'reset-password', { emailIndex: known });
  }
}

/** Mails another link to confirm the sender's own address. */
export class RequestConfirmation extends Command<void> {
  constructor(readonly uid: string) {
    super();
  }
}

/** Sends nothing to a confirmed address. */
@CommandHandler(RequestConfirmation)
export class RequestConfirmationHandler implements ICommandHandler<RequestConfirmation> {
  constructor(
    private readonly directory: AccountDirectory,
    private readonly attempts: AttemptLimiter,
    private readonly outbox: Outbox,
  ) {}

  async execute({ uid }: RequestConfirmation): Promise<void> {
    const account = await this.directory.byUid(uid);
    if (!account || account.emailConfirmed) return;
    await this.attempts.take(ATTEMPT_BUDGETS.confirmAccount, uid);
    await this.outbox.add(randomUUID(), 'confirm-email', { uid });
  }
}
