import { Command } from '@nestjs/cqrs';
import type { MoneyUnderWay } from '../../../kernel/people/closing.js';

/** What of a sender's money is under way, as far as the views know; at most UNDER_WAY_LIMIT. The transfers feature answers. */
export class GetMoneyUnderWay extends Command<readonly MoneyUnderWay[]> {
  constructor(readonly uid: string) {
    super();
  }
}

/**
 * Accepts no send of this sender any more, unless money is under way: then nothing changes, and it is returned. The transfers
 * feature decides. A repeat changes nothing.
 */
export class CloseSending extends Command<readonly MoneyUnderWay[]> {
  constructor(readonly uid: string) {
    super();
  }
}
