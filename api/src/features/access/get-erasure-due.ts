import { Command } from '@nestjs/cqrs';
import type { ErasureDue } from '../../kernel/staff/standing.js';

/**
 * When the data of a person is to be erased, and what keeps it, as the views show it; null while the account is open. The
 * accounts feature responds.
 * @throws account_not_found
 */
export class GetErasureDue extends Command<ErasureDue | null> {
  constructor(readonly uid: string) {
    super();
  }
}
