import { Command } from '@nestjs/cqrs';
import type { PersonName } from '../../kernel/people/accounts.js';

/**
 * Gives a person another name, unless an identity check has confirmed theirs or is about to. The verification feature responds:
 * a name and a check of it at the same instant are decided on one stream.
 * @throws name_verified, name_being_verified
 */
export class CorrectName extends Command<void> {
  constructor(
    readonly uid: string,
    readonly name: PersonName,
  ) {
    super();
  }
}
