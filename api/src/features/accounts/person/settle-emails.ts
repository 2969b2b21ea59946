import { Injectable } from '@nestjs/common';
import { Clock } from '../../../config/clock.js';
import { CommandRunner } from '../../../engine/commands/command-runner.js';
import { DomainError } from '../../../kernel/domain-error.js';
import { ownCommand } from '../own-command.js';
import { ShutOut } from '../sessions/shut-out.js';
import type { Account } from '../account/account-state.rules.js';
import type { EmailCommand } from '../account/account-commands.rules.js';
import { AccountDirectory } from '../account/account-directory.js';
import { Claims } from '../account/claims.js';
import { hasLapsed, missingEnds } from './email-change.rules.js';

/** How long a claim outlives its need: longer than any decision that relies on it can be under way, on any server. */
export const KEPT_MS = 10 * 60_000;

/**
 * Brings the claims of addresses in line with an account: claims the confirmed new address before the account gets it, and gives
 * up what it no longer needs. Interrupted anywhere, a repeat finishes: the next request about the address, or the worker.
 */
@Injectable()
export class SettleEmails {
  constructor(
    private readonly directory: AccountDirectory,
    private readonly claims: Claims,
    private readonly runner: CommandRunner,
    private readonly shutOut: ShutOut,
    private readonly clock: Clock,
  ) {}

  /**
   * The account as it is afterwards; null when there is none.
   * @throws DomainError email_taken when a confirmed address belongs to another account: the change is cancelled
   */
  async of(uid: string): Promise<Account | null> {
    const account = await this.directory.ownOf(uid);
    if (!account) return null;
    const { emailRequest: request } = account;
    const isConfirmed = request !== null && missingEnds(request, account).length === 0;
    const refusal = isConfirmed ? await this.change(uid, request) : null;
    if (refusal || (request && hasLapsed(request, account, this.clock.now())))
      await this.record(uid, { type: 'CancelEmailChange', changeId: request?.changeId ?? '' });
    await this.giveUp(uid);
    if (refusal) throw refusal;
    return this.directory.ownOf(uid);
  }

  /** The claim comes first, so that at no time two accounts have the address. */
  private async change(
    uid: string,
    { email, changeId }: { readonly email: string; readonly changeId: string },
  ): Promise<DomainError | null> {
    const owner = (await this.directory.claimantOf(email)) ?? (await this.claims.claimEmail(email, uid));
    if (owner !== uid) return new DomainError('email_taken');
    try {
      await this.record(uid, { type: 'ChangeEmail', changeId });
      return null;
    } catch (error) {
      // Cancelled in the meantime, or the account was closed or suspended.
      if (error instanceof DomainError) return error;
      throw error;
    }
  }

  /** The claim ends first: an address that is given up is free. Not at once: a change or an undo may be under way. */
  private async giveUp(uid: string): Promise<void> {
    const account = await this.directory.ownOf(uid);
    const nowMs = this.clock.now();
    for (const held of account?.heldEmails ?? []) {
      if (held.untilMs + KEPT_MS > nowMs || !account) continue;
      const { email, emailRequest, heldEmails } = account;
      const isNeeded =
        [email, emailRequest?.email].includes(held.email) ||
        heldEmails.some((other) => other.email === held.email && other.untilMs + KEPT_MS > nowMs);
      if (!isNeeded) await this.claims.releaseEmail(held.email, uid);
      await this.record(uid, { type: 'GiveUpEmail', changeId: held.changeId });
    }
  }

  private async record(uid: string, command: EmailCommand): Promise<void> {
    const { events } = await this.runner.execute(ownCommand(uid, command));
    await this.shutOut.after(uid, events);
  }
}
