import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { ClaimantOfEmail } from '../../access/claimant-of-email.js';
import { AccountDirectory } from './account-directory.js';

/** By the blind index of the address, as a sign-in finds it. */
@QueryHandler(ClaimantOfEmail)
export class ClaimantOfEmailHandler implements IQueryHandler<ClaimantOfEmail> {
  constructor(private readonly directory: AccountDirectory) {}

  async execute({ email }: ClaimantOfEmail): Promise<string | null> {
    const found = await this.directory.byEmail(email);
    return found && found.uid;
  }
}
