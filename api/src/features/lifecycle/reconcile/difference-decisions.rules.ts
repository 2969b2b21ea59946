import { DomainError } from '../../../kernel/domain-error.js';
import { formatAmount } from '../../../kernel/money/money.js';
import { NOTHING, type Decided, type LifecycleCommand, type Of } from '../state/lifecycle-commands.rules.js';
import type { Difference } from '../state/lifecycle-events.rules.js';
import type { LifecycleState } from '../state/lifecycle-state.rules.js';

const isSame = (one: Difference, other: Difference): boolean =>
  one.about === other.about && one.recorded === other.recorded && one.found === other.found;

/** A difference is found once; one that an operator has settled stays settled as long as it is the same one. */
function found(differences: readonly Difference[], state: LifecycleState): Decided {
  const known = [...state.differences, ...state.settledDifferences];
  return differences
    .filter((one) => !known.some((other) => isSame(one, other)))
    .map(({ about, recorded, found: text }) => ({
      type: 'DifferenceFound',
      data: { about, recorded, found: text },
    }));
}

/** The result of a whole comparison with the providers: differences that it no longer finds have ended. */
export function recordComparison({ differences }: Of<'RecordComparison'>, state: LifecycleState): Decided {
  const gone = state.differences.filter((open) => !differences.some((one) => isSame(one, open)));
  return [
    ...gone.map(({ about, recorded, found: text }) => ({
      type: 'DifferenceGone' as const,
      data: { about, recorded, found: text },
    })),
    ...found(differences, state),
  ];
}

/** An operator closes the difference that was read. @throws not_claimable when it has ended or changed */
export function settleDifference(command: Of<'SettleDifference'>, state: LifecycleState): Decided {
  const { about, found: text, reason, operator } = command;
  const open = state.differences.find((one) => one.about === about && one.found === text);
  if (!open) throw new DomainError('not_claimable');
  const { recorded } = open;
  return [{ type: 'DifferenceSettled', data: { about, recorded, found: text, reason, operator } }];
}

/** The amount that a provider reports with an outcome, if it is not the one that it was called for. */
export function withAmounts(decided: Decided, command: LifecycleCommand, state: LifecycleState): Decided {
  const other = amountDifference(command, state);
  const differences = other ? found([other], state) : NOTHING;
  return differences.length === 0 ? decided : [...decided, ...differences];
}

function amountDifference(command: LifecycleCommand, state: LifecycleState): Difference | null {
  if (command.type === 'RecordPayment') return chargedAmount(command, state);
  if (command.type === 'RecordRefund') return refundedAmount(command, state);
  if (command.type !== 'RecordPayout' || !state.payout) return null;
  return otherAmount('payout_amount', state.terms?.amountCents, command.outcome.cents);
}

function chargedAmount(
  { attempt, outcome }: Of<'RecordPayment'>,
  { payment, terms }: LifecycleState,
): Difference | null {
  if (payment?.attempt !== attempt || !('cents' in outcome)) return null;
  return otherAmount('payment_amount', terms?.totalCents, outcome.cents);
}

const refundedAmount = (
  { attempt, outcome }: Of<'RecordRefund'>,
  { refund, lostCents }: LifecycleState,
): Difference | null =>
  refund?.attempt === attempt ? otherRefund(refund.cents, lostCents, outcome.cents) : null;

/** Null when the provider reports what we called for, or no amount. */
export function otherAmount(
  about: Difference['about'],
  expectedCents: number | undefined,
  cents: number | null,
): Difference | null {
  if (cents === null || expectedCents === undefined || cents === expectedCents) return null;
  return { about, recorded: formatAmount(expectedCents), found: formatAmount(cents) };
}

/** A refund excludes what the bank had returned by then in a dispute, and the bank may have returned more since. */
export function otherRefund(refundCents: number, lostCents: number, cents: number | null): Difference | null {
  if (cents === null || (cents <= refundCents && cents >= refundCents - lostCents)) return null;
  return otherAmount('refund_amount', refundCents - lostCents, cents);
}
