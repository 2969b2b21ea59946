import { randomUUID } from 'node:crypto';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandRunner } from '../../../engine/commands/command-runner.js';
import { AttemptLimiter } from '../../../engine/vault/attempt-limiter.js';
import type { EmailConfirmation, EmailEnd } from '../../../kernel/people/accounts.js';
import { DomainError } from '../../../kernel/domain-error.js';
import { Outbox } from '../mail/outbox.js';
import { ownCommand } from '../own-command.js';
import { ATTEMPT_BUDGETS } from '../passwords/attempt-budgets.js';
import { Credentials } from '../passwords/credentials.js';
import { OneTimeTokens } from '../passwords/one-time-tokens.js';
import { PasswordStrength } from '../passwords/password-strength.js';
import { SessionStore } from '../sessions/session-store.js';
import { ShutOut } from '../sessions/shut-out.js';
import type { EmailCommand, UndoEmailChange } from '../account/account-commands.rules.js';
import { AccountDirectory } from '../account/account-directory.js';
import { missingEnds } from './email-change.rules.js';
import { SettleEmails } from './settle-emails.js';

/** Asks for another address; the same one again mails the missing links again. */
export class RequestEmail extends Command<void> {
  constructor(
    readonly caller: { readonly uid: string; readonly sid: string },
    readonly email: string,
  ) {
    super();
  }
}

/** Says nothing about whether another account has the address: the mail decides that (mail.worker.ts). */
@CommandHandler(RequestEmail)
export class RequestEmailHandler implements ICommandHandler<RequestEmail> {
  constructor(
    private readonly attempts: AttemptLimiter,
    private readonly emails: SettleEmails,
    private readonly sessions: SessionStore,
    private readonly runner: CommandRunner,
    private readonly outbox: Outbox,
  ) {}

  /** @throws DomainError email_unchanged, account_closed, too_many_attempts */
  async execute({ caller: { uid, sid }, email }: RequestEmail): Promise<void> {
    await this.attempts.take(ATTEMPT_BUDGETS.emailChange, uid);
    // An address that is being given up can be asked for again.
    await this.emails.of(uid);
    const command: EmailCommand = { type: 'RequestEmailChange', changeId: randomUUID(), email };
    const { events, selected: account } = await this.runner.execute({
      ...ownCommand(uid, command),
      select: (state) => state.account,
    });
    const request = account?.emailRequest;
    if (!request) throw new DomainError('unauthenticated');
    const { changeId } = request;
    await this.sessions.noteEmailChange(sid, changeId);
    // What was just recorded is mailed about by itself.
    if (events.length > 0) return;
    for (const end of missingEnds(request, account))
      await this.outbox.addAbout({ changeId }, randomUUID(), { kind: `email-change-${end}`, to: { uid } });
  }
}

/** Withdraws the change that waits, if any. */
export class CancelEmailRequest extends Command<void> {
  constructor(readonly uid: string) {
    super();
  }
}

@CommandHandler(CancelEmailRequest)
export class CancelEmailRequestHandler implements ICommandHandler<CancelEmailRequest> {
  constructor(
    private readonly directory: AccountDirectory,
    private readonly runner: CommandRunner,
    private readonly emails: SettleEmails,
  ) {}

  async execute({ uid }: CancelEmailRequest): Promise<void> {
    const changeId = (await this.directory.ownOf(uid))?.emailRequest?.changeId;
    if (changeId === undefined) return;
    const command: EmailCommand = { type: 'CancelEmailChange', changeId };
    await this.runner.execute(ownCommand(uid, command));
    await this.emails.of(uid);
  }
}

/** Confirms a change of address with the link that was mailed to one of its ends; without a session. */
export class ConfirmEmailChange extends Command<EmailConfirmation> {
  constructor(
    readonly token: string,
    readonly end: EmailEnd,
    readonly network: string,
  ) {
    super();
  }
}

/** The link works until it expires, because users click twice, and because what was interrupted is finished by a repeat. */
@CommandHandler(ConfirmEmailChange)
export class ConfirmEmailChangeHandler implements ICommandHandler<ConfirmEmailChange> {
  constructor(
    private readonly attempts: AttemptLimiter,
    private readonly tokens: OneTimeTokens,
    private readonly runner: CommandRunner,
    private readonly emails: SettleEmails,
  ) {}

  /** @throws DomainError token_invalid, email_taken, account_closed, account_suspended, too_many_attempts */
  async execute({ token, end, network }: ConfirmEmailChange): Promise<EmailConfirmation> {
    await this.attempts.take(ATTEMPT_BUDGETS.tokenAddress, network);
    const { uid, changeId = '' } = await this.tokens.ownerOf(token, `email-change-${end}`);
    const command: EmailCommand = { type: 'ConfirmEmailChange', changeId, by: end };
    await this.runner.execute(ownCommand(uid, command));
    const account = await this.emails.of(uid);
    const waits = account?.emailRequest?.changeId === changeId;
    return { missing: waits ? [...missingEnds(account.emailRequest, account)] : [] };
  }
}

/** Puts the address of before back, with the link that was mailed to it, and sets a new password; every session ends. */
export class UndoEmail extends Command<void> {
  constructor(
    readonly token: string,
    readonly password: string,
    readonly network: string,
  ) {
    super();
  }
}

@CommandHandler(UndoEmail)
export class UndoEmailHandler implements ICommandHandler<UndoEmail> {
  constructor(
    private readonly attempts: AttemptLimiter,
    private readonly tokens: OneTimeTokens,
    private readonly directory: AccountDirectory,
    private readonly strength: PasswordStrength,
    private readonly credentials: Credentials,
    private readonly runner: CommandRunner,
    private readonly shutOut: ShutOut,
    private readonly emails: SettleEmails,
  ) {}

  /** @throws DomainError token_invalid, account_suspended, password-does-not-meet-requirements, too_many_attempts */
  async execute({ token, password, network }: UndoEmail): Promise<void> {
    await this.attempts.take(ATTEMPT_BUDGETS.tokenAddress, network);
    const { uid, changeId } = await this.tokens.ownerOf(token, 'undo-email');
    const account = await this.directory.byUid(uid);
    const held = account?.heldEmails.find((one) => one.changeId === changeId);
    if (!account || !held) throw new DomainError('token_invalid');
    await this.strength.require(password, [held.email, account.firstName, account.lastName]);
    const credentialId = await this.credentials.add(uid, password);
    const { changeId: undone } = held;
    const command: Omit<UndoEmailChange, 'at'> = { type: 'UndoEmailChange', changeId: undone, credentialId };
    try {
      const { events } = await this.runner.execute(ownCommand(uid, command));
      await this.shutOut.after(uid, events);
    } catch (error) {
      if (error instanceof DomainError) await this.credentials.remove(credentialId);
      throw error;
    }
    await this.emails.of(uid);
  }
}
