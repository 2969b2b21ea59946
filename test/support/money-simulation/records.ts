import { StoreUnavailable } from '../../../api/src/engine/storage/store-unavailable.js';
import { isoInstant } from '../../../api/src/config/clock.js';
import type { CommandRunner } from '../../../api/src/engine/commands/command-runner.js';
import type { CommandRequest, CommandResult } from '../../../api/src/engine/commands/pending-command.js';
import type { DecidedCommand, Decider } from '../../../api/src/event-sourcing/decider.js';
import type { DomainEvent, RecordedEvent } from '../../../api/src/event-sourcing/event.js';
import type { EncryptedEventLog } from '../../../api/src/engine/event-store/encrypted-event-log.js';
import { RevisionConflict, type NewEvent } from '../../../api/src/engine/event-store/event-store.port.js';
import { StreamsNotBegun } from '../../../api/src/features/transfers/sending/transfer.decider.js';
import { DomainError } from '../../../api/src/kernel/domain-error.js';
import { InMemoryLog, openInMemoryEventStore } from '../in-memory-event-store.js';
import type { Parts } from './parts.js';
import type { Tasks } from './tasks.js';

/** Deadline for storing a decision, as in the command runner. */
const DEADLINE_MS = 60_000;

interface Fold {
  state: unknown;
  next: number;
}

/** The event log, which survives when every process ends. */
export class Records {
  private readonly log = new InMemoryLog();
  private readonly store = openInMemoryEventStore(this.log);
  private readonly folds = new Map<string, Fold>();
  /** Called with every event once it is stored. */
  onEvent: (event: RecordedEvent) => void = () => undefined;

  private ids = 0;

  newId(): string {
    this.ids += 1;
    return `00000000-0000-4000-8000-${String(this.ids).padStart(12, '0')}`;
  }

  get events(): readonly RecordedEvent[] {
    return this.log.events as readonly RecordedEvent[];
  }

  stream(name: string): readonly RecordedEvent[] {
    return this.log.stream(name) as readonly RecordedEvent[];
  }

  /** Each stored event is folded once for all readers. */
  stateOf<State>(
    decider: Pick<Decider<State, never, never>, 'name' | 'initialState' | 'evolve'>,
    stream: string,
  ): State {
    const key = `${decider.name}/${stream}`;
    const fold = this.folds.get(key) ?? { state: decider.initialState(), next: 0 };
    this.folds.set(key, fold);
    for (const event of this.stream(stream).slice(fold.next)) {
      fold.state = decider.evolve(fold.state as State, event as never);
      fold.next += 1;
    }
    return fold.state as State;
  }

  /** @throws RevisionConflict when the stream has grown */
  async append(stream: string, length: number, events: readonly NewEvent[]): Promise<void> {
    const from = this.log.events.length;
    await this.store.append(stream, length === 0 ? 'no_stream' : BigInt(length - 1), events);
    for (const event of this.events.slice(from)) this.onEvent(event);
  }

  /** The event as readers of one stream receive it. */
  asLog(): EncryptedEventLog {
    const read = (stream: string, { from = 0n, limit = Infinity }: { from?: bigint; limit?: number } = {}) =>
      this.store.read(stream, { from, ...(limit < Infinity && { limit }) });
    const head = () => Promise.resolve(this.events.at(-1)?.position ?? '');
    return { read, head } as unknown as EncryptedEventLog;
  }
}

/** Decides on streams like the command runner, but parks between a decision and its append, where races happen. */
export class ParkingRunner {
  constructor(
    private readonly world: {
      readonly clock: { readonly nowMs: number };
      readonly records: Records;
      readonly tasks: Tasks;
      readonly parts: Parts;
      faulted(what: string): void;
    },
  ) {}

  asRunner(): CommandRunner {
    return this as unknown as CommandRunner;
  }

  query<State, Selected>(
    decider: Decider<State, never, never>,
    stream: string,
    read: (state: State) => Selected,
  ): Promise<Selected> {
    const state = this.world.records.stateOf(decider, stream);
    const isLife = decider.name === 'transfer-lifecycle';
    return Promise.resolve(read(isLife ? (this.world.parts.seen(state as never) as State) : state));
  }

  async execute<State, Command extends DecidedCommand, Event extends DomainEvent, Selected = undefined>(
    request: CommandRequest<State, Command, Event, Selected>,
  ): Promise<CommandResult<Event, Selected>> {
    const { records, tasks, clock, parts } = this.world;
    const { stream, select } = request;
    const decider = parts.decider(request.decider as never) as unknown as typeof request.decider;
    const untilMs = clock.nowMs + DEADLINE_MS;
    for (;;) {
      const length = records.stream(stream).length;
      const events = this.decided(decider, request, records.stateOf(decider, stream));
      if (events.length > 0) {
        await tasks.park(`recording ${events.map(({ type }) => type).join(', ')}`);
        if (clock.nowMs > untilMs) throw new StoreUnavailable('not stored in time');
        if (!(await this.stored(stream, length, events))) continue;
      }
      const selected = select?.(records.stateOf(decider, stream)) as Selected;
      return { events: records.stream(stream).slice(length) as never, position: null, selected };
    }
  }

  private async stored(stream: string, length: number, events: readonly NewEvent[]): Promise<boolean> {
    try {
      await this.world.records.append(stream, length, events);
      return true;
    } catch (error) {
      if (error instanceof RevisionConflict) return false;
      throw error;
    }
  }

  private decided<State, Command extends DecidedCommand, Event extends DomainEvent>(
    decider: Decider<State, Command, Event>,
    {
      stream,
      command,
      context,
    }: Pick<CommandRequest<State, Command, Event, never>, 'stream' | 'command' | 'context'>,
    state: State,
  ): readonly NewEvent[] {
    const last = this.world.records.stream(stream).at(-1)?.metadata.at ?? '';
    const now = isoInstant(this.world.clock.nowMs);
    const at = now > last ? now : last;
    const { commandId, correlationId, causationId, actor } = context;
    const metadata = {
      commandId,
      $correlationId: correlationId,
      $causationId: causationId,
      actor,
      at,
      schemaVersion: 1,
    };
    try {
      return decider.decide({ ...command, at } as Command, state).map(({ type, data }) => {
        return { id: this.world.records.newId(), type, data, metadata };
      });
    } catch (error) {
      const isExpected = error instanceof DomainError || error instanceof StreamsNotBegun;
      if (!isExpected) this.world.faulted(`a decision failed: ${String(error)}`);
      throw error;
    }
  }
}
