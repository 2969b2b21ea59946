import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KEY_ENCRYPTION_KEY } from '../../../../../test/support/sample-events.js';
import { card } from '../../../../../test/support/transfer-life.js';
import { PATIENCE_MS, waitFor } from '../../../../../test/support/wait-for.js';
import { newCommandContext } from '../../../engine/commands/command-context.js';
import { CommandRunner } from '../../../engine/commands/command-runner.js';
import { caseDecider } from '../../review/cases/case.decider.js';
import { caseStream } from '../../review/cases/case-events.rules.js';
import { caseEvents } from '../../review/cases/case.events.js';
import { fraudSaga, type FraudAlert } from '../../rules/evaluation/fraud.saga.js';
import {
  MigrateHoldingRule,
  MigrateHoldingRuleHandler,
} from '../../rules/definition/migrate-holding-rules.command.js';
import { ruleEvents } from '../../rules/definition/rule.events.js';
import { RaiseAlert } from '../../access/raise-alert.js';
import { RaiseAlertHandler } from '../../review/cases/raise-alert.handler.js';
import type { CommandContext, DecidedCommand, Decider } from '../../../event-sourcing/decider.js';
import type { DomainEvent, StreamEvent } from '../../../event-sourcing/event.js';
import { openStores, type Stores } from '../../../engine/stores/open-stores.js';
import { SubscriptionRunner } from '../../../engine/subscriptions/subscription-runner.js';
import type { TransferRequested } from '../../transfers/sending/transfer.decider.js';
import { transferEvents } from '../../transfers/sending/transfer.events.js';
import { AdvanceTransfer, AdvanceTransferHandler } from '../worker/advance-transfer.command.js';
import { caseDecisionsSaga } from './case-decisions.saga.js';
import { HoldTransfer, HoldTransferHandler } from './hold-transfer.command.js';
import type { UndatedLifecycleCommand } from '../state/lifecycle-commands.rules.js';
import { termsOf, transferStream } from '../state/lifecycle-events.rules.js';
import { lifecycleEvents } from '../state/lifecycle.events.js';
import { lifecycleSaga } from '../worker/lifecycle.saga.js';
import { Screening } from './screening.js';
import { transferLifecycle } from '../state/transfer-lifecycle.decider.js';
import type { TransferWorker } from '../worker/transfer.worker.js';
import { Transfers } from '../state/transfers.js';

const NOW = '2026-11-21T12:00:00.000Z';
const clock = { now: () => Date.parse(NOW) };
const providerAt = NOW;
const requested = transferEvents[0].example;
const context = () => newCommandContext({ kind: 'system', id: 'spec' });
/** Of the transfers' worker, which calls no provider here. */
const noWorker = { wake: () => undefined } as unknown as TransferWorker;

/** The real rules, cases, life and sagas of a server; its fraud rules run on command. */
class Server {
  private letRulesRun: () => void = () => undefined;
  private readonly rulesMayRun = new Promise<void>((resolve) => (this.letRulesRun = resolve));
  private readonly runner: CommandRunner;
  private readonly subscriptions: SubscriptionRunner;
  readonly screened: jest.SpyInstance;
  private sent = 0;

  constructor(
    private readonly stores: Stores,
    readonly uid: string,
  ) {
    const { eventLog: log, viewStore: views, vault } = stores;
    this.runner = new CommandRunner(log, clock);
    const transfers = new Transfers(this.runner, log);
    const alerts = new RaiseAlertHandler(this.runner);
    const holds = new HoldTransferHandler(transfers, log);
    const advance = async (command: never, of: CommandContext) => {
      await advances.execute(new AdvanceTransfer(command, of));
    };
    this.subscriptions = new SubscriptionRunner(
      { log, views, vault },
      {
        sagas: [
          {
            saga: fraudSaga,
            dispatch: async (alert: FraudAlert, of: CommandContext) => {
              await this.rulesMayRun;
              await alerts.execute(new RaiseAlert(alert, of));
            },
          },
          {
            saga: caseDecisionsSaga,
            dispatch: (command: { type: string }, of) =>
              command.type === 'HoldTransfer'
                ? holds.execute(new HoldTransfer(command as never, of))
                : advance(command as never, of),
          },
          { saga: lifecycleSaga, dispatch: advance },
        ],
      },
    );
    const screening = new Screening(log, this.subscriptions);
    this.screened = jest.spyOn(screening, 'rulesCaughtUp');
    const advances = new AdvanceTransferHandler(transfers, noWorker, screening);
  }

  static async open(folder: string, holdingRule: string | null): Promise<Server> {
    const declarations = [...transferEvents, ...caseEvents, ...ruleEvents, ...lifecycleEvents];
    const stores = await openStores({ folder, keyEncryptionKey: KEY_ENCRYPTION_KEY, declarations });
    const server = new Server(stores, randomUUID());
    if (holdingRule !== null)
      await new MigrateHoldingRuleHandler(server.runner).execute(new MigrateHoldingRule(holdingRule));
    await server.subscriptions.start();
    return server;
  }

  async close(): Promise<void> {
    this.letRulesRun();
    await this.subscriptions.stop();
    await this.stores.close();
  }

  runRules(): void {
    this.letRulesRun();
  }

  /** Requests a transfer; its own stream begins with its payment. */
  async send(): Promise<StreamEvent<TransferRequested>> {
    const data = {
      ...requested,
      transferId: randomUUID(),
      amountCents: 2_000,
      requestedAt: NOW,
      awaitsPayment: true,
    };
    const [event] = await this.decide(`sender-${this.uid}`, {
      name: `send ${(this.sent += 1)}`,
      initialState: () => null,
      decide: () => [{ type: 'TransferRequested', data }],
      evolve: (state: null) => state,
    });
    return event as StreamEvent<TransferRequested>;
  }

  async pay(request: StreamEvent<TransferRequested>): Promise<void> {
    const { transferId } = request.data;
    await this.live(transferId, { type: 'RequestPayment', terms: termsOf(request), requestId: 'r', card });
    const outcome = { state: 'authorized', paymentRef: 'pi_1', providerAt, cents: null } as const;
    await this.live(transferId, { type: 'RecordPayment', attempt: 1, outcome });
  }

  async live(transferId: string, command: UndatedLifecycleCommand): Promise<void> {
    const stream = transferStream(transferId);
    await this.runner.execute({ decider: transferLifecycle, stream, command, context: context() });
  }

  /** Closes the case that holds a transfer. */
  async clear(transferId: string): Promise<void> {
    const [caseId = ''] = await this.runner.query(
      transferLifecycle,
      transferStream(transferId),
      ({ holdCases }) => holdCases,
    );
    const command = {
      type: 'review',
      outcome: 'cleared',
      note: 'Rent',
      by: 'lea',
      left: null,
      fourEyesCents: 50_000,
    } as const;
    await this.runner.execute({
      decider: caseDecider,
      stream: caseStream(caseId),
      command,
      context: context(),
    });
  }

  /** The types of a transfer's events. */
  async lifeOf(transferId: string): Promise<readonly string[]> {
    const types: string[] = [];
    for await (const { type } of this.stores.eventLog.read(transferStream(transferId))) types.push(type);
    return types;
  }

  /** Every saga has reacted to everything that the others recorded. */
  async settle(): Promise<void> {
    for (let head = ''; head !== (await this.stores.eventLog.head());) {
      head = await this.stores.eventLog.head();
      for (const { name } of this.subscriptions.status())
        expect(await this.subscriptions.reacted(name, head, PATIENCE_MS)).toBe(true);
    }
  }

  private async decide(
    stream: string,
    decider: Decider<null, DecidedCommand, DomainEvent>,
  ): Promise<readonly StreamEvent[]> {
    const { events } = await this.runner.execute({ decider, stream, command: {}, context: context() });
    return events;
  }
}

let folder: string;
let server: Server;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'flip-screening-'));
});
afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});
const open = async (holdingRule: string | null) => (server = await Server.open(folder, holdingRule));

const CHARGED = ['PaymentAwaited', 'PaymentRequested', 'PaymentAuthorized', 'CaptureRequested'];
const HELD = [...CHARGED.slice(0, 3), 'HoldPlaced'];

it('a transfer that an alert holds is never charged, however late the rules run', async () => {
  await open('velocity');
  const sends = [await server.send(), await server.send(), await server.send()];
  for (const send of sends) await server.pay(send);
  await waitFor('a charge', () => Promise.resolve(server.screened.mock.calls.length > 0 || null));
  for (const { data } of sends) expect(await server.lifeOf(data.transferId)).toEqual(CHARGED.slice(0, 3));
  server.runRules();
  await server.settle();
  for (const { data } of sends) expect(await server.lifeOf(data.transferId)).toEqual(HELD);
});

it('an alert raised before the payment holds a transfer that has no card yet', async () => {
  await open('velocity');
  server.runRules();
  const sends = [await server.send(), await server.send(), await server.send()];
  await server.settle();
  for (const send of sends) await server.pay(send);
  await server.settle();
  for (const { data } of sends)
    expect(await server.lifeOf(data.transferId)).toEqual([
      ...['PaymentAwaited', 'HoldPlaced', 'PaymentRequested', 'PaymentAuthorized'],
    ]);
});

it('a case closed as cleared releases its transfers, and their alert does not hold them again', async () => {
  await open('velocity');
  server.runRules();
  const sends = [await server.send(), await server.send(), await server.send()];
  for (const send of sends) await server.pay(send);
  await server.settle();
  await server.clear(sends[2]?.data.transferId ?? '');
  await server.settle();
  for (const { data } of sends)
    expect((await server.lifeOf(data.transferId)).slice(-2)).toEqual(['HoldReleased', 'CaptureRequested']);
});

it('charges wait for rules that only flag too, and then go on', async () => {
  await open(null);
  const sends = [await server.send(), await server.send(), await server.send()];
  for (const send of sends) await server.pay(send);
  await waitFor('a charge', () => Promise.resolve(server.screened.mock.calls.length > 0 || null));
  for (const { data } of sends) expect(await server.lifeOf(data.transferId)).toEqual(CHARGED.slice(0, 3));
  server.runRules();
  await server.settle();
  for (const { data } of sends) expect(await server.lifeOf(data.transferId)).toEqual(CHARGED);
});
