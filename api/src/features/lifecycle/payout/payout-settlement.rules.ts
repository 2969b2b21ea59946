import { DomainError } from '../../../kernel/domain-error.js';
import type { PayoutOutcome } from '../../../kernel/money/payouts.js';
import { NOTHING, type Decided, type Of } from '../state/lifecycle-commands.rules.js';
import type { LifecycleState, Payout } from '../state/lifecycle-state.rules.js';
import { canBeSettled, delivered } from './payout-decisions.rules.js';
import { fullRefund } from '../refund/refund-decisions.rules.js';

type Settle = Of<'SettlePayout'>;
type Proposal = NonNullable<Payout['proposal']>;

/**
 * Records the outcome that an operator reports. A payout that its recipient may still claim has none. Above the threshold a
 * second operator has to agree.
 * @throws not_claimable, second_person_needed, report_differs, not_seen
 */
export function settlePayout(command: Settle, state: LifecycleState): Decided {
  const { operator, outcome, reference, platformMessage = '' } = command;
  const { payout, terms } = state;
  if (!terms || !payout || !canBeSettled(payout)) throw new DomainError('not_claimable');
  const { proposal } = payout;
  if (command.agrees && !proposal) throw new DomainError('not_claimable');
  if (isNewReport(proposal, terms.amountCents, command))
    return [
      { type: 'PayoutOutcomeProposed', data: { outcome, reference, words: platformMessage, operator } },
    ];
  if (proposal) requireAgreement(proposal, command);
  return settled(command, state);
}

/** The first one about an amount that needs a second operator, or a correction by its author. */
function isNewReport(proposal: Proposal | null, amountCents: number, command: Settle): boolean {
  if (!proposal) return amountCents > command.fourEyesCents;
  return !command.agrees && proposal.operator === command.operator && !isSame(proposal, command);
}

/**
 * A second operator agrees to exactly what was reported, having seen the recipient since. Anything else contradicts it: two
 * references may be two payments.
 */
function requireAgreement(proposal: Proposal, command: Settle): void {
  if (proposal.operator === command.operator) throw new DomainError('second_person_needed');
  if (!isSame(proposal, command)) throw new DomainError('report_differs');
  if ((command.seenAt ?? '') < proposal.at) throw new DomainError('not_seen');
}

const isSame = (proposal: Proposal, { outcome, reference, platformMessage = '' }: Settle): boolean =>
  proposal.outcome === outcome && proposal.reference === reference && proposal.words === platformMessage;

/**
 * Takes back a claim or a report, so that any operator can look the payout up and report it. It stays submitted: the platform
 * may have paid it. A repeat changes nothing.
 * @throws not_claimable
 */
export function releasePayout({ operator }: Of<'ReleasePayout'>, { payout }: LifecycleState): Decided {
  if (!payout || !canBeSettled(payout)) throw new DomainError('not_claimable');
  if (payout.operator === null && payout.proposal === null) return NOTHING;
  return [{ type: 'PayoutReleased', data: { operator } }];
}

/**
 * Ends a claim under which nothing was sent, so that the payout can be claimed again. It stays submitted: its sender has read
 * that it is too late to cancel. Above the threshold one person's word is enough only while they have not seen the recipient,
 * since paying needs the handle; after that the payout is released and looked up.
 * @throws not_claimable, second_person_needed
 */
export function giveBackPayout(command: Of<'GiveBackPayout'>, { payout, terms }: LifecycleState): Decided {
  const { operator, seenAt, fourEyesCents } = command;
  if (!terms || !payout || payout.state !== 'submitted' || payout.proposal)
    throw new DomainError('not_claimable');
  if (payout.isGivenBack) return NOTHING;
  if (payout.operator !== operator) throw new DomainError('not_claimable');
  if (terms.amountCents > fourEyesCents && seenAt !== undefined)
    throw new DomainError('second_person_needed');
  return [{ type: 'PayoutGivenBack', data: { operator } }];
}

function settled({ outcome, reference, platformMessage = '', at }: Settle, state: LifecycleState): Decided {
  const done: Readonly<Record<PayoutOutcome, () => Decided>> = {
    delivered: () => delivered(reference, at, state),
    failed: () => [
      {
        type: 'PayoutFailed',
        data: { providerAt: at, reason: reference, words: platformMessage, by: 'operator' },
      },
      ...fullRefund(state, 'payout_failed'),
    ],
  };
  return done[outcome]();
}
