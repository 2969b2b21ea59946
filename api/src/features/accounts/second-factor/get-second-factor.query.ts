import { Injectable } from '@nestjs/common';
import type { SecondFactorState } from '../../../kernel/people/accounts.js';
import { AccountDirectory } from '../account/account-directory.js';
import { SecondFactors } from './second-factors.js';

@Injectable()
export class GetSecondFactor {
  constructor(
    private readonly directory: AccountDirectory,
    private readonly factors: SecondFactors,
  ) {}

  async execute(uid: string): Promise<SecondFactorState> {
    const factorId = (await this.directory.ownOf(uid))?.factorId ?? null;
    if (factorId === null) return { enrolled: false, recoveryCodesLeft: null };
    return { enrolled: true, recoveryCodesLeft: await this.factors.codesLeft(factorId) };
  }
}
