import { Command } from '@nestjs/cqrs';

/** The uid of the account that has an address; null when none has it. The accounts feature responds. */
export class ClaimantOfEmail extends Command<string | null> {
  constructor(readonly email: string) {
    super();
  }
}
