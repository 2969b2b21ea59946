import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandRunner } from '../../../engine/commands/command-runner.js';
import type { RecoveryCodes } from '../../../kernel/people/accounts.js';
import { DomainError } from '../../../kernel/domain-error.js';
import type { FactorChange } from '../account/account-commands.rules.js';
import { AccountDirectory } from '../account/account-directory.js';
import { ownCommand } from '../own-command.js';
import { AttemptLimiter } from '../../../engine/vault/attempt-limiter.js';
import { ATTEMPT_BUDGETS } from '../passwords/attempt-budgets.js';
import { CurrentPassword } from '../passwords/current-password.js';
import { OneTimeTokens } from '../passwords/one-time-tokens.js';
import { SessionStore } from '../sessions/session-store.js';
import { ShutOut } from '../sessions/shut-out.js';
import { isStaff } from '../sign-in/open-session.js';
import { type EnteredCode, SecondFactors } from './second-factors.js';
import { TakeCode } from './take-code.js';

interface OwnSession {
  readonly uid: string;
  readonly sid: string;
}

/** Proves again that the caller is the owner of the account. */
export class StepUp extends Command<void> {
  constructor(
    readonly caller: OwnSession,
    readonly proof: EnteredCode & { readonly password?: string },
  ) {
    super();
  }
}

/** An account with a second factor needs a code: its password alone is not enough. */
@CommandHandler(StepUp)
export class StepUpHandler implements ICommandHandler<StepUp> {
  constructor(
    private readonly directory: AccountDirectory,
    private readonly codes: TakeCode,
    private readonly password: CurrentPassword,
    private readonly sessions: SessionStore,
  ) {}

  async execute({ caller: { uid, sid }, proof }: StepUp): Promise<void> {
    const account = await this.directory.ownOf(uid);
    if (!account) throw new DomainError('unauthenticated');
    if (account.factorId === null) {
      await this.password.require(uid, account.credentialId, proof.password ?? '');
      await this.sessions.notePassword(sid);
      return;
    }
    await this.codes.take({ uid, account }, proof, { kind: 'session', id: sid });
    await this.sessions.noteCode(sid);
  }
}

/** Removes the caller's second factor. */
export class RemoveOwnFactor extends Command<void> {
  constructor(readonly caller: OwnSession) {
    super();
  }
}

@CommandHandler(RemoveOwnFactor)
export class RemoveOwnFactorHandler implements ICommandHandler<RemoveOwnFactor> {
  constructor(
    private readonly directory: AccountDirectory,
    private readonly sessions: SessionStore,
    private readonly runner: CommandRunner,
    private readonly shutOut: ShutOut,
  ) {}

  async execute({ caller: { uid, sid } }: RemoveOwnFactor): Promise<void> {
    const factorId = (await this.directory.ownOf(uid))?.factorId ?? null;
    if (factorId === null) throw new DomainError('second_factor_missing');
    // First, so that the removal does not end this session.
    await this.sessions.forgetCode(sid);
    const command: FactorChange = { type: 'RemoveSecondFactor', factorId };
    const { events } = await this.runner.execute(ownCommand(uid, command));
    await this.shutOut.after(uid, events);
  }
}

/** Removes the second factor that a mail has reported, with the mail's link; the sessions that have its codes end. */
export class UndoEnrolment extends Command<void> {
  constructor(
    readonly token: string,
    readonly network: string,
  ) {
    super();
  }
}

@CommandHandler(UndoEnrolment)
export class UndoEnrolmentHandler implements ICommandHandler<UndoEnrolment> {
  constructor(
    private readonly tokens: OneTimeTokens,
    private readonly attempts: AttemptLimiter,
    private readonly directory: AccountDirectory,
    private readonly runner: CommandRunner,
    private readonly shutOut: ShutOut,
  ) {}

  /** @throws DomainError token_invalid, also for staff, whom an operator helps; too_many_attempts */
  async execute({ token, network }: UndoEnrolment): Promise<void> {
    await this.attempts.take(ATTEMPT_BUDGETS.tokenAddress, network);
    const { uid } = await this.tokens.ownerOf(token, 'undo-factor');
    const account = await this.directory.byUid(uid);
    if (!account || account.factorId === null || isStaff(account.roles))
      throw new DomainError('token_invalid');
    await this.tokens.consume(token, 'undo-factor');
    const command: FactorChange = { type: 'RemoveSecondFactor', factorId: account.factorId };
    const { events } = await this.runner.execute(ownCommand(uid, command));
    await this.shutOut.after(uid, events);
  }
}

/** Issues ten new recovery codes. */
export class ReplaceCodes extends Command<RecoveryCodes> {
  constructor(readonly uid: string) {
    super();
  }
}

@CommandHandler(ReplaceCodes)
export class ReplaceCodesHandler implements ICommandHandler<ReplaceCodes> {
  constructor(
    private readonly directory: AccountDirectory,
    private readonly factors: SecondFactors,
    private readonly runner: CommandRunner,
  ) {}

  async execute({ uid }: ReplaceCodes): Promise<RecoveryCodes> {
    const factorId = (await this.directory.ownOf(uid))?.factorId ?? null;
    if (factorId === null) throw new DomainError('second_factor_missing');
    const recoveryCodes = [...(await this.factors.newCodes(factorId))];
    const command: FactorChange = { type: 'ReplaceRecoveryCodes', factorId };
    await this.runner.execute(ownCommand(uid, command));
    return { recoveryCodes };
  }
}
