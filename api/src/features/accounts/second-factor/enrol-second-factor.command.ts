import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Config } from '../../../config/config.js';
import { CommandRunner } from '../../../engine/commands/command-runner.js';
import type { RecoveryCodes, SecondFactorSecret } from '../../../kernel/accounts.js';
import { DomainError } from '../../../kernel/domain-error.js';
import type { FactorChange } from '../account-commands.rules.js';
import type { Account } from '../account.decider.js';
import { AccountDirectory } from '../account-directory.js';
import { ownCommand } from '../own-command.js';
import { SessionStore } from '../sessions/session-store.js';
import { ShutOut } from '../sessions/shut-out.js';
import { requireEnrolling } from './factor-decisions.rules.js';
import { SecondFactors } from './second-factors.js';
import { totpUri } from './totp.js';

/** Begins an enrolment: the secret works only once a code of it was entered. */
export class BeginEnrolment extends Command<SecondFactorSecret> {
  constructor(readonly uid: string) {
    super();
  }
}

@CommandHandler(BeginEnrolment)
export class BeginEnrolmentHandler implements ICommandHandler<BeginEnrolment> {
  constructor(
    private readonly directory: AccountDirectory,
    private readonly factors: SecondFactors,
  ) {}

  async execute({ uid }: BeginEnrolment): Promise<SecondFactorSecret> {
    const account = await enrolling(this.directory, uid);
    const secret = await this.factors.begin(uid, account.factorId);
    return { secret, uri: totpUri(secret, account.email) };
  }
}

/** Finishes an enrolment with its first code. The caller's session stays, every other one ends. */
export class ConfirmEnrolment extends Command<RecoveryCodes> {
  constructor(
    readonly caller: { readonly uid: string; readonly sid: string },
    readonly code: string,
  ) {
    super();
  }
}

@CommandHandler(ConfirmEnrolment)
export class ConfirmEnrolmentHandler implements ICommandHandler<ConfirmEnrolment> {
  constructor(
    private readonly directory: AccountDirectory,
    private readonly factors: SecondFactors,
    private readonly sessions: SessionStore,
    private readonly runner: CommandRunner,
    private readonly shutOut: ShutOut,
  ) {}

  async execute({ caller: { uid, sid }, code }: ConfirmEnrolment): Promise<RecoveryCodes> {
    const { factorId: current } = await enrolling(this.directory, uid);
    const factorId = await this.factors.waiting(uid, current);
    await this.factors.accept(factorId, { code });
    const recoveryCodes = [...(await this.factors.newCodes(factorId))];
    // First, so that the enrolment does not end this session.
    if (!(await this.sessions.noteCode(sid))) throw new DomainError('unauthenticated');
    const command: FactorChange = { type: 'EnrolSecondFactor', factorId };
    const { events } = await this.runner.execute(ownCommand(uid, command));
    await this.shutOut.after(uid, events);
    return { recoveryCodes };
  }
}

/** @throws DomainError unauthenticated, email_not_confirmed, second_factor_enrolled */
async function enrolling(directory: AccountDirectory, uid: string): Promise<Account> {
  const account = await directory.ownOf(uid);
  if (!account) throw new DomainError('unauthenticated');
  requireEnrolling(account);
  return account;
}

/** Gives a demo person the second factor of a known secret; repeatable. Test mode only. */
export class EnrolDemoPerson extends Command<void> {
  constructor(
    readonly uid: string,
    readonly secret: string,
  ) {
    super();
  }
}

@CommandHandler(EnrolDemoPerson)
export class EnrolDemoPersonHandler implements ICommandHandler<EnrolDemoPerson> {
  constructor(
    private readonly directory: AccountDirectory,
    private readonly factors: SecondFactors,
    private readonly runner: CommandRunner,
    private readonly config: Config,
  ) {}

  async execute({ uid, secret }: EnrolDemoPerson): Promise<void> {
    if (!this.config.TEST_MODE) throw new Error('Demo users exist only in test mode');
    const account = await this.directory.ownOf(uid);
    if (!account || account.factorId !== null) return;
    await this.factors.begin(uid, null, secret);
    const factorId = await this.factors.waiting(uid, null);
    const command: FactorChange = { type: 'EnrolSecondFactor', factorId };
    await this.runner.execute(ownCommand(uid, command));
  }
}
