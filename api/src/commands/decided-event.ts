import type { DomainEvent, EventMetadata, Position, RecordedEvent } from '../event-sourcing/event.js';
import type { CommandContext } from './command-context.js';
import type { EncryptedEventLog } from '../event-store/encrypted-event-log.js';
import type { NewEvent } from '../event-store/codec.js';
import type { StreamStates } from './stream-states.js';

/** Dresses a decided fact for the log. Frozen: a state that kept a part of it must not change what will be stored. */
export function newEvent(
  event: DomainEvent,
  id: string,
  { context, at }: { readonly context: CommandContext; readonly at: string },
): NewEvent {
  freeze(event.data);
  const { commandId, correlationId, causationId, actor } = context;
  const metadata = { commandId, $correlationId: correlationId, $causationId: causationId, actor, at };
  return { id, event, metadata };
}

/** The fact as the following decisions of its batch fold it, before it is stored. */
export function decidedEvent(
  { id, event, metadata }: NewEvent,
  states: StreamStates,
  log: EncryptedEventLog,
): RecordedEvent {
  const schemaVersion = log.declarations.get(event.type)?.schemaVersion;
  if (schemaVersion === undefined) throw new Error(`${event.type} is not declared`);
  return new DecidedEvent(states, { id, event, metadata: { ...metadata, schemaVersion } });
}

class DecidedEvent implements RecordedEvent {
  readonly id: string;
  readonly type: string;
  readonly data: object;
  readonly metadata: EventMetadata;
  readonly stream: string;
  readonly revision: bigint;

  constructor(states: StreamStates, fact: { id: string; event: DomainEvent; metadata: EventMetadata }) {
    this.id = fact.id;
    this.type = fact.event.type;
    this.data = fact.event.data;
    this.metadata = fact.metadata;
    this.stream = states.stream;
    this.revision = states.next;
  }

  get position(): Position {
    throw new Error('evolve must not read the position: it is not known before the event is stored');
  }
}

function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const part of Object.values(value)) freeze(part);
}
