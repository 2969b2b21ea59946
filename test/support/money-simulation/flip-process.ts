import { PauseSending } from '../../../api/src/features/lifecycle/payment/pause-sending.js';
import { PauseSendingHandler } from '../../../api/src/features/transfers/sending/pause-sending.handler.js';
import { noStrays } from '../no-strays.js';
import type { CommandBus } from '@nestjs/cqrs';
import type { Clock } from '../../../api/src/config/clock.js';
import type { CommandContext } from '../../../api/src/event-sourcing/decider.js';
import type { RecordedEvent } from '../../../api/src/event-sourcing/event.js';
import type { Saga } from '../../../api/src/event-sourcing/saga.js';
import type { Config } from '../../../api/src/config/config.js';
import { ProviderUnknown } from '../../../api/src/engine/providers/provider-unknown.js';
import {
  AdvanceTransfer,
  AdvanceTransferHandler,
} from '../../../api/src/features/lifecycle/worker/advance-transfer.command.js';
import { caseDecisionsSaga } from '../../../api/src/features/lifecycle/payment/case-decisions.saga.js';
import {
  HoldTransfer,
  HoldTransferHandler,
} from '../../../api/src/features/lifecycle/payment/hold-transfer.command.js';
import { fraudSaga } from '../../../api/src/features/rules/evaluation/fraud.saga.js';
import { RaiseAlert } from '../../../api/src/features/access/raise-alert.js';
import { RaiseAlertHandler } from '../../../api/src/features/review/cases/raise-alert.handler.js';
import type { SubscriptionRunner } from '../../../api/src/engine/subscriptions/subscription-runner.js';
import {
  AskForDisputes,
  AskForDisputesHandler,
} from '../../../api/src/features/lifecycle/refund/ask-for-disputes.command.js';
import { Comparison } from '../../../api/src/features/lifecycle/reconcile/comparison.js';
import { MissedDisputes } from '../../../api/src/features/lifecycle/refund/missed-disputes.js';
import { MissedReturns } from '../../../api/src/features/lifecycle/payout/missed-returns.js';
import type { Vault } from '../../../api/src/engine/vault/vault.port.js';
import type { ViewStore } from '../../../api/src/engine/view-store/view-store.port.js';
import {
  ApplyNotice,
  ApplyNoticeHandler,
} from '../../../api/src/features/lifecycle/worker/apply-notice.command.js';
import { ChooseCard } from '../../../api/src/features/lifecycle/payment/choose-card.js';
import { lifecycleSaga } from '../../../api/src/features/lifecycle/worker/lifecycle.saga.js';
import { noticesSaga } from '../../../api/src/features/lifecycle/worker/notices.saga.js';
import { ProviderCalls } from '../../../api/src/features/lifecycle/worker/provider-calls.js';
import {
  RecordNotice,
  RecordNoticeHandler,
} from '../../../api/src/features/lifecycle/worker/record-notice.command.js';
import { Screening } from '../../../api/src/features/lifecycle/payment/screening.js';
import { CountStray } from '../../../api/src/features/lifecycle/strays/count-stray.js';
import { StrayCharges } from '../../../api/src/features/lifecycle/strays/stray-charges.js';
import type { StrayDocument } from '../../../api/src/features/lifecycle/strays/stray-charges.projection.js';
import {
  CountStrayHandler,
  ReleaseStray,
  ReleaseStrayHandler,
} from '../../../api/src/features/transfers/sending/count-stray.handler.js';
import { strayAllowanceSaga } from '../../../api/src/features/transfers/sending/stray-allowance.saga.js';
import { Transfers } from '../../../api/src/features/lifecycle/state/transfers.js';
import { TransferSteps } from '../../../api/src/features/lifecycle/state/transfer-steps.js';
import type { TransferWorker } from '../../../api/src/features/lifecycle/worker/transfer.worker.js';
import { PaymentWebhooksController } from '../../../api/src/features/payments/payment-webhooks.controller.js';
import { PayoutWebhooksController } from '../../../api/src/features/payouts/payout-webhooks.controller.js';
import { AccessLog } from '../../../api/src/features/access/access-log.js';
import { RevealPayoutHandler } from '../../../api/src/features/payouts/desk/reveal-payout.command.js';
import { WorkDeskHandler } from '../../../api/src/features/payouts/desk/work-desk.command.js';
import { allowanceSaga } from '../../../api/src/features/transfers/sending/allowance.saga.js';
import { AttemptTransferHandler } from '../../../api/src/features/transfers/sending/attempt-transfer.command.js';
import { EarlierRequests } from '../../../api/src/features/transfers/sending/earlier-requests.js';
import { GetTransferRequest } from '../../../api/src/features/transfers/history/get-transfer-request.query.js';
import { OwnTransfers } from '../../../api/src/features/transfers/history/own-transfers.js';
import {
  ReleaseAllowance,
  ReleaseAllowanceHandler,
} from '../../../api/src/features/transfers/sending/release-allowance.command.js';
import type { SendingRules } from '../../../api/src/features/transfers/sending/sending-rules.js';
import type { ParkingRunner, Records } from './records.js';
import { ProviderRefused } from './network.js';
import type { Parts } from './parts.js';
import type { CardNetwork } from './card-network.js';
import type { PayoutNetwork } from './payout-network.js';

/** The simulation names the transfers of a comparison itself. */
const NO_VIEWS = {} as ViewStore;
const NO_VAULT = {} as Vault;

interface Surroundings {
  readonly clock: { readonly nowMs: number };
  readonly records: Records;
  readonly cards: CardNetwork;
  readonly payouts: PayoutNetwork;
  readonly config: Config;
  readonly rules: SendingRules;
  readonly parts: Parts;
  /** Whether the log loses charges: only then they are looked for. */
  readonly withStrays: boolean;
  readonly openStrays: readonly StrayDocument[];
  /** The card that a sender chose. */
  faulted(what: string): void;
  hasReacted(saga: string): boolean;
}

type Reacting = Saga<never, { readonly type: string }>;
export interface SagaInProcess {
  readonly saga: Reacting;
  readonly dispatch: (command: never, context: CommandContext) => Promise<void>;
}

/** One process of Flip: its real handlers, wired by hand, and the state that it loses when it ends. */
export class FlipProcess {
  /** Transfers for which a saga woke the worker. */
  readonly hints = new Set<string>();
  private readonly steps: TransferSteps;
  readonly attempts: AttemptTransferHandler;
  readonly transfers: Transfers;
  readonly strays: StrayCharges;
  readonly own: OwnTransfers;
  readonly desk: WorkDeskHandler;
  readonly reveals: RevealPayoutHandler;
  readonly missed: MissedDisputes;
  readonly comparison: Comparison;
  readonly returns: MissedReturns;
  readonly paymentWebhooks: PaymentWebhooksController;
  readonly payoutWebhooks: PayoutWebhooksController;
  readonly sagas: readonly SagaInProcess[];

  constructor(
    readonly name: string,
    world: Surroundings,
    decisions: ParkingRunner,
  ) {
    const { clock, records, config, rules, parts } = world;
    const runner = decisions.asRunner();
    const processor = parts.processor(world.cards);
    const rail = parts.rail(world.payouts);
    const time = { now: () => clock.nowMs };
    const log = records.asLog();
    const calls = watched(new ProviderCalls(processor, rail, time, config), world);
    const recordNotice = new RecordNoticeHandler(runner);
    const countStray = new CountStrayHandler(runner, log);
    const transfers = new Transfers(runner, log);
    const disputes = new AskForDisputesHandler(transfers, calls);
    const execute = async (command: unknown): Promise<unknown> => {
      // Every card may pay: the people choose the stored form of one.
      if (command instanceof ChooseCard) return command.payment.choice;
      if (command instanceof RecordNotice) return recordNotice.execute(command);
      if (command instanceof AskForDisputes) return disputes.execute(command);
      if (command instanceof CountStray) return countStray.execute(command);
      throw new Error('Nobody handles this command');
    };
    const bus = { execute } as unknown as CommandBus;
    this.transfers = transfers;
    const strays = world.withStrays
      ? new StrayCharges(processor, transfers, runner, viewOfStrays(world), bus)
      : noStrays;
    this.strays = strays;
    this.steps = stepsOf(name, { transfers, calls, clock: time, strays });
    const earlier = new EarlierRequests(log, transfers);
    this.attempts = new AttemptTransferHandler(runner, log, rules, earlier, time);
    this.own = new OwnTransfers(transfers, bus, new GetTransferRequest(runner, log, earlier, time));
    this.desk = new WorkDeskHandler(transfers, bus, runner, time, config);
    this.reveals = new RevealPayoutHandler(transfers, new AccessLog(time, runner), time, config);
    this.missed = new MissedDisputes(processor, runner, bus, time);
    this.comparison = new Comparison(NO_VIEWS, transfers, time, processor, rail, strays, config);
    this.returns = new MissedReturns(NO_VIEWS, rail, this.comparison, NO_VAULT, time);
    this.paymentWebhooks = new PaymentWebhooksController(processor, bus);
    this.payoutWebhooks = new PayoutWebhooksController(rail, bus);
    const wakes = { wake: (id: string) => void this.hints.add(id) } as unknown as TransferWorker;
    const subscriptions = { reacted: (saga: string) => Promise.resolve(world.hasReacted(saga)) };
    const screening = new Screening(log, subscriptions as unknown as SubscriptionRunner);
    const advance = new AdvanceTransferHandler(transfers, wakes, parts.screening(screening) as Screening);
    const raise = new RaiseAlertHandler(runner);
    const hold = new HoldTransferHandler(transfers, log);
    const pause = new PauseSendingHandler(runner);
    const applyNotice = new ApplyNoticeHandler(transfers, calls, strays, config);
    const release = new ReleaseAllowanceHandler(runner);
    const releaseStray = new ReleaseStrayHandler(runner);
    this.sagas = [
      withCommand(lifecycleSaga, (command, context) =>
        advance.execute(new AdvanceTransfer(command, context)),
      ),
      withCommand(noticesSaga, (command, context) => applyNotice.execute(new ApplyNotice(command, context))),
      withCommand(fraudSaga, (alert, context) => raise.execute(new RaiseAlert(alert, context))),
      withCommand(caseDecisionsSaga, (command, context) => {
        if (command.type === 'HoldTransfer') return hold.execute(new HoldTransfer(command, context));
        if (command.type === 'AdvanceTransfer') return advance.execute(new AdvanceTransfer(command, context));
        return pause.execute(new PauseSending(command, context));
      }),
      withCommand(allowanceSaga, (command, context) =>
        release.execute(new ReleaseAllowance(command, context)),
      ),
      ...(world.withStrays
        ? [
            withCommand(strayAllowanceSaga, (command, context) =>
              releaseStray.execute(new ReleaseStray(command, context)),
            ),
          ]
        : []),
    ];
  }

  /** Takes a transfer as far as it gets, as the worker does. */
  async advance(transferId: string): Promise<void> {
    for (;;) {
      const provider = await this.steps.next(transferId);
      if (!provider) return;
      await this.steps.call(transferId, provider);
    }
  }

  /** Runs the commands with which a saga reacts to an event; its state is folded from the log up to the event. */
  async react({ saga, dispatch }: SagaInProcess, event: RecordedEvent, records: Records): Promise<void> {
    const applies = appliesTo(saga, event, records);
    let state = saga.initialState();
    for (const earlier of saga.needsState(event) ? records.stream(event.stream) : [])
      if (earlier.position <= event.position)
        state = saga.evolve(state, earlier, appliesTo(saga, earlier, records));
    for (const { commandIdParts, command } of saga.react(event, state, applies)) {
      const commandId = [saga.name, ...commandIdParts].join('/');
      const actor = { kind: 'system', id: saga.name } as const;
      await dispatch(command as never, { commandId, correlationId: commandId, causationId: event.id, actor });
    }
  }
}

/** What all states of a saga share, folded from the whole log up to an event. */
function appliesTo({ shared }: Reacting, { position }: RecordedEvent, { events }: Records): unknown {
  if (!shared) return undefined;
  const own = events.filter(({ stream }) => shared.prefixes.some((prefix) => stream.startsWith(prefix)));
  const folded = own.reduce((all, event) => shared.evolve(all, event), shared.initialState());
  return shared.at(folded, position);
}

function withCommand<State, Command extends { readonly type: string }>(
  saga: Saga<State, Command>,
  dispatch: (command: Command, context: CommandContext) => Promise<void>,
): SagaInProcess {
  return { saga: saga as unknown as Reacting, dispatch };
}

/** The view of stray charges, never behind. */
function viewOfStrays(world: Pick<Surroundings, 'openStrays'>): ViewStore {
  const find = () => Promise.resolve({ items: world.openStrays, nextCursor: null });
  return { find } as unknown as ViewStore;
}

/** Reports a call that fails for another reason than its provider: the state that required it was wrong. */
function watched(calls: ProviderCalls, world: Pick<Surroundings, 'faulted'>): ProviderCalls {
  const noted = async <Answer>(call: Promise<Answer>): Promise<Answer> => {
    try {
      return await call;
    } catch (error) {
      if (!(error instanceof ProviderUnknown || error instanceof ProviderRefused))
        world.faulted(`a call failed: ${String(error)}`);
      throw error;
    }
  };
  return {
    make: (call) => noted(calls.make(call)),
    disputesOf: (transferId, state) => noted(calls.disputesOf(transferId, state)),
  } as ProviderCalls;
}

/** Steps are reused per process: allocating their memory of waiting calls takes longer than a run. */
const reused = new Map<string, TransferSteps>();

/** The steps of a process that has just begun. The work in progress of its predecessor of the same name is never resumed. */
function stepsOf(
  name: string,
  parts: {
    readonly transfers: Transfers;
    readonly calls: ProviderCalls;
    readonly clock: Clock;
    readonly strays: StrayCharges;
  },
): TransferSteps {
  const { transfers, calls, clock, strays } = parts;
  const steps = reused.get(name) ?? new TransferSteps(transfers, calls, clock, strays);
  reused.set(name, steps);
  const { waiting } = steps as unknown as { readonly waiting: Map<string, unknown> };
  for (const transferId of [...waiting.keys()]) waiting.delete(transferId);
  return Object.assign(steps, parts);
}
