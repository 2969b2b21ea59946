import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '../../../config/clock.js';
import type { CommandContext } from '../../../event-sourcing/decider.js';
import { openStores, type Stores } from '../../../engine/stores/open-stores.js';
import { CommandRunner } from '../../../engine/commands/command-runner.js';
import { SubscriptionRunner } from '../../../engine/subscriptions/subscription-runner.js';
import type { SuspiciousTransaction } from '../../../kernel/staff/compliance.js';
import { ruleEvents } from '../../rules/definition/rule.events.js';
import { transferEvents } from '../../transfers/sending/transfer.events.js';
import { caseDecider, type CaseCommand } from './case.decider.js';
import { caseStream } from './case-events.rules.js';
import { caseEvents } from './case.events.js';
import { fraudSaga, type FraudAlert } from '../../rules/evaluation/fraud.saga.js';
import { RaiseAlert } from '../../access/raise-alert.js';
import { RaiseAlertHandler } from './raise-alert.handler.js';
import { suspiciousTransactionsProjection as projection } from './suspicious-transactions.projection.js';

const declarations = [...transferEvents, ...caseEvents, ...ruleEvents];
const keyEncryptionKey = randomBytes(32).toString('base64');
const clock: Clock = { now: () => Date.parse('2026-11-21T12:00:00.000Z') };
const requested = transferEvents[0].example;

/** The stores, runner, saga and view of a server. */
class Desk {
  private constructor(
    readonly stores: Stores,
    private readonly subscriptions: SubscriptionRunner,
    readonly runner: CommandRunner,
  ) {}

  static async open(folder: string): Promise<Desk> {
    const stores = await openStores({ folder, keyEncryptionKey, declarations });
    const runner = new CommandRunner(stores.eventLog, clock);
    const handler = new RaiseAlertHandler(runner);
    const dispatch = (alert: FraudAlert, context: CommandContext) =>
      handler.execute(new RaiseAlert(alert, context));
    const subscriptions = new SubscriptionRunner(
      { log: stores.eventLog, views: stores.viewStore, vault: stores.vault },
      { projections: [projection], sagas: [{ saga: fraudSaga, dispatch }] },
    );
    await subscriptions.start();
    return new Desk(stores, subscriptions, runner);
  }

  async close(): Promise<void> {
    await this.subscriptions.stop();
    await this.stores.close();
  }

  async attempt(uid: string, revision: number, minutes: number): Promise<string> {
    const transferId = randomUUID();
    const at = new Date(clock.now() + minutes * 60_000).toISOString();
    const event = {
      type: 'TransferRequested',
      data: { ...requested, transferId, amountCents: 2_000, requestedAt: at },
    };
    await this.stores.eventLog.append(`sender-${uid}`, revision === 0 ? 'no_stream' : BigInt(revision - 1), [
      { id: randomUUID(), ...event, metadata: { schemaVersion: 4, ...metadata(), at } },
    ]);
    return transferId;
  }

  /** Activates a version that alerts at this many attempts of any kind within an hour. */
  async change(ruleId: string, version: number, atLeast: number): Promise<void> {
    const definition = { name: 'Velocity', where: {}, measure: 'attempts', atLeast, withinMs: 3_600_000 };
    const data = { ...ruleEvents[3].example, version, definition: { ...definition, action: 'flag' } };
    await this.onRule(ruleId, 'no_stream', { type: 'RuleActivated', data });
  }

  async pause(ruleId: string): Promise<void> {
    await this.onRule(ruleId, 0n, { type: 'RulePaused', data: ruleEvents[4].example });
  }

  private async onRule(
    ruleId: string,
    expected: bigint | 'no_stream',
    event: { readonly type: string; readonly data: object },
  ): Promise<void> {
    const at = new Date(clock.now()).toISOString();
    await this.stores.eventLog.append(`rule-${ruleId}`, expected, [
      { id: randomUUID(), ...event, metadata: { schemaVersion: 1, ...metadata(), at } },
    ]);
  }

  /** The cases when the saga and the view have caught up. */
  async cases(): Promise<readonly SuspiciousTransaction[]> {
    for (let quiet = 0; quiet < 3;) {
      const head = await this.stores.eventLog.head();
      const there = this.subscriptions.status().every(({ live, through }) => live && through >= head);
      quiet = there ? quiet + 1 : 0;
      await new Promise((done) => setTimeout(done, 20));
    }
    const pages = [false, true].map((reviewed) =>
      this.stores.viewStore.find(projection, {
        by: 'byReviewed',
        where: { reviewed },
        limit: 100,
      }),
    );
    return (await Promise.all(pages)).flatMap(({ items }) => items);
  }

  async review(caseId: string): Promise<void> {
    const review: Omit<Extract<CaseCommand, { type: 'review' }>, 'at'> = {
      type: 'review',
      outcome: 'cleared',
      note: 'Known.',
      by: 'analyst',
      left: null,
      fourEyesCents: 50_000,
    };
    await this.runner.execute({
      decider: caseDecider,
      stream: caseStream(caseId),
      command: review,
      context: metadataContext(),
    });
  }
}

function metadataContext(): CommandContext {
  const commandId = randomUUID();
  return {
    commandId,
    correlationId: commandId,
    causationId: commandId,
    actor: { kind: 'system', id: 'spec' },
  };
}

function metadata() {
  const { commandId, correlationId, causationId, actor } = metadataContext();
  return { commandId, $correlationId: correlationId, $causationId: causationId, actor };
}

/** Deletes the saga's checkpoint, so that the next server processes the whole history. */
async function forgetTheSaga(folder: string): Promise<void> {
  const stores = await openStores({ folder, keyEncryptionKey, declarations });
  expect(await stores.vault.get('checkpoint', fraudSaga.name)).not.toBeNull();
  await stores.vault.delete('checkpoint', fraudSaga.name);
  await stores.close();
}

describe('the fraud saga over real stores', () => {
  let folder: string;
  let desk: Desk;
  const uid = randomUUID();

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'flip-fraud-'));
    desk = await Desk.open(folder);
  });
  afterEach(async () => {
    await desk.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function restart(): Promise<void> {
    await desk.close();
    desk = await Desk.open(folder);
  }

  it('misses nothing when restarted between two sends', async () => {
    const first = await desk.attempt(uid, 0, 0);
    await restart();
    const second = await desk.attempt(uid, 1, 1);
    await restart();
    const third = await desk.attempt(uid, 2, 2);
    expect(await desk.cases()).toEqual([
      expect.objectContaining({
        uid,
        transactionId: third,
        alert: expect.objectContaining({ txs: [first, second, third] }) as object,
      }),
    ]);
  });

  it('adds a later alert to the open case and opens a new one after the review', async () => {
    for (let sent = 0; sent < 4; sent += 1) await desk.attempt(uid, sent, sent);
    const [found] = await desk.cases();
    expect(found?.txCount).toBe(4);
    await desk.review(found?.id ?? '');
    await desk.attempt(uid, 4, 5);
    const cases = await desk.cases();
    const listed = cases.map(
      ({ reviewed, txCount }) => `${reviewed ? 'reviewed' : 'open'}, ${String(txCount)}`,
    );
    expect(listed).toEqual(['open, 5', 'reviewed, 4']);
  });

  it('decides one case per alert, however many alerts came before', async () => {
    const decided = jest.spyOn(desk.runner, 'execute');
    for (let sent = 0; sent < 12; sent += 1) await desk.attempt(uid, sent, sent);
    expect((await desk.cases()).map(({ txCount }) => txCount)).toEqual([12]);
    expect(decided).toHaveBeenCalledTimes(10);
  });

  it('raises nothing twice when the history is processed again, and reviewed cases stay reviewed', async () => {
    for (let sent = 0; sent < 5; sent += 1) await desk.attempt(uid, sent, sent);
    const [found] = await desk.cases();
    await desk.review(found?.id ?? '');
    await desk.attempt(uid, 5, 6);
    const before = await desk.cases();
    const head = await desk.stores.eventLog.head();
    await desk.close();
    await forgetTheSaga(folder);
    desk = await Desk.open(folder);
    expect(await desk.cases()).toEqual(before);
    expect(await desk.stores.eventLog.head()).toBe(head);
  });

  it('judges each attempt by what was in force before it, after a restart and from the beginning too', async () => {
    await desk.attempt(uid, 0, 0);
    await desk.attempt(uid, 1, 1);
    await desk.change('velocity', ruleEvents[3].example.version, 2);
    await desk.attempt(uid, 2, 2);
    await restart();
    await desk.pause('velocity');
    await desk.attempt(uid, 3, 3);
    const before = await desk.cases();
    expect(before.map(({ ruleVersion, txCount }) => [ruleVersion, txCount])).toEqual([[4, 3]]);
    const head = await desk.stores.eventLog.head();
    await desk.close();
    await forgetTheSaga(folder);
    desk = await Desk.open(folder);
    expect(await desk.cases()).toEqual(before);
    expect(await desk.stores.eventLog.head()).toBe(head);
  });
});
