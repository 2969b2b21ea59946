import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandRunner } from '../../engine/commands/command-runner.js';
import { accessDecider, accessStreamOf } from '../access/access.decider.js';
import { Clock, isoInstant } from '../../config/clock.js';
import { Config } from '../../config/config.js';
import type { Actor } from '../../event-sourcing/event.js';
import { DomainError } from '../../kernel/domain-error.js';
import type {
  DeskConfirmation,
  DifferenceAbout,
  PayoutFailure,
  PayoutOutcome,
} from '../../kernel/payouts.js';
import type { UndatedLifecycleCommand } from '../lifecycle/lifecycle-commands.rules.js';
import type { LifecycleState } from '../lifecycle/lifecycle-state.rules.js';
import { isLossOpen } from '../lifecycle/lost-disputes.rules.js';
import { Transfers } from '../lifecycle/transfers.js';
import { heardAt, unknownBefore } from './desk-tasks.rules.js';

/** Over the end of a month, a recipient seen in the month before still counts as seen. */
const SEEN_FOR_MS = 28 * 24 * 60 * 60_000;

/** What an operator does with a task. */
export type DeskAction =
  | { readonly do: 'claim' }
  | { readonly do: 'delivered'; readonly reference: string }
  | {
      readonly do: 'failed';
      readonly reason: PayoutFailure;
      /** What the platform said. */
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
  | { readonly do: 'release' }
  /** A task that only needs a confirmation: a refund to retry, a contradiction that is cleared up, a loss, problems. */
  | { readonly do: 'confirm'; readonly kind: Exclude<DeskConfirmation, 'second_person' | 'problem'> }
  | { readonly do: 'confirm'; readonly kind: 'problem'; readonly problems: readonly string[] };

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
 * A claim is the submission of the payout: until then the sender can cancel, and of two claims one wins. Any operator may
 * report the outcome of a claimed payout, and that of a rail's payout that stays unknown: before that the rail may still pay
 * it, and a refund would be a second payment.
 * @throws not_found, own_account, not_claimable, second_person_needed, report_differs, not_seen
 */
@CommandHandler(WorkDesk)
export class WorkDeskHandler implements ICommandHandler<WorkDesk> {
  constructor(
    private readonly transfers: Transfers,
    private readonly runner: CommandRunner,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  async execute({ transferId, actor, action }: WorkDesk): Promise<void> {
    const state = await this.transfers.stateOf(transferId);
    if (!state.terms) throw new DomainError('not_found');
    if (state.terms.uid === actor.id) throw new DomainError('own_account');
    if (isOutcome(action) && this.isWithRail(state)) throw new DomainError('not_claimable');
    const seenAt = await this.seenAt(transferId, actor, state);
    for (const command of this.commandsOf({ action, operator: actor.id, seenAt }, state))
      await this.transfers.decide(transferId, actor, command);
  }

  /** When the actor last saw the recipient, if that matters: for agreeing to what another one reported. */
  private async seenAt(
    transferId: string,
    { kind, id }: DeskActor,
    { payout }: LifecycleState,
  ): Promise<string | undefined> {
    const reported = payout?.proposal;
    if (!reported || reported.operator === id) return undefined;
    const nowMs = this.clock.now();
    // Test mode's own desk has no eyes, and no recipient to protect.
    if (kind === 'system') return isoInstant(nowMs);
    for (const at of [nowMs, nowMs - SEEN_FOR_MS]) {
      const stream = accessStreamOf(id, isoInstant(at));
      const seen = await this.runner.query(accessDecider, stream, (revealed) => revealed.get(transferId));
      if (seen !== undefined) return seen;
    }
    return undefined;
  }

  /** The rail still reports on this payout: what an operator saw there before its newest response is out of date. */
  private isWithRail({ stage, payout }: LifecycleState): boolean {
    if (stage !== 'payout_submitted' || !payout || payout.route === 'desk') return false;
    return heardAt(payout) >= unknownBefore(this.clock.now(), this.config.DESK_OUTCOME_MINUTES);
  }

  private commandsOf(
    { action, operator, seenAt }: Acting,
    state: LifecycleState,
  ): readonly UndatedLifecycleCommand[] {
    const fourEyesCents = this.config.DESK_FOUR_EYES_CENTS;
    const settle = { type: 'SettlePayout', operator, seenAt, fourEyesCents } as const;
    switch (action.do) {
      case 'claim':
        return [{ type: 'SubmitPayout', operator }];
      case 'delivered':
        return [{ ...settle, outcome: 'delivered', reference: action.reference }];
      case 'failed':
        return [
          { ...settle, outcome: 'failed', reference: action.reason, platformMessage: action.platformMessage },
        ];
      case 'agree':
        return [{ ...settle, agrees: true, ...readIn(action) }];
      case 'close':
        return [closed(action, operator)];
      case 'release':
        return [{ type: 'ReleasePayout', operator }];
      case 'confirm':
        return confirmed(action, state);
    }
  }
}

interface Acting {
  readonly action: DeskAction;
  readonly operator: string;
  readonly seenAt: string | undefined;
}

const isOutcome = (action: DeskAction): boolean =>
  action.do === 'delivered' || action.do === 'failed' || action.do === 'agree';

type Action<Name extends DeskAction['do']> = Extract<DeskAction, { readonly do: Name }>;

const readIn = ({ outcome, reference, platformMessage }: Action<'agree'>) => ({
  outcome,
  reference,
  platformMessage,
});

const closed = ({ about, found, reason }: Action<'close'>, operator: string): UndatedLifecycleCommand => ({
  type: 'SettleDifference',
  about,
  found,
  reason,
  operator,
});

/** @throws not_claimable when there is nothing to confirm, or nothing that was read */
function confirmed(action: Action<'confirm'>, state: LifecycleState): readonly UndatedLifecycleCommand[] {
  const { stage, payout, openProblems } = state;
  if (action.kind === 'contradiction' && payout?.contradiction === 'open')
    return [{ type: 'ResolveContradiction' }];
  if (action.kind === 'lost' && isLossOpen(state)) return [{ type: 'ResolveLoss' }];
  if (action.kind === 'refund' && stage === 'refund_failed') return [{ type: 'RetryRefund' }];
  const read = action.kind === 'problem' ? action.problems.filter((one) => openProblems.includes(one)) : [];
  if (read.length === 0) throw new DomainError('not_claimable');
  return read.map((problemId) => ({ type: 'ResolveProblem', problemId }));
}
