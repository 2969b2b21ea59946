import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandRunner } from '../../../engine/commands/command-runner.js';
import type { RecoveryCodes } from '../../../kernel/accounts.js';
import { DomainError } from '../../../kernel/domain-error.js';
import type { FactorChange } from '../account-commands.rules.js';
import { AccountDirectory } from '../account-directory.js';
import { ownCommand } from '../own-command.js';
import { CurrentPassword } from '../passwords/current-password.js';
import { SessionStore } from '../sessions/session-store.js';
import { ShutOut } from '../sessions/shut-out.js';
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
    await this.codes.take({ uid, account }, proof);
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
