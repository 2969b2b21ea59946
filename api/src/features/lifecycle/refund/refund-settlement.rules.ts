import { DomainError } from '../../../kernel/domain-error.js';
import { NOTHING, type Decided, type Of } from '../state/lifecycle-commands.rules.js';
import type { LifecycleState, Refund } from '../state/lifecycle-state.rules.js';
import { owedCents } from './lost-disputes.rules.js';
import { refundInitiated } from './refund-decisions.rules.js';

/** Tries a failed refund again, to the same card. @throws not_claimable while it is reported as paid back another way */
export function retryRefund(state: LifecycleState): Decided {
  const { stage, refund } = state;
  if (stage !== 'refund_failed' || !refund) return NOTHING;
  if (refund.settlement) throw new DomainError('not_claimable');
  return refundInitiated(state, { cents: refund.cents, cause: refund.cause, delivered: true });
}

/**
 * A refund that the processor refuses cannot go to another card: an operator pays it back another way, and a second one
 * agrees to exactly what was reported, at any amount.
 * @throws not_claimable, second_person_needed, report_differs
 */
export function settleRefund(command: Of<'SettleRefund'>, state: LifecycleState): Decided {
  const { operator, agrees, way, reference } = command;
  const refund = openRefundIn(state);
  const { settlement } = refund;
  const isSame = settlement?.way === way && settlement.reference === reference;
  if (agrees) {
    if (!settlement) throw new DomainError('not_claimable');
    if (settlement.operator === operator) throw new DomainError('second_person_needed');
    if (!isSame) throw new DomainError('report_differs');
    return [
      { type: 'RefundSettled', data: { way, reference, cents: owedCents(refund, state) } },
      { type: 'TransferRefunded', data: { cents: refund.cents } },
    ];
  }
  if (settlement && settlement.operator !== operator) throw new DomainError('report_differs');
  return isSame ? NOTHING : [{ type: 'RefundSettlementProposed', data: { way, reference, operator } }];
}

/** Withdraws the report of a refund that was paid back another way. A repeat changes nothing. @throws not_claimable */
export function releaseRefund({ operator }: Of<'ReleaseRefund'>, state: LifecycleState): Decided {
  return openRefundIn(state).settlement
    ? [{ type: 'RefundSettlementReleased', data: { operator } }]
    : NOTHING;
}

/** A failed one, unless a dispute is open: then the bank decides about the money. @throws not_claimable */
function openRefundIn({ stage, refund, disputes }: LifecycleState): Refund {
  if (stage !== 'refund_failed' || !refund || disputes.length > 0) throw new DomainError('not_claimable');
  return refund;
}
