import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { newCommandContext } from '../commands/command-context.js';
import { CommandRunner } from '../commands/command-runner.js';
import { Clock } from '../config/clock.js';
import { Config } from '../config/config.js';
import type { Actor } from '../event-sourcing/event.js';
import { DomainError } from '../kernel/domain-error.js';
import type { DeskConfirmation, PayoutFailure, PayoutOutcome } from '../kernel/payouts.js';
import type { UndatedLifecycleCommand } from '../lifecycle/lifecycle-commands.rules.js';
import { transferStream } from '../lifecycle/lifecycle-events.rules.js';
import type { LifecycleState } from '../lifecycle/lifecycle-state.rules.js';
import { transferLifecycle } from '../lifecycle/transfer-lifecycle.decider.js';
import { heardAt, unknownBefore } from './desk-tasks.rules.js';

/** What an operator does with a task. */
export type DeskAction =
  | { readonly do: 'claim' }
  | { readonly do: 'delivered'; readonly reference: string }
  | {
      readonly do: 'failed';
      readonly reason: PayoutFailure;
      /** What the platform said. */
      readonly words?: string | undefined;
    }
  /** A task that only needs a confirmation: a colleague's outcome, a refund to retry, a solved problem. */
  | {
      readonly do: 'confirm';
      readonly kind: DeskConfirmation;
      /** What the second person read, which the first one may have changed since. */
      readonly outcome?: PayoutOutcome | undefined;
      readonly reference?: string | undefined;
      readonly words?: string | undefined;
    };

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
 * @throws not_found, own_account, not_claimable, second_person_needed
 */
@CommandHandler(WorkDesk)
export class WorkDeskHandler implements ICommandHandler<WorkDesk> {
  constructor(
    private readonly runner: CommandRunner,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  async execute({ transferId, actor, action }: WorkDesk): Promise<void> {
    const stream = transferStream(transferId);
    const state = await this.runner.query(transferLifecycle, stream, (current) => current);
    if (!state.terms) throw new DomainError('not_found');
    if (state.terms.uid === actor.id) throw new DomainError('own_account');
    if (isOutcome(action) && this.isWithRail(state)) throw new DomainError('not_claimable');
    for (const command of this.commandsOf(action, actor.id, state))
      await this.runner.execute({
        decider: transferLifecycle,
        stream,
        command,
        context: newCommandContext(actor),
      });
  }

  /** The rail still reports on this payout: what an operator saw there before its newest response is out of date. */
  private isWithRail({ stage, payout }: LifecycleState): boolean {
    if (stage !== 'payout_submitted' || !payout || payout.route === 'desk') return false;
    return heardAt(payout) >= unknownBefore(this.clock.now(), this.config.DESK_OUTCOME_MINUTES);
  }

  private commandsOf(
    action: DeskAction,
    operator: string,
    state: LifecycleState,
  ): readonly UndatedLifecycleCommand[] {
    const fourEyesCents = this.config.DESK_FOUR_EYES_CENTS;
    const settle = { type: 'SettlePayout', operator, fourEyesCents } as const;
    if (action.do === 'claim') return [{ type: 'SubmitPayout', operator }];
    if (action.do === 'delivered') return [{ ...settle, outcome: 'delivered', reference: action.reference }];
    if (action.do === 'failed')
      return [{ ...settle, outcome: 'failed', reference: action.reason, words: action.words }];
    const confirmed = confirmations[action.kind](state, settle);
    if (confirmed.length === 0 || isOfAnother(action, state)) throw new DomainError('not_claimable');
    return confirmed;
  }
}

const isOutcome = (action: DeskAction): boolean =>
  action.do === 'confirm' ? action.kind === 'second_person' : action.do !== 'claim';

const isOfAnother = (read: Confirmation, { payout }: LifecycleState): boolean =>
  (['outcome', 'reference', 'words'] as const).some(
    (part) => read[part] !== undefined && read[part] !== payout?.proposal?.[part],
  );

type Confirmation = Extract<DeskAction, { readonly do: 'confirm' }>;
type Settlement = Extract<UndatedLifecycleCommand, { readonly type: 'SettlePayout' }>;

const confirmations: Readonly<
  Record<
    DeskConfirmation,
    (
      state: LifecycleState,
      settle: Omit<Settlement, 'outcome' | 'reference' | 'words'>,
    ) => readonly UndatedLifecycleCommand[]
  >
> = {
  second_person({ stage, payout }, settle) {
    if (stage !== 'payout_submitted' || !payout?.proposal) return [];
    const { outcome, reference, words } = payout.proposal;
    return [{ ...settle, outcome, reference, words }];
  },
  contradiction: ({ payout }) => (payout?.contradiction === 'open' ? [{ type: 'ResolveContradiction' }] : []),
  refund: ({ stage }) => (stage === 'refund_failed' ? [{ type: 'RetryRefund' }] : []),
  problem: ({ openProblems }) => openProblems.map((problemId) => ({ type: 'ResolveProblem', problemId })),
};
