import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type EmailHolder, HoldersOfEmail } from '../../access/holders-of-email.js';
import { normalEmail } from '../email-address.js';
import { AccountDirectory } from './account-directory.js';

/** Most accounts that are named; an address can change hands any number of times. */
const HOLDERS_LIMIT = 20;

/** By the blind index of the address, whose stream has every account that ever claimed it. */
@CommandHandler(HoldersOfEmail)
export class HoldersOfEmailHandler implements ICommandHandler<HoldersOfEmail> {
  constructor(private readonly directory: AccountDirectory) {}

  async execute({ email }: HoldersOfEmail): Promise<readonly EmailHolder[]> {
    const holders: EmailHolder[] = [];
    for (const uid of (await this.directory.claimantsOf(email)).slice(0, HOLDERS_LIMIT)) {
      const account = await this.directory.byUid(uid);
      if (!account || account.erased) continue;
      holders.push({ uid, isFormer: normalEmail(account.email) !== normalEmail(email) });
    }
    return holders;
  }
}
