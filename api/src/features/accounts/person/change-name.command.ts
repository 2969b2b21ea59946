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

type Check = { readonly status: KycStatus | null };

/** The status of the newest identity check, from the sender's own stream, since decisions do not depend on views. */
const newestCheck = {
  name: 'name-check',
  initialState: (): Check => ({ status: null }),
  evolve: (state: Check, { type, data }: RecordedEvent<VerificationEvent>): Check =>
    type === 'KycSubmitted'
      ? { status: 'submitted' }
      : type === 'KycStatusChanged'
        ? { status: data.status }
        : state,
};

/** Corrects the name of an account that no identity check has confirmed, and none is about to. */
@CommandHandler(ChangeOwnName)
export class ChangeOwnNameHandler implements ICommandHandler<ChangeOwnName> {
  constructor(private readonly runner: CommandRunner) {}

  /** @throws DomainError name_verified, name_being_verified, account_closed */
  async execute({ uid, name: { firstName, lastName } }: ChangeOwnName): Promise<void> {
    const status = await this.runner.query(newestCheck, `sender-${uid}`, (check) => check.status);
    if (status === 'verified') throw new DomainError('name_verified');
    if (status !== null && status !== 'expired' && !isFailure(status))
      throw new DomainError('name_being_verified');
    const command: ChangeName = { type: 'ChangeName', firstName, lastName };
    await this.runner.execute(ownCommand(uid, command));
  }
}
