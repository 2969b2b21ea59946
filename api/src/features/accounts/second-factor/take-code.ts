import { Injectable } from '@nestjs/common';
import { CommandRunner } from '../../../engine/commands/command-runner.js';
import { DomainError } from '../../../kernel/domain-error.js';
import type { FactorChange } from '../account/account-commands.rules.js';
import type { FoundAccount } from '../account/account-directory.js';
import { ownCommand } from '../own-command.js';
import type { CodeSource } from './factor.rules.js';
import { type EnteredCode, SecondFactors } from './second-factors.js';

/** Takes a code of an account's second factor, at a sign-in and at a step-up. */
@Injectable()
export class TakeCode {
  constructor(
    private readonly factors: SecondFactors,
    private readonly runner: CommandRunner,
  ) {}

  /** @throws DomainError second_factor_missing, invalid_code, too_many_attempts */
  async take(
    { uid, account: { factorId } }: FoundAccount,
    code: EnteredCode,
    source: CodeSource,
  ): Promise<void> {
    if (factorId === null) throw new DomainError('second_factor_missing');
    const { recovery, left } = await this.factors.accept(factorId, code, source);
    if (!recovery) return;
    const command: FactorChange = { type: 'UseRecoveryCode', factorId, left };
    await this.runner.execute(ownCommand(uid, command));
  }
}
