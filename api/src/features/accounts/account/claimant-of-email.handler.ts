import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ClaimantOfEmail } from '../../access/claimant-of-email.js';
import { AccountDirectory } from './account-directory.js';

/** By the blind index of the address, as a sign-in finds it. */
@CommandHandler(ClaimantOfEmail)
export class ClaimantOfEmailHandler implements ICommandHandler<ClaimantOfEmail> {
  constructor(private readonly directory: AccountDirectory) {}

  async execute({ email }: ClaimantOfEmail): Promise<string | null> {
    const found = await this.directory.byEmail(email);
    return found && found.uid;
  }
}
