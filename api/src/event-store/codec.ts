import type {
  AnyEventDeclaration,
  DomainEvent,
  EventMetadata,
  RecordedEvent,
} from '../event-sourcing/event.js';
import type { DataKey, DataKeys } from './data-keys.js';
import { envelopeContext, seal } from './envelope.js';
import type { EncodedEvent, EventPlace, Json, StoredEvent } from './event-store.port.js';
import { fieldsAt, jsonObject, setField, withoutFields, type JsonObject } from './json.js';
import { ERASED, isObject, Opening, type OpenedEvent } from './opening.js';

/** A decided event before it has a place; plain, without encryption. */
export interface NewEvent<E extends DomainEvent = DomainEvent> {
  readonly id: string;
  readonly event: E;
  readonly metadata: Omit<EventMetadata, 'schemaVersion'>;
}

/** What a subscription delivers: a decoded event, or the reason why it could not be decoded. */
export type LogEntry =
  | { readonly event: RecordedEvent; readonly stored: EventPlace }
  | { readonly undecodable: string; readonly stored: EventPlace };

/** An event ready for the store, beside the data that a read will give back. */
export interface SealedEvent {
  readonly data: JsonObject;
  readonly encoded: EncodedEvent;
}

/**
 * The edge between facts and stored events: holds each against its declaration, seals its personal fields and
 * opens them again, and brings data of older versions up to the present one.
 */
export class Codec {
  readonly declarations: ReadonlyMap<string, AnyEventDeclaration>;
  private readonly opening: Opening;

  constructor(
    declarations: readonly AnyEventDeclaration[],
    private readonly keys: Pick<DataKeys, 'peek' | 'get' | 'getOrCreate'>,
  ) {
    this.declarations = new Map(declarations.map((declaration) => [declaration.type, declaration]));
    if (this.declarations.size !== declarations.length) throw new Error('An event type is declared twice');
    this.opening = new Opening(keys);
  }

  /** Makes the keys that are needed durable first. @throws StoreUnavailable when the vault does not answer */
  async encode(stream: string, events: readonly NewEvent[]): Promise<SealedEvent[]> {
    const sealed: SealedEvent[] = [];
    for (const event of events) {
      const { plain, personal } = this.checked(stream, event);
      if (!personal) {
        sealed.push(plain);
        continue;
      }
      // A remembered key is not waited for.
      const key = this.keys.peek(personal.uid) ?? (await this.keys.getOrCreate(personal.uid));
      sealed.push(sealedFact(plain, personal, { key, stream }));
    }
    return sealed;
  }

  /** Each event opened, or with the reason why it cannot be. @throws StoreUnavailable when the vault does not answer */
  async decode(stored: readonly StoredEvent[]): Promise<LogEntry[]> {
    const opened = await this.opening.open(stored);
    return opened.map((event) => {
      try {
        return { event: this.recorded(event), stored: event };
      } catch (error) {
        return { undecodable: error instanceof Error ? error.message : String(error), stored: event };
      }
    });
  }

  /** Holds a fact against its declaration. */
  private checked(stream: string, { id, event, metadata }: NewEvent): Fact {
    const declaration = this.declarations.get(event.type);
    if (!declaration) throw new Error(`${event.type} is not declared`);
    const { type, schemaVersion, personal = [], subject } = declaration;
    const data = jsonObject(event.data);
    if ('sealed' in data) throw new Error(`${type} has a field of its own named sealed`);
    const { commandId, $correlationId, $causationId, actor, at } = metadata;
    const stored = { schemaVersion, commandId, $correlationId, $causationId, actor, at };
    const plain = { data, encoded: { id, type, data, metadata: stored } };
    const fields = fieldsAt(data, personal);
    if (fields.size === 0) return { plain, personal: null };
    if (!subject) throw new Error(`${type} has personal fields but no subject`);
    return { plain, personal: { uid: subject(data as never, stream), fields } };
  }

  private recorded(opened: OpenedEvent): RecordedEvent {
    const { id, type, stream, revision, position, data, metadata, damage } = opened;
    if (!isObject(data) || !isMetadata(metadata)) throw new Error('it is not an event of this program');
    const declaration = this.declarations.get(type);
    if (!declaration) throw new Error(`${type} is not known`);
    const { schemaVersion } = metadata;
    if (schemaVersion > declaration.schemaVersion) throw new Error(`version ${schemaVersion} is not known`);
    if (damage !== null) throw new Error(damage);
    const current = upcasted(declaration, schemaVersion, data);
    return { type, data: current, id, stream, revision, position, metadata };
  }
}

interface PersonalFields {
  readonly uid: string;
  readonly fields: ReadonlyMap<string, Json>;
}

/** A fact that fits its declaration, not sealed yet. */
interface Fact {
  readonly plain: SealedEvent;
  readonly personal: PersonalFields | null;
}

function sealedFact(
  { data, encoded: { id, type, metadata } }: SealedEvent,
  { uid, fields }: PersonalFields,
  { key, stream }: { readonly key: DataKey; readonly stream: string },
): SealedEvent {
  if (key === 'destroyed') {
    const erased = { ...data };
    for (const field of fields.keys()) setField(erased, field, ERASED);
    return { data: erased, encoded: { id, type, data: erased, metadata } };
  }
  const context = envelopeContext({ type, schemaVersion: metadata.schemaVersion, stream, id });
  const kept = withoutFields(data, fields);
  kept['sealed'] = seal({ key, context }, uid, fields);
  return { data, encoded: { id, type, data: kept, metadata } };
}

function upcasted(declaration: AnyEventDeclaration, version: number, data: object): object {
  let current = data;
  for (let from = version; from < declaration.schemaVersion; from++) {
    const upcast = declaration.upcasts?.[from];
    if (!upcast) throw new Error(`nothing turns version ${from} into ${from + 1}`);
    current = upcast(current as never);
  }
  return current;
}

function isMetadata(value: unknown): value is EventMetadata {
  if (!isObject(value) || !isObject(value['actor'])) return false;
  const texts = [value['commandId'], value['$correlationId'], value['$causationId'], value['at']];
  const version = value['schemaVersion'];
  return (
    typeof version === 'number' &&
    Number.isInteger(version) &&
    version >= 1 &&
    texts.every((text) => typeof text === 'string') &&
    !Number.isNaN(Date.parse(value['at'] as string))
  );
}
