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

/**
 * The account is closed: accepts no send of this sender any more, whatever is under way. A restored log may know more of that
 * than there was when the account was closed. The transfers feature decides. A repeat changes nothing.
 */
export class EndSending extends Command<void> {
  constructor(readonly uid: string) {
    super();
  }
}
