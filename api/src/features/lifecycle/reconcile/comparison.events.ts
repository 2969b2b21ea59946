import type { AnyEventDeclaration } from '../../../event-sourcing/event.js';
import { declare, uid } from '../state/declare-lifecycle-event.js';

/** Event declarations of what lookups at the providers find, on `transfer-{transferId}`. */
export const comparisonEvents: readonly AnyEventDeclaration[] = [
  declare('ChargeDoubted', ['A restored log may have lost a payout or refund of this charge.', {}]),
  declare('ChargeChecked', ['A doubted charge was looked up at the processor.', {}]),
  declare('DifferenceFound', [
    'A provider reports something else than the log.',
    { about: 'payment', recorded: 'captured', found: 'pi_3QK9x2 canceled' },
  ]),
  declare('DifferenceGone', [
    'A later comparison no longer finds the difference.',
    { about: 'payment', recorded: 'captured', found: 'pi_3QK9x2 canceled' },
  ]),
  declare(
    'DifferenceSettled',
    [
      'An operator closed the difference.',
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
