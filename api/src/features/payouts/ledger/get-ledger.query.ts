import { Injectable } from '@nestjs/common';
import { Clock, isoInstant } from '../../../config/clock.js';
import { formatAmount } from '../../../kernel/money/money.js';
import type { Ledger, LedgerDay, LedgerStrays } from '../../../kernel/money/payouts.js';
import { EMPTY_SUM, isBalanced, plus, sumOf } from '../../lifecycle/reconcile/ledger.rules.js';
import { strayChargesProjection } from '../../lifecycle/strays/stray-charges.projection.js';
import { NO_STRAY_CENTS, plusStray, strayCentsOf } from '../../lifecycle/strays/stray-ledger.rules.js';
import { pagesOf } from '../../../engine/view-store/pages-of.js';
import { ViewStore } from '../../../engine/view-store/view-store.port.js';
import { ledgerProjection } from '../../lifecycle/reconcile/ledger.projection.js';

const DAY_MS = 24 * 60 * 60_000;

/** Where the money charged in the last days went, added up from the ledger entries of its transfers. */
@Injectable()
export class GetLedger {
  constructor(
    private readonly views: ViewStore,
    private readonly clock: Clock,
  ) {}

  /** @param days how many, today included */
  async execute(days: number): Promise<Ledger> {
    const now = this.clock.now();
    const summed: LedgerDay[] = [];
    for (let ago = 0; ago < days; ago += 1)
      summed.push(await this.sum(isoInstant(now - ago * DAY_MS).slice(0, 10)));
    return { days: summed };
  }

  private async sum(day: string): Promise<LedgerDay> {
    let sum = EMPTY_SUM;
    let areBalanced = true;
    for await (const entries of pagesOf(this.views, ledgerProjection, {
      by: 'byDay',
      where: { day },
    })) {
      sum = entries.map(sumOf).reduce(plus, sum);
      areBalanced &&= entries.every(({ cents }) => isBalanced(cents));
    }
    return {
      day,
      strays: await this.strays(day),
      openCount: sum.openCount,
      isBalanced: areBalanced,
      captured: amountOf(sum.captured),
      delivered: amountOf(sum.delivered),
      fees: amountOf(sum.fees),
      refunded: amountOf(sum.refunded),
      open: amountOf(sum.open),
      lost: amountOf(sum.lost),
      loss: amountOf(sum.loss),
    };
  }

  private async strays(day: string): Promise<LedgerStrays> {
    let sum = NO_STRAY_CENTS;
    for await (const found of pagesOf(this.views, strayChargesProjection, { by: 'byDay', where: { day } }))
      sum = found.map(({ stray }) => strayCentsOf(stray)).reduce(plusStray, sum);
    return {
      charged: formatAmount(sum.charged),
      refunded: formatAmount(sum.refunded),
      closed: formatAmount(sum.closed),
      open: formatAmount(sum.open),
      lost: formatAmount(sum.lost),
    };
  }
}

/** A negative sum is already reported as a difference by `isBalanced`. */
const amountOf = (cents: number): string => formatAmount(Math.max(0, cents));
