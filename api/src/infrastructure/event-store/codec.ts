import type { AnyEventDeclaration, EventMetadata, RecordedEvent } from '../../event-sourcing/event.js';
import type { LogEntry, NewEvent } from '../event-log.js';
import type { DataKey, DataKeys } from '../vault/data-keys.js';
import { envelopeContext, open, readEnvelope, seal } from './envelope.js';
import type { EncodedEvent, Json, StoredEvent } from './event-store.port.js';
import { fieldsAt, jsonObject, withFields, withoutFields, type JsonObject } from './json.js';

/** What a personal field reads as once its person's key is destroyed. */
export const ERASED = '[erased]';
/** Keys that one page asks the vault for at the same time. */
const KEY_REQUEST_LIMIT = 64;

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

  constructor(
    declarations: readonly AnyEventDeclaration[],
    private readonly keys: Pick<DataKeys, 'peek' | 'get' | 'getOrCreate'>,
  ) {
    this.declarations = new Map(declarations.map((declaration) => [declaration.type, declaration]));
    if (this.declarations.size !== declarations.length) throw new Error('An event type is declared twice');
  }

  /** Makes the keys that are needed durable first. @throws StoreUnavailable when the vault does not answer */
  async encode(stream: string, events: readonly NewEvent[]): Promise<SealedEvent[]> {
    const sealed: SealedEvent[] = [];
    for (const event of events) sealed.push(await this.encodeOne(stream, event));
    return sealed;
  }

  /** Each event opened, or with the reason why it cannot be. @throws StoreUnavailable when the vault does not answer */
  async decode(stored: readonly StoredEvent[]): Promise<LogEntry[]> {
    const keys = await this.keysOf(stored);
    return stored.map((event) => {
      try {
        return { event: this.decodeOne(event, keys), stored: event };
      } catch (error) {
        return { undecodable: error instanceof Error ? error.message : String(error), stored: event };
      }
    });
  }

  private async encodeOne(stream: string, { id, event, metadata }: NewEvent): Promise<SealedEvent> {
    const declaration = this.declarations.get(event.type);
    if (!declaration) throw new Error(`${event.type} is not declared`);
    const { type, schemaVersion, personal = [], subject } = declaration;
    const data = jsonObject(event.data);
    if ('sealed' in data) throw new Error(`${type} has a field of its own named sealed`);
    const place = { id, type, metadata: { schemaVersion, ...metadata } };
    const fields = fieldsAt(data, personal);
    if (fields.size === 0) return { data, encoded: { ...place, data } };
    if (!subject) throw new Error(`${type} has personal fields but no subject`);
    const uid = subject(data as never, stream);
    const key = await this.keys.getOrCreate(uid);
    if (key === 'destroyed') {
      const erased = withFields(data, erasedFields([...fields.keys()]));
      return { data: erased, encoded: { ...place, data: erased } };
    }
    const context = envelopeContext({ type, schemaVersion, stream, id });
    const sealed = seal({ key, context }, uid, fields);
    return { data, encoded: { ...place, data: { ...withoutFields(data, fields), sealed } } };
  }

  private async keysOf(stored: readonly StoredEvent[]): Promise<Map<string, DataKey | null>> {
    const found = new Map<string, DataKey | null>();
    const missing = new Set<string>();
    for (const { data } of stored) {
      const uid = isObject(data) ? readEnvelope(data['sealed'])?.uid : undefined;
      if (uid === undefined || found.has(uid)) continue;
      const known = this.keys.peek(uid);
      if (known) found.set(uid, known);
      else missing.add(uid);
    }
    const uids = [...missing];
    for (let start = 0; start < uids.length; start += KEY_REQUEST_LIMIT) {
      const some = uids.slice(start, start + KEY_REQUEST_LIMIT);
      await Promise.all(some.map(async (uid) => found.set(uid, await this.keys.get(uid))));
    }
    return found;
  }

  private decodeOne(stored: StoredEvent, keys: ReadonlyMap<string, DataKey | null>): RecordedEvent {
    const { id, type, stream, revision, position, data, metadata } = stored;
    if (!isObject(data) || !isMetadata(metadata)) throw new Error('it is not an event of this program');
    const declaration = this.declarations.get(type);
    if (!declaration) throw new Error(`${type} is not known`);
    const { schemaVersion } = metadata;
    if (schemaVersion > declaration.schemaVersion) throw new Error(`version ${schemaVersion} is not known`);
    const context = envelopeContext({ type, schemaVersion, stream, id });
    const opened = 'sealed' in data ? openedData(data, context, keys) : data;
    const current = upcasted(declaration, schemaVersion, opened);
    return { type, data: current, id, stream, revision, position, metadata };
  }
}

function openedData(
  data: JsonObject,
  context: string,
  keys: ReadonlyMap<string, DataKey | null>,
): JsonObject {
  const { sealed, ...plain } = data;
  const envelope = readEnvelope(sealed);
  if (!envelope) throw new Error('its envelope is damaged');
  const key = keys.get(envelope.uid);
  if (!key) throw new Error('the key of its personal fields is missing');
  if (key === 'destroyed') return withFields(plain, erasedFields(envelope.fields));
  let values: Json[];
  try {
    values = open(envelope, key, context);
  } catch {
    throw new Error('its envelope was changed or belongs to another event');
  }
  return withFields(plain, new Map(envelope.fields.map((field, index) => [field, values[index] ?? null])));
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

const erasedFields = (fields: readonly string[]) => new Map(fields.map((field) => [field, ERASED]));

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
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
