import { randomUUID } from 'node:crypto';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Config } from '../../../config/config.js';
import { CommandRunner } from '../../../engine/commands/command-runner.js';
import { AttemptLimiter } from '../../../engine/vault/attempt-limiter.js';
import type { RecoveryCodes, SecondFactorSecret } from '../../../kernel/people/accounts.js';
import { DomainError } from '../../../kernel/domain-error.js';
import type { FactorChange } from '../account/account-commands.rules.js';
import type { Account } from '../account/account-state.rules.js';
import { AccountDirectory } from '../account/account-directory.js';
import { Outbox } from '../mail/outbox.js';
import { ownCommand } from '../own-command.js';
import { ATTEMPT_BUDGETS } from '../passwords/attempt-budgets.js';
import { type CodePurpose, OneTimeTokens } from '../passwords/one-time-tokens.js';
import { isStaff } from '../sign-in/open-session.js';
import { SessionStore } from '../sessions/session-store.js';
import { ShutOut } from '../sessions/shut-out.js';
import { requireConfirmed } from './factor-decisions.rules.js';
import { SecondFactors } from './second-factors.js';
import { totpUri } from './totp.js';

/**
 * Begins an enrolment: the secret works only once a code of it was entered. The password alone is not enough: a sender needs
 * the code that is mailed without one, a member of staff the one that an operator has printed. In place of a factor, whose
 * recent code the route has asked for, it needs no other proof.
 */
export class BeginEnrolment extends Command<SecondFactorSecret | 'mailed'> {
  constructor(
    readonly uid: string,
    readonly proof: string | undefined,
  ) {
    super();
  }
}

@CommandHandler(BeginEnrolment)
export class BeginEnrolmentHandler implements ICommandHandler<BeginEnrolment> {
  constructor(
    private readonly directory: AccountDirectory,
    private readonly factors: SecondFactors,
    private readonly tokens: OneTimeTokens,
    private readonly attempts: AttemptLimiter,
    private readonly outbox: Outbox,
  ) {}

  /** @throws DomainError enrolment_code_required, invalid_code, too_many_attempts, and as `enrolling` */
  async execute({ uid, proof }: BeginEnrolment): Promise<SecondFactorSecret | 'mailed'> {
    const account = await enrolling(this.directory, uid);
    if (account.factorId === null) {
      const staff = isStaff(account.roles);
      if (proof === undefined && staff) throw new DomainError('enrolment_code_required');
      if (proof === undefined) {
        await this.attempts.take(ATTEMPT_BUDGETS.enrolmentMail, uid);
        await this.outbox.add(randomUUID(), 'second-factor-code', { uid });
        return 'mailed';
      }
      await this.prove(uid, proof, staff ? 'enrolment-staff' : 'enrolment-mail');
    }
    const secret = await this.factors.begin(uid, account.factorId);
    return { secret, uri: totpUri(secret, account.email) };
  }

  private async prove(uid: string, proof: string, purpose: CodePurpose): Promise<void> {
    try {
      await this.tokens.consumeCode(uid, proof, purpose);
    } catch (error) {
      throw error instanceof DomainError ? new DomainError('invalid_code') : error;
    }
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
    await this.factors.accept(factorId, { code }, { kind: 'session', id: sid });
    const recoveryCodes = [...(await this.factors.newCodes(factorId))];
    // First, so that the enrolment does not end this session.
    if (!(await this.sessions.noteCode(sid))) throw new DomainError('unauthenticated');
    const command: FactorChange = { type: 'EnrolSecondFactor', factorId, replaces: current };
    const { events } = await this.runner.execute(ownCommand(uid, command));
    await this.shutOut.after(uid, events);
    return { recoveryCodes };
  }
}

/** @throws DomainError unauthenticated, email_not_confirmed */
async function enrolling(directory: AccountDirectory, uid: string): Promise<Account> {
  const account = await directory.ownOf(uid);
  if (!account) throw new DomainError('unauthenticated');
  requireConfirmed(account);
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
    const command: FactorChange = { type: 'EnrolSecondFactor', factorId, replaces: null };
    await this.runner.execute(ownCommand(uid, command));
  }
}
