import { isoInstant } from '../../../api/src/config/clock.js';
import type { Config } from '../../../api/src/config/config.js';
import { ProviderUnknown } from '../../../api/src/engine/providers/provider-unknown.js';
import { StoreUnavailable } from '../../../api/src/engine/storage/store-unavailable.js';
import { streamId, type RecordedEvent } from '../../../api/src/event-sourcing/event.js';
import { DomainError } from '../../../api/src/kernel/domain-error.js';
import { builtInRule } from '../../../api/src/kernel/staff/rules.js';
import {
  transferStream,
  type LifecycleEvent,
} from '../../../api/src/features/lifecycle/state/lifecycle-events.rules.js';
import type { LifecycleState } from '../../../api/src/features/lifecycle/state/lifecycle-state.rules.js';
import {
  openTransfersProjection,
  type OpenTransfer,
} from '../../../api/src/features/lifecycle/state/open-transfers.projection.js';
import { transferLifecycle } from '../../../api/src/features/lifecycle/state/transfer-lifecycle.decider.js';
import type { Send } from '../../../api/src/kernel/money/transfers.js';
import type { SendingRules } from '../../../api/src/features/transfers/sending/sending-rules.js';
import {
  strayChargesProjection,
  type StrayDocument,
} from '../../../api/src/features/lifecycle/strays/stray-charges.projection.js';
import { strayStream, type StrayEvent } from '../../../api/src/features/lifecycle/strays/stray.rules.js';
import { CardNetwork } from './card-network.js';
import { Luck } from './chance.js';
import { FlipProcess, type SagaInProcess } from './flip-process.js';
import { History } from './history.js';
import { Intentions } from './intentions.js';
import { Network, ProviderRefused, type Webhook } from './network.js';
import type { Parts } from './parts.js';
import { PayoutNetwork } from './payout-network.js';
import { ParkingRunner, Records } from './records.js';
import { Tasks, type Faulty } from './tasks.js';

/** The senders, by their uid. */
export const SENDERS = ['7f0c3f0e-58a1-4c51-9a0f-3b7f2a6d9e11', '1c9d1b52-7f5e-4a0e-8a44-1d9f6c0b7a10'];
const STARTED_AT = Date.parse('2026-11-20T12:00:00.000Z');
const PROCESSES = ['flip 1', 'flip 2'] as const;
const PROVIDERS_AHEAD_MS = [0, 0, -45_000, 45_000];
/** How long after its end a transfer without anything outstanding is compared. */
const RECENT_MS = 3 * 24 * 60 * 60_000;
/** Turns after which all work in progress must have ended. */
const TURNS_LIMIT = 2_000;

export interface RunOptions {
  /** Whether a readable history is kept. */
  readonly isRecorded: boolean;
  /** Whether the log loses charges, as a restore does. */
  readonly withStrays: boolean;
}

/** Two processes, their log, their providers and the network between them; its clock moves only on request. */
export class World {
  readonly clock = { nowMs: STARTED_AT };
  readonly history: History;
  readonly tasks = new Tasks();
  readonly records = new Records();
  readonly luck: Luck;
  readonly network: Network;
  readonly cards: CardNetwork;
  readonly payouts: PayoutNetwork;
  readonly intentions: Intentions;
  readonly withStrays: boolean;
  readonly config: Config;
  readonly rules: SendingRules;
  /** Whether the velocity rule holds its transfers, from the beginning of the log. */
  readonly velocityHolds: boolean;
  readonly violations: string[] = [];
  readonly open = new Map<string, OpenTransfer>();
  /** The view of stray charges. */
  readonly strays = new Map<string, StrayDocument>();
  /** When the network became whole; infinite before. */
  healingSinceMs = Infinity;
  /** The position of each saga, by name. */
  readonly checkpoints = new Map<string, number>();
  private processes: FlipProcess[];

  constructor(
    readonly seed: number,
    readonly parts: Parts,
    { isRecorded, withStrays }: RunOptions,
  ) {
    this.withStrays = withStrays;
    this.history = new History(this.clock, isRecorded);
    this.luck = new Luck(seed);
    const aheadMs = this.luck.pick(PROVIDERS_AHEAD_MS, 'the clocks of the providers');
    this.network = new Network(this.clock, this.tasks, this.history, aheadMs);
    this.intentions = new Intentions(this.records, (what) => this.violated(what));
    this.cards = new CardNetwork(this);
    this.payouts = new PayoutNetwork(this);
    this.config = {
      REFUND_FEES_ON_RETURN: this.luck.has(50, 'fees go back'),
      PUBLIC_URL: 'https://flip.example',
      HOST: '127.0.0.1',
      DESK_OUTCOME_MINUTES: 30,
      DESK_FOUR_EYES_CENTS: 10_000,
    } as Config;
    this.velocityHolds = this.luck.has(50, 'velocity holds');
    this.rules = {
      policy: {
        feeSchedule: 'card-3pct-plus-30c',
        minimumCents: 100,
        verifiedWeeklyLimitCents: null,
        refusalsCapped: true,
      },
      fingerprintOf: (send: object) => JSON.stringify(send),
      handleIndexOf: ({ handle }: Send) => handle,
    } as unknown as SendingRules;
    this.processes = PROCESSES.map((name) => this.started(name));
  }

  /** The first event of the log, when the velocity rule holds. */
  async activateRules(): Promise<void> {
    const rule = builtInRule('velocity');
    if (!this.velocityHolds || !rule) return;
    const definition = { ...rule.definition, action: 'hold' };
    const id = this.records.newId();
    const actor = { kind: 'staff', id: 'lead' } as const;
    const at = isoInstant(this.clock.nowMs);
    const metadata = { schemaVersion: 1, commandId: id, $correlationId: id, $causationId: id, actor, at };
    const data = { version: 2, definition, draftedBy: 'analyst', approvedBy: 'lead' };
    await this.records.append('rule-velocity', 0, [{ id, type: 'RuleActivated', data, metadata }]);
  }

  /** Senders with stray charges that count: the log has their accounts. */
  async openAccounts(): Promise<void> {
    if (!this.withStrays) return;
    const at = isoInstant(this.clock.nowMs);
    for (const uid of SENDERS) {
      const id = this.records.newId();
      const actor = { kind: 'sender', id: uid } as const;
      const metadata = { schemaVersion: 1, commandId: id, $correlationId: id, $causationId: id, actor, at };
      await this.records.append(`account-${uid}`, 0, [{ id, type: 'AccountRegistered', data: {}, metadata }]);
    }
  }

  /** Stray charges that are open tasks. */
  get openStrays(): readonly StrayDocument[] {
    return [...this.strays.values()].filter(({ life }) => life === 'open');
  }

  /** Whether a saga has processed every event that was recorded. */
  hasReacted(saga: string): boolean {
    const prefixes = this.process(0).sagas.find((one) => one.saga.name === saga)?.saga.prefixes ?? [];
    const left = this.records.events.slice(this.checkpoints.get(saga) ?? 0);
    return !left.some(({ stream }) => prefixes.some((prefix) => stream.startsWith(prefix)));
  }

  process(number: number): FlipProcess {
    const process = this.processes[number % this.processes.length];
    if (!process) throw new Error('There are always two processes');
    return process;
  }

  /** A violated rule. The first one ends the run. */
  violated(what: string): void {
    this.history.end('VIOLATED', what);
    this.violations.push(what);
  }

  /** An unexpected error. */
  faulted(what: string): void {
    this.violated(what);
  }

  /** Records a change in the history and in the worker's view. */
  note(event: RecordedEvent): void {
    const { stream, type, data } = event;
    this.history.log('log', `${stream.slice(0, 13)} ${type}`, JSON.stringify(data));
    const id = streamId(stream);
    if (stream.startsWith(strayStream.prefix)) {
      const stray = event as RecordedEvent<StrayEvent>;
      const document = strayChargesProjection.evolve(this.strays.get(id) ?? null, stray, id);
      if (document) this.strays.set(id, document);
    }
    if (!stream.startsWith(transferStream.prefix)) return;
    const next = openTransfersProjection.evolve(
      this.open.get(id) ?? null,
      event as RecordedEvent<LifecycleEvent>,
      id,
    );
    if (next) this.open.set(id, this.parts.timer(next));
  }

  stateOf(transferId: string): LifecycleState {
    return this.records.stateOf(transferLifecycle, transferStream(transferId));
  }

  get transferIds(): readonly string[] {
    return [...this.open.keys()];
  }

  /** Starts work in a process. Expected errors are added to the history; any other is a violation. */
  async start(process: FlipProcess, name: string, work: () => Promise<unknown>): Promise<void> {
    if (this.tasks.has(process, name)) return;
    await this.tasks.start(process, name, async () => {
      try {
        const result = await work();
        if (typeof result === 'string') this.history.log(process.name, name, result);
      } catch (error) {
        const isExpected =
          error instanceof DomainError ||
          error instanceof ProviderUnknown ||
          error instanceof ProviderRefused ||
          error instanceof StoreUnavailable;
        if (isExpected) this.history.log(process.name, name, error.message);
        else this.violated(`${name} failed: ${String(error)}`);
      }
    });
  }

  /** Processes the next event of a saga. */
  async react(process: FlipProcess, number: number): Promise<void> {
    const inProcess = process.sagas[number % process.sagas.length] as SagaInProcess;
    const { name, prefixes } = inProcess.saga;
    const { events } = this.records;
    let at = this.checkpoints.get(name) ?? 0;
    while (at < events.length && !prefixes.some((prefix) => events[at]?.stream.startsWith(prefix))) at += 1;
    const event = events[at];
    if (!event) return;
    await this.start(process, `saga ${name}`, async () => {
      try {
        await process.react(inProcess, event, this.records);
      } catch (error) {
        if (error instanceof DomainError) this.violated(`${name} refused ${event.type}: ${error.code}`);
        throw error;
      }
      this.checkpoints.set(name, Math.max(this.checkpoints.get(name) ?? 0, at + 1));
    });
  }

  /** The transfers named by the worker's view and its hints. */
  due(process: FlipProcess): readonly string[] {
    const now = new Date(this.clock.nowMs).toISOString();
    const listed = [...this.open.values()].filter(
      ({ waitsFor, timer, timerAt }) => waitsFor !== 'nothing' || (timer === 'set' && timerAt <= now),
    );
    return [...new Set([...process.hints, ...listed.map(({ id }) => id)])];
  }

  async work(process: FlipProcess, number: number): Promise<void> {
    const due = this.due(process);
    const transferId = due[number % Math.max(1, due.length)];
    if (transferId === undefined) return;
    process.hints.delete(transferId);
    await this.start(process, `worker ${transferId.slice(0, 4)}`, () => process.advance(transferId));
  }

  /** The daily run: the processor's list of disputes, payouts delivered long ago, and every other transfer compared. */
  async daily(process: FlipProcess): Promise<void> {
    await this.start(process, 'lists disputes', () => process.missed.record(new AbortController().signal));
    const recently = isoInstant(this.clock.nowMs - RECENT_MS);
    for (const transfer of this.open.values()) {
      const isLookedUp = transfer.payout === 'delivered' && transfer.updatedAt < recently;
      const part = isLookedUp ? 'looks up' : 'compares';
      await this.start(process, `${part} ${transfer.id.slice(0, 4)}`, () =>
        isLookedUp ? process.returns.look(transfer) : process.comparison.compare(transfer),
      );
    }
  }

  /** Delivers a webhook; it stays with its provider until it is received. */
  async deliver(process: FlipProcess, webhook: Webhook, isRepeated: boolean): Promise<void> {
    const { path, eventId, body } = webhook;
    const request = { body: Buffer.from(JSON.stringify(body)), headers: {} } as never;
    await this.start(process, `webhook ${eventId}`, async () => {
      await (path === 'stripe'
        ? process.paymentWebhooks.stripe(request)
        : process.payoutWebhooks.paypal(request));
      if (!isRepeated) this.forget(webhook);
    });
  }

  /** A webhook that never arrives. */
  lose(webhook: Webhook): void {
    this.history.log('network', `webhook ${webhook.eventId} is lost`, JSON.stringify(webhook.body));
    this.forget(webhook);
  }

  /** Ends a process in the middle of its work; sagas return to their stored checkpoints. */
  crash(number: number, back: number): void {
    const process = this.process(number);
    const ended = this.tasks.kill(process);
    this.history.log(process.name, 'CRASHES', ended.join('; '));
    this.processes = this.processes.map((one) => (one === process ? this.started(process.name) : one));
    for (const [name, at] of this.checkpoints) this.checkpoints.set(name, Math.max(0, at - back));
  }

  wait(ms: number): void {
    this.clock.nowMs += ms;
  }

  /** Runs all work in progress to its end, except that of a slow process. */
  async finish(fault: () => Faulty = () => 'none', slow?: FlipProcess): Promise<void> {
    let turns = 0;
    while (await this.tasks.resumeNext(fault(), slow)) turns += 1;
    if (turns > TURNS_LIMIT) this.violated('something never ends');
  }

  async resume(number: number, fault: Faulty): Promise<void> {
    if (this.tasks.count > 0) await this.tasks.resume(number, fault);
  }

  private forget(webhook: Webhook): void {
    const place = this.network.webhooks.indexOf(webhook);
    if (place >= 0) this.network.webhooks.splice(place, 1);
  }

  private started(name: string): FlipProcess {
    return new FlipProcess(name, this, new ParkingRunner(this));
  }
}
