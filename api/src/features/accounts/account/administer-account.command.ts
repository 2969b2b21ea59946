import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '../../../config/clock.js';
import { newCommandContext } from '../../../engine/commands/command-context.js';
import { CommandRunner } from '../../../engine/commands/command-runner.js';
import { DomainError } from '../../../kernel/domain-error.js';
import type { Administration, ReinstateAccount, SuspendAccount } from './account-commands.rules.js';
import { accountDecider, accountStream } from './account.decider.js';
import { AccountDirectory } from './account-directory.js';
import { OneTimeTokens } from '../passwords/one-time-tokens.js';
import { SecondFactors } from '../second-factor/second-factors.js';
import { SessionStore } from '../sessions/session-store.js';
import { isStaff } from '../sign-in/open-session.js';

/** The changes that end every session of the account; EndSessions records nothing. */
const ENDING: ReadonlySet<string> = new Set([
  'RevokeRole',
  'SuspendAccount',
  'EndSessions',
  'ResetSecondFactor',
]);

/** Who suspends and reinstates here; the name is the actor of the event. */
const OPERATIONS = { cause: 'operations', reason: '', by: null } as const;

/** Available only to the operator's command line, never over HTTP (decision 19). */
export class Administer extends Command<string | null> {
  constructor(
    readonly email: string,
    readonly change:
      | Exclude<Administration, SuspendAccount | ReinstateAccount>
      | { readonly type: 'SuspendAccount' | 'ReinstateAccount' | 'ResetSecondFactor' }
      | { readonly type: 'EndSessions' },
    /** Who decided it, recorded as the actor. */
    readonly by: string,
  ) {
    super();
  }
}

/**
 * Changes what a registered account may do; a repeat records nothing. Returns the code with which a member of staff without a
 * second factor enrols one, once within 24 hours; a later one replaces it. @throws account_not_found
 */
@CommandHandler(Administer)
export class AdministerHandler implements ICommandHandler<Administer> {
  constructor(
    private readonly runner: CommandRunner,
    private readonly directory: AccountDirectory,
    private readonly sessions: SessionStore,
    private readonly tokens: OneTimeTokens,
    private readonly factors: SecondFactors,
    private readonly clock: Clock,
  ) {}

  async execute({ email, change, by }: Administer): Promise<string | null> {
    const found = await this.directory.byEmail(email);
    if (!found) throw new DomainError('account_not_found');
    if (change.type !== 'EndSessions')
      await this.runner.execute({
        decider: accountDecider,
        stream: accountStream(found.uid),
        command: { ...change, ...OPERATIONS },
        context: newCommandContext({ kind: 'system', id: `operator:${by}` }),
      });
    if (ENDING.has(change.type)) {
      await this.sessions.endAll(found.uid);
      await this.tokens.withdraw(found.uid, 'reset-password');
    }
    return change.type === 'GrantRole' || change.type === 'ResetSecondFactor'
      ? this.enrolmentCode(found.uid)
      : null;
  }

  private async enrolmentCode(uid: string): Promise<string | null> {
    const account = await this.directory.byUid(uid);
    if (!account || account.factorId !== null || !isStaff(account.roles)) return null;
    // A process begun before was started with less proof.
    await this.factors.removeAll(uid, null);
    await this.tokens.withdraw(uid, 'enrolment-staff');
    const { credentialId } = account;
    return this.tokens.mint({ uid, credentialId }, 'enrolment-staff', this.clock.now());
  }
}
