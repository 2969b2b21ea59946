import { Query } from '@nestjs/cqrs';

/** The uid of the account that has an address; null when none has it. The accounts feature responds. */
export class ClaimantOfEmail extends Query<string | null> {
  constructor(readonly email: string) {
    super();
  }
}
