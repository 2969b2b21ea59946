import { Logger } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock, isoInstant } from '../../../config/clock.js';
import { CommandRunner } from '../../../engine/commands/command-runner.js';
import { DomainError } from '../../../kernel/domain-error.js';
import type { MoneyUnderWay } from '../../../kernel/people/closing.js';
import { CloseSending } from '../../lifecycle/payment/close-sending.js';
import type { CloseAccount } from '../account/account-commands.rules.js';
import { AccountDirectory } from '../account/account-directory.js';
import { ownCommand } from '../own-command.js';
import { lastUndoable } from '../person/email-change.rules.js';
import { SessionStore } from '../sessions/session-store.js';
import { ShutOut } from '../sessions/shut-out.js';
import { isStaff } from '../sign-in/open-session.js';
import { ClosedAccounts } from './closed-accounts.js';

/** Closes the caller's own account, for good. */
export class CloseOwnAccount extends Command<void> {
  constructor(readonly uid: string) {
    super();
  }
}

/**
 * First no send is accepted any more, decided on the sender's stream together with that nothing is under way; from then on the
 * account will be closed, by this command or by the saga.
 */
@CommandHandler(CloseOwnAccount)
export class CloseOwnAccountHandler implements ICommandHandler<CloseOwnAccount> {
  constructor(
    private readonly directory: AccountDirectory,
    private readonly commands: CommandBus,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError staff_stays_open, email_just_changed, money_under_way */
  async execute({ uid }: CloseOwnAccount): Promise<void> {
    const account = await this.directory.ownOf(uid);
    if (!account || account.suspended || account.closedAt !== null) throw new DomainError('unauthenticated');
    if (isStaff(account.roles)) throw new DomainError('staff_stays_open');
    // A user who took the account over by its address must not end what its owner can still undo.
    const undo = lastUndoable(account, this.clock.now());
    if (undo) throw new DomainError('email_just_changed', { until: isoInstant(undo.untilMs) });
    const [first] = await this.commands.execute(new CloseSending(uid));
    if (first) throw underWay(first);
    await this.commands.execute(new FinishClosing(uid));
  }
}

const underWay = ({ transferId, recipient, amount, until }: MoneyUnderWay): DomainError =>
  new DomainError('money_under_way', { transferId, recipient, amount, until });

/** Closes an account whose sending is closed; a repeat removes the rest of its data. */
export class FinishClosing extends Command<void> {
  constructor(readonly uid: string) {
    super();
  }
}

@CommandHandler(FinishClosing)
export class FinishClosingHandler implements ICommandHandler<FinishClosing> {
  private readonly logger = new Logger('closing');

  constructor(
    private readonly runner: CommandRunner,
    private readonly sessions: SessionStore,
    private readonly shutOut: ShutOut,
    private readonly closed: ClosedAccounts,
  ) {}

  async execute({ uid }: FinishClosing): Promise<void> {
    const command: Omit<CloseAccount, 'at'> = { type: 'CloseAccount' };
    const { events } = await this.runner.execute(ownCommand(uid, command));
    await this.sessions.endAll(uid);
    try {
      await this.shutOut.after(uid, events);
      await this.closed.clear(uid);
    } catch (error) {
      // The account is closed, so its owner cannot try again: the saga and the worker remove the rest.
      this.logger.warn(`what is left of a closed account is removed later: ${String(error)}`);
    }
  }
}
