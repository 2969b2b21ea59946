import type { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { CommandRunner } from '../../../api/src/commands/command-runner.js';
import type { Clock } from '../../../api/src/config/clock.js';
import type { CommandContext } from '../../../api/src/event-sourcing/decider.js';
import type { RecordedEvent } from '../../../api/src/event-sourcing/event.js';
import type { Saga } from '../../../api/src/event-sourcing/saga.js';
import type { Config } from '../../../api/src/config/config.js';
import { ProviderUnknown } from '../../../api/src/config/provider-unknown.js';
import { AbandonPaymentHandler } from '../../../api/src/lifecycle/abandon-payment.command.js';
import {
  AdvanceTransfer,
  AdvanceTransferHandler,
} from '../../../api/src/lifecycle/advance-transfer.command.js';
import { ApplyNotice, ApplyNoticeHandler } from '../../../api/src/lifecycle/apply-notice.command.js';
import { CancelTransferHandler } from '../../../api/src/lifecycle/cancel-transfer.command.js';
import { lifecycleSaga } from '../../../api/src/lifecycle/lifecycle.saga.js';
import { noticesSaga } from '../../../api/src/lifecycle/notices.saga.js';
import { CallCardProcessor, CallPayoutRail } from '../../../api/src/lifecycle/provider-call.js';
import { RecordNotice, RecordNoticeHandler } from '../../../api/src/lifecycle/record-notice.command.js';
import { RetryPaymentHandler } from '../../../api/src/lifecycle/retry-payment.command.js';
import type { Screening } from '../../../api/src/lifecycle/screening.js';
import { StartPayment, StartPaymentHandler } from '../../../api/src/lifecycle/start-payment.command.js';
import { TransferWorker } from '../../../api/src/lifecycle/transfer.worker.js';
import { CallCardProcessorHandler } from '../../../api/src/payments/call-card-processor.handler.js';
import { PaymentWebhooksController } from '../../../api/src/payments/payment-webhooks.controller.js';
import { CallPayoutRailHandler } from '../../../api/src/payouts/call-payout-rail.handler.js';
import { PayoutWebhooksController } from '../../../api/src/payouts/payout-webhooks.controller.js';
import { WorkDeskHandler } from '../../../api/src/payouts/work-desk.command.js';
import { allowanceSaga } from '../../../api/src/transfers/allowance.saga.js';
import { AttemptTransferHandler } from '../../../api/src/transfers/attempt-transfer.command.js';
import {
  ReleaseAllowance,
  ReleaseAllowanceHandler,
} from '../../../api/src/transfers/release-allowance.command.js';
import type { SendingRules } from '../../../api/src/transfers/sending-rules.js';
import type { ParkingRunner, Records } from './records.js';
import { ProviderRefused } from './network.js';
import type { Parts } from './parts.js';
import type { CardNetwork } from './card-network.js';
import type { PayoutNetwork } from './payout-network.js';

/** In the simulated product, no rule holds transfers. */
const NO_SCREENING = { finished: () => Promise.resolve() } as unknown as Screening;

interface Surroundings {
  readonly clock: { readonly nowMs: number };
  readonly records: Records;
  readonly cards: CardNetwork;
  readonly payouts: PayoutNetwork;
  readonly config: Config;
  readonly rules: SendingRules;
  readonly parts: Parts;
  /** The card that a sender chose. */
  readonly queries: QueryBus;
  faulted(what: string): void;
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
  readonly worker: TransferWorker;
  readonly attempts: AttemptTransferHandler;
  readonly startPayment: StartPaymentHandler;
  readonly retryPayment: RetryPaymentHandler;
  readonly abandons: AbandonPaymentHandler;
  readonly cancels: CancelTransferHandler;
  readonly desk: WorkDeskHandler;
  readonly paymentWebhooks: PaymentWebhooksController;
  readonly payoutWebhooks: PayoutWebhooksController;
  readonly sagas: readonly SagaInProcess[];

  constructor(
    readonly name: string,
    { clock, records, config, rules, parts, queries, ...world }: Surroundings,
    readonly decisions: ParkingRunner,
  ) {
    const runner = decisions.asRunner();
    const processor = parts.processor(world.cards);
    const rail = parts.rail(world.payouts);
    const time = { now: () => clock.nowMs };
    const log = records.asLog();
    const cardCalls = new CallCardProcessorHandler(processor, time, config);
    const payoutCalls = new CallPayoutRailHandler(rail, time, config);
    const recordNotice = new RecordNoticeHandler(runner);
    const start = new StartPaymentHandler(runner, log);
    const execute = async (command: unknown): Promise<unknown> => {
      if (command instanceof StartPayment) return start.execute(command);
      if (command instanceof RecordNotice) return recordNotice.execute(command);
      try {
        if (command instanceof CallCardProcessor) return await cardCalls.execute(command);
        if (command instanceof CallPayoutRail) return await payoutCalls.execute(command);
      } catch (error) {
        if (!(error instanceof ProviderUnknown || error instanceof ProviderRefused))
          world.faulted(`a call failed: ${String(error)}`);
        throw error;
      }
      throw new Error('Nobody handles this command');
    };
    const bus = { execute } as unknown as CommandBus;
    this.worker = workerOf(name, { runner, commands: bus, clock: time });
    this.attempts = new AttemptTransferHandler(runner, log, rules);
    this.startPayment = start;
    this.retryPayment = new RetryPaymentHandler(runner, bus, queries);
    this.abandons = new AbandonPaymentHandler(runner, log);
    this.cancels = new CancelTransferHandler(runner, log);
    this.desk = new WorkDeskHandler(runner, time, config);
    this.paymentWebhooks = new PaymentWebhooksController(processor, bus);
    this.payoutWebhooks = new PayoutWebhooksController(rail, bus);
    const wakes = { wake: (id: string) => void this.hints.add(id) } as unknown as TransferWorker;
    const advance = new AdvanceTransferHandler(runner, wakes, NO_SCREENING);
    const applyNotice = new ApplyNoticeHandler(runner, bus, config);
    const release = new ReleaseAllowanceHandler(runner);
    this.sagas = [
      withCommand(lifecycleSaga, (command, context) =>
        advance.execute(new AdvanceTransfer(command, context)),
      ),
      withCommand(noticesSaga, (command, context) => applyNotice.execute(new ApplyNotice(command, context))),
      withCommand(allowanceSaga, (command, context) =>
        release.execute(new ReleaseAllowance(command, context)),
      ),
    ];
  }

  /** Runs the commands with which a saga reacts to an event; its state is folded from the log up to the event. */
  async react({ saga, dispatch }: SagaInProcess, event: RecordedEvent, records: Records): Promise<void> {
    const stream = saga.stateStream(event);
    let state = saga.initialState();
    for (const earlier of stream === null ? [] : records.stream(stream))
      if (earlier.position <= event.position) state = saga.evolve(state, earlier);
    for (const { parts, command } of saga.react(event, state)) {
      const commandId = [saga.name, ...parts].join('/');
      const actor = { kind: 'system', id: saga.name } as const;
      await dispatch(command as never, { commandId, correlationId: commandId, causationId: event.id, actor });
    }
  }
}

function withCommand<State, Command extends { readonly type: string }>(
  saga: Saga<State, Command>,
  dispatch: (command: Command, context: CommandContext) => Promise<void>,
): SagaInProcess {
  return { saga: saga as unknown as Reacting, dispatch };
}

/** Workers are reused per process: allocating their memory of waiting calls takes longer than a run. */
const workers = new Map<string, TransferWorker>();

/** A worker without state. The work in progress of its predecessor of the same name is never resumed. */
function workerOf(
  name: string,
  parts: { readonly runner: CommandRunner; readonly commands: CommandBus; readonly clock: Clock },
): TransferWorker {
  const worker = workers.get(name) ?? new TransferWorker(parts.runner, parts.commands);
  workers.set(name, worker);
  const { waiting } = worker as unknown as { readonly waiting: Map<string, unknown> };
  for (const transferId of [...waiting.keys()]) waiting.delete(transferId);
  return Object.assign(worker, parts);
}
