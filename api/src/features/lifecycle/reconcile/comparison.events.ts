import type { AnyEventDeclaration } from '../../../event-sourcing/event.js';
import { declare, uid } from '../state/declare-lifecycle-event.js';

/** Event declarations of what lookups at the providers find, on `transfer-{transferId}`. */
export const comparisonEvents: readonly AnyEventDeclaration[] = [
  declare('ChargeDoubted', [
    'A restored log may have lost a payout or refund of this charge: it is looked up before money moves.',
    {},
  ]),
  declare('ChargeChecked', ['The processor was asked for refunds of a doubted charge.', {}]),
  declare('DifferenceFound', [
    'A provider reports something else than the log; a task until it is gone or closed.',
    { about: 'payment', recorded: 'captured', found: 'pi_3QK9x2 canceled' },
  ]),
  declare('DifferenceGone', [
    'A later comparison no longer finds the difference.',
    { about: 'payment', recorded: 'captured', found: 'pi_3QK9x2 canceled' },
  ]),
  declare(
    'DifferenceSettled',
    [
      'An operator closed the difference; the same one is not found again.',
      {
        about: 'refund_amount',
        recorded: '126.90',
        found: '120.00',
        operator: uid,
        reason: 'Support refunded the amount in the dashboard.',
      },
    ],
    { personal: ['reason'] },
  ),
];
