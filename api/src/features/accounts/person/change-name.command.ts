import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { RecordedEvent } from '../../../event-sourcing/event.js';
import { CommandRunner } from '../../../engine/commands/command-runner.js';
import type { ChangeNameRequest } from '../../../kernel/people/accounts.js';
import { isFailure, type KycStatus } from '../../../kernel/people/verification.js';
import { DomainError } from '../../../kernel/domain-error.js';
import type { VerificationEvent } from '../../verification/verification.decider.js';
import { ownCommand } from '../own-command.js';
import type { ChangeName } from '../account/account-commands.rules.js';

export class ChangeOwnName extends Command<void> {
  constructor(
    readonly uid: string,
    readonly name: ChangeNameRequest,
  ) {
    super();
  }
}

interface Checks {
  /** Of the newest one. */
  readonly status: KycStatus | null;
  /** A check has confirmed the name, whatever became of it later. */
  readonly hasVerified: boolean;
}

/** The identity checks, from the sender's own stream, since decisions do not depend on views. */
const identityChecks = {
  name: 'name-check',
  initialState: (): Checks => ({ status: null, hasVerified: false }),
  evolve(state: Checks, { type, data }: RecordedEvent<VerificationEvent>): Checks {
    if (type === 'KycSubmitted') return { ...state, status: 'submitted' };
    if (type !== 'KycStatusChanged') return state;
    return { status: data.status, hasVerified: state.hasVerified || data.status === 'verified' };
  },
};

/** Corrects the name of an account that no identity check has confirmed, and none is about to. */
@CommandHandler(ChangeOwnName)
export class ChangeOwnNameHandler implements ICommandHandler<ChangeOwnName> {
  constructor(private readonly runner: CommandRunner) {}

  /** @throws DomainError name_verified, name_being_verified, account_closed */
  async execute({ uid, name: { firstName, lastName } }: ChangeOwnName): Promise<void> {
    const checks = await this.runner.query(identityChecks, `sender-${uid}`, (state) => state);
    const { status, hasVerified } = checks;
    if (hasVerified) throw new DomainError('name_verified');
    if (status !== null && status !== 'expired' && !isFailure(status))
      throw new DomainError('name_being_verified');
    const command: ChangeName = { type: 'ChangeName', firstName, lastName };
    await this.runner.execute(ownCommand(uid, command));
  }
}
