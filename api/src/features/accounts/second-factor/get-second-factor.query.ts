import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { SecondFactorState } from '../../../kernel/people/accounts.js';
import { AccountDirectory } from '../account/account-directory.js';
import { SecondFactors } from './second-factors.js';

export class GetSecondFactor extends Query<SecondFactorState> {
  constructor(readonly uid: string) {
    super();
  }
}

@QueryHandler(GetSecondFactor)
export class GetSecondFactorHandler implements IQueryHandler<GetSecondFactor> {
  constructor(
    private readonly directory: AccountDirectory,
    private readonly factors: SecondFactors,
  ) {}

  async execute({ uid }: GetSecondFactor): Promise<SecondFactorState> {
    const factorId = (await this.directory.ownOf(uid))?.factorId ?? null;
    if (factorId === null) return { enrolled: false, recoveryCodesLeft: null };
    return { enrolled: true, recoveryCodesLeft: await this.factors.codesLeft(factorId) };
  }
}
