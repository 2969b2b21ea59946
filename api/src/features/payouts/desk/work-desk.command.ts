import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandRunner } from '../../../engine/commands/command-runner.js';
import { Clock, isoInstant } from '../../../config/clock.js';
import { Config } from '../../../config/config.js';
import type { Actor } from '../../../event-sourcing/event.js';
import { DomainError } from '../../../kernel/domain-error.js';
import type {
  DeskConfirmation,
  DifferenceAbout,
  PayoutFailure,
  PayoutOutcome,
  RefundWay,
} from '../../../kernel/money/payouts.js';
import { AskForDisputes } from '../../lifecycle/refund/ask-for-disputes.command.js';
import type { UndatedLifecycleCommand } from '../../lifecycle/state/lifecycle-commands.rules.js';
import type { LifecycleState } from '../../lifecycle/state/lifecycle-state.rules.js';
import { isLossOpen } from '../../lifecycle/refund/lost-disputes.rules.js';
import { Transfers } from '../../lifecycle/state/transfers.js';
import { heardAt, unknownBefore } from './desk-tasks.rules.js';
import { seenRecipients } from './seen-recipients.js';

/** An operator's step with a task. */
export type DeskAction =
  | { readonly do: 'claim' }
  | { readonly do: 'delivered'; readonly reference: string }
  | {
      readonly do: 'failed';
      readonly reason: PayoutFailure;
      /** The platform's message. */
      readonly platformMessage?: string | undefined;
    }
  /** A difference is cleared up at the provider; `found` is what was read. */
  | {
      readonly do: 'close';
      readonly about: DifferenceAbout;
      readonly found: string;
      readonly reason: string;
    }
  /** What the second person read, which the first one may have changed since: the reference, or the reason. */
  | {
      readonly do: 'agree';
      readonly outcome: PayoutOutcome;
      readonly reference: string;
      readonly platformMessage?: string | undefined;
    }
  /** Takes back a claim or a report, of a payout or of a refund. */
  | { readonly do: 'release' }
  /** Nothing was sent under the operator's own claim. */
  | { readonly do: 'give back' }
  /** A failed refund was paid back another way; with `agrees`, that is what a colleague has reported. */
  | {
      readonly do: 'paid back';
      readonly agrees: boolean;
      readonly way: RefundWay;
      readonly reference: string;
    }
  /** A loss is booked, as it was read. */
  | { readonly do: 'book'; readonly cents: number }
  /** A task that only needs a confirmation: a refund to retry, a contradiction that is cleared up. */
  | { readonly do: 'confirm'; readonly kind: PlainConfirmation }
  /** Problems as they were read, and what was done about them, which their sender reads. */
  | {
      readonly do: 'answer';
      readonly problems: readonly string[];
      readonly answer: string;
    };
/** Those without details. */
type PlainConfirmation = Exclude<DeskConfirmation, 'second_person' | 'second_refund' | 'problem' | 'lost'>;

/** Who acts: the uid of an operator, or the name of the simulated desk. */
export type DeskActor = Pick<Actor, 'id'> & { readonly kind: 'staff' | 'system' };

export class WorkDesk extends Command<void> {
  constructor(
    readonly transferId: string,
    readonly actor: DeskActor,
    readonly action: DeskAction,
  ) {
    super();
  }
}

/**
 * A claim is the submission of the payout: until then the sender can cancel, and of two claims one wins. The processor is asked
 * first whether the bank disputes the charge. Any operator may
 * report the outcome of a claimed payout, and that of a rail's payout that stays unknown: before that the rail may still pay
 * it, and a refund would be a second payment.
 * @throws not_found, not_claimable, second_person_needed, report_differs, not_seen
 */
@CommandHandler(WorkDesk)
export class WorkDeskHandler implements ICommandHandler<WorkDesk> {
  constructor(
    private readonly transfers: Transfers,
    private readonly commands: CommandBus,
    private readonly runner: CommandRunner,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  async execute({ transferId, actor, action }: WorkDesk): Promise<void> {
    const state = await this.transfers.stateOf(transferId);
    // Operators learn nothing here of their own transfers.
    if (!state.terms || state.terms.uid === actor.id) throw new DomainError('not_found');
    if (isOutcome(action) && this.isWithRail(state)) throw new DomainError('not_claimable');
    // The bank may have taken the charge back, and its webhook was lost: after the claim it is too late.
    if (action.do === 'claim') await this.commands.execute(new AskForDisputes(transferId));
    const seenAt = await this.seenAt(transferId, actor, state);
    for (const command of this.commandsOf({ action, operator: actor.id, seenAt }, state))
      await this.transfers.decide(transferId, actor, command);
  }

  /** When the actor last saw the recipient, which matters for agreeing to a report and for giving a claim back. */
  private async seenAt(
    transferId: string,
    { kind, id }: DeskActor,
    { payout }: LifecycleState,
  ): Promise<string | undefined> {
    const reported = payout?.proposal;
    if (!payout || reported?.operator === id) return undefined;
    const nowMs = this.clock.now();
    // Test mode's own desk has no eyes, and no recipient to protect.
    if (kind === 'system') return isoInstant(nowMs);
    return (await seenRecipients(this.runner, { staffUid: id, nowMs }, [transferId])).get(transferId);
  }

  /** The rail still reports on this payout: what an operator saw there before its newest response is out of date. */
  private isWithRail({ stage, payout }: LifecycleState): boolean {
    if (stage !== 'payout_submitted' || !payout || payout.route === 'desk') return false;
    return heardAt(payout) >= unknownBefore(this.clock.now(), this.config.DESK_OUTCOME_MINUTES);
  }

  private commandsOf(acting: Acting, state: LifecycleState): readonly UndatedLifecycleCommand[] {
    const { action, operator, seenAt } = acting;
    const { DESK_FOUR_EYES_CENTS: fourEyesCents } = this.config;
    if (isOutcome(action)) return [settling(action, { operator, seenAt, fourEyesCents })];
    if (action.do === 'give back') return [{ type: 'GiveBackPayout', operator, seenAt, fourEyesCents }];
    if (action.do === 'answer') return answered(action, state);
    if (action.do === 'confirm') return confirmed(action, state);
    if (action.do === 'book') return booked(action, state);
    return [simple(action, operator, state)];
  }
}

interface Acting {
  readonly action: DeskAction;
  readonly operator: string;
  readonly seenAt: string | undefined;
}

type Action<Name extends DeskAction['do']> = Extract<DeskAction, { readonly do: Name }>;
type Outcome = Action<'delivered' | 'failed' | 'agree'>;
type Settle = Extract<UndatedLifecycleCommand, { readonly type: 'SettlePayout' }>;

const isOutcome = (action: DeskAction): action is Outcome =>
  action.do === 'delivered' || action.do === 'failed' || action.do === 'agree';

function settling(
  action: Outcome,
  by: Pick<Settle, 'operator' | 'seenAt' | 'fourEyesCents'>,
): UndatedLifecycleCommand {
  const settle = { type: 'SettlePayout', ...by } as const;
  if (action.do === 'delivered') return { ...settle, outcome: 'delivered', reference: action.reference };
  const { platformMessage } = action;
  if (action.do === 'failed')
    return { ...settle, outcome: 'failed', reference: action.reason, platformMessage };
  const { outcome, reference } = action;
  return { ...settle, agrees: true, outcome, reference, platformMessage };
}

/** Actions that are one command in every state. */
function simple(
  action: Action<'claim' | 'close' | 'release' | 'paid back'>,
  operator: string,
  { stage }: LifecycleState,
): UndatedLifecycleCommand {
  switch (action.do) {
    case 'claim':
      return { type: 'SubmitPayout', operator };
    case 'close':
      return closed(action, operator);
    case 'release':
      return { type: stage === 'refund_failed' ? 'ReleaseRefund' : 'ReleasePayout', operator };
    case 'paid back':
      return paidBack(action, operator);
  }
}

const closed = ({ about, found, reason }: Action<'close'>, operator: string): UndatedLifecycleCommand => ({
  type: 'SettleDifference',
  about,
  found,
  reason,
  operator,
});

const paidBack = (
  { agrees, way, reference }: Action<'paid back'>,
  operator: string,
): UndatedLifecycleCommand => ({ type: 'SettleRefund', operator, agrees, way, reference });

/** @throws not_claimable when none of the problems that were read is open */
function answered(
  { problems, answer }: Action<'answer'>,
  { openProblems }: LifecycleState,
): readonly UndatedLifecycleCommand[] {
  const read = problems.filter((one) => openProblems.includes(one));
  if (read.length === 0) throw new DomainError('not_claimable');
  return read.map((problemId) => ({ type: 'ResolveProblem', problemId, answer }));
}

/** @throws not_claimable when there is no loss, or none any more, to book */
function booked({ cents }: Action<'book'>, state: LifecycleState): readonly UndatedLifecycleCommand[] {
  if (!isLossOpen(state)) throw new DomainError('not_claimable');
  return [{ type: 'ResolveLoss', cents }];
}

/** @throws not_claimable when there is nothing to confirm */
function confirmed(action: Action<'confirm'>, state: LifecycleState): readonly UndatedLifecycleCommand[] {
  const { stage, payout } = state;
  if (action.kind === 'contradiction' && payout?.contradiction === 'open')
    return [{ type: 'ResolveContradiction' }];
  if (action.kind === 'refund' && stage === 'refund_failed') return [{ type: 'RetryRefund' }];
  throw new DomainError('not_claimable');
}
