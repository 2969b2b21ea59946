import { ERASED } from '../../kernel/text/erased.js';
import { StoreUnavailable } from '../storage/store-unavailable.js';
import type { Mac } from '../vault/mac.js';
import type { AnyEventDeclaration, EventMetadata, RecordedEvent } from '../../event-sourcing/event.js';
import type { DataKey, DataKeys } from './data-keys.js';
import { decryptFields, encryptFields, readEnvelope, type Envelope } from './envelope.js';
import type { EventPlace, Json, JsonObject, NewEvent, StoredEvent } from './event-store.port.js';
import { fieldsAt, isJsonObject, jsonCopy, parts, removeField, setField } from './json.js';

/** What a subscription delivers: a decoded event, or the reason why it could not be decoded. */
export type LogEntry =
  | { readonly event: RecordedEvent; readonly stored: EventPlace }
  | { readonly undecodable: string; readonly stored: EventPlace };

/** An event as it is stored, and as it will be read. */
interface Encoded {
  readonly stored: NewEvent;
  readonly read: NewEvent;
}

type Keys = ReadonlyMap<string, DataKey | null>;

/** MAC of an event at its place, as it is stored: kept as `mac` in its metadata, which it covers too. */
export function eventMac(mac: Mac, event: Omit<StoredEvent, 'position'>): string {
  return mac.of(authenticText(event));
}

function authenticText({
  stream,
  revision,
  id,
  type,
  data,
  metadata,
}: Omit<StoredEvent, 'position'>): string {
  const { mac: _, ...covered } = metadata as JsonObject;
  return JSON.stringify([stream, String(revision), id, type, data, covered]);
}

/** Whether an event is unchanged, at its place and written with these secrets. */
export function isAuthentic(mac: Mac, event: StoredEvent): boolean {
  return isJsonObject(event.metadata) && mac.isOf(event.metadata['mac'], authenticText(event));
}

/**
 * Validates events against their declarations, encrypts and decrypts their personal fields, authenticates events, and
 * upcasts data of older versions.
 */
export class Codec {
  readonly declarations: ReadonlyMap<string, AnyEventDeclaration>;

  constructor(
    declarations: readonly AnyEventDeclaration[],
    private readonly keys: Pick<DataKeys, 'get' | 'getOrCreate' | 'mac'>,
  ) {
    this.declarations = new Map(declarations.map((declaration) => [declaration.type, declaration]));
    if (this.declarations.size !== declarations.length) throw new Error('An event type is declared twice');
  }

  /**
   * Each event as it is stored from the revision `first` on, and as it will be read. New keys are durable first.
   * @throws StoreUnavailable when the vault is unavailable
   */
  async encode(stream: string, first: bigint, events: readonly NewEvent[]): Promise<Encoded[]> {
    const encoded: Encoded[] = [];
    for (const event of events) {
      const { stored, read } = await this.encrypted(event, stream);
      const mac = eventMac(this.keys.mac, { ...stored, stream, revision: first + BigInt(encoded.length) });
      encoded.push({ stored: { ...stored, metadata: { ...stored.metadata, mac } as EventMetadata }, read });
    }
    return encoded;
  }

  /**
   * Each event decoded, or the reason why it cannot be. With `lazily`, personal fields are decrypted when they are first
   * read, and a field that cannot be decrypted throws then.
   * @throws StoreUnavailable when the vault is unavailable
   */
  async decode(stored: readonly StoredEvent[], lazily = false): Promise<LogEntry[]> {
    const keys = await this.keysOf(stored);
    const decrypt = lazily ? decryptedWhenRead : decryptedData;
    return stored.map((event) => this.entryOf(event, (bound, data) => decrypt(bound, data, keys)));
  }

  /** The event without its personal fields, or the reason why it cannot be decoded: no key is read, nothing decrypted. */
  decodeImpersonal(stored: StoredEvent): LogEntry {
    return this.entryOf(stored, (_, { sealed, ...data }) => data);
  }

  private entryOf(event: StoredEvent, opened: Opened): LogEntry {
    const { id, type, stream, revision, position } = event;
    const place = { id, type, stream, revision, position };
    try {
      return { event: { ...place, ...this.decoded(event, opened) }, stored: place };
    } catch (error) {
      return { undecodable: error instanceof Error ? error.message : String(error), stored: place };
    }
  }

  /** Personal fields are encrypted, or erased when their key was destroyed. */
  private async encrypted(event: NewEvent, stream: string): Promise<Encoded> {
    const { personal = [], subject } = this.declarationOf(event);
    const data = jsonCopy(event.data);
    if ('sealed' in data) throw new Error(`${event.type} has a field named sealed`);
    const read = { ...event, data };
    const fields = fieldsAt(data, personal);
    if (fields.size === 0) return { stored: read, read };
    if (!subject) throw new Error(`${event.type} has personal fields but no subject`);
    const uid = subject(data as never, stream);
    const key = await this.keys.getOrCreate(uid);
    const kept = jsonCopy(data);
    if (key === 'destroyed') {
      for (const field of fields.keys()) setField(kept, field, ERASED);
      return { stored: { ...event, data: kept }, read: { ...event, data: kept } };
    }
    for (const field of fields.keys()) removeField(kept, field);
    kept['sealed'] = encryptFields({ key, context: contextOf({ ...event, stream }) }, uid, fields);
    return { stored: { ...event, data: kept }, read };
  }

  private declarationOf({ type, metadata }: NewEvent): AnyEventDeclaration {
    const declaration = this.declarations.get(type);
    if (!declaration) throw new Error(`${type} is not declared`);
    if (metadata.schemaVersion !== declaration.schemaVersion)
      throw new Error(`${type} is written in version ${declaration.schemaVersion} only`);
    return declaration;
  }

  private decoded(event: StoredEvent, opened: Opened): Pick<RecordedEvent, 'data' | 'metadata'> {
    const { type, data } = event;
    if (!isJsonObject(data) || !isMetadata(event.metadata))
      throw new Error('it is not an event of this program');
    const { mac: _, ...metadata } = event.metadata;
    if (!isAuthentic(this.keys.mac, event))
      throw new Error('it was changed, moved or written with other secrets');
    const declaration = this.declarations.get(type);
    if (!declaration) throw new Error(`${type} is not known`);
    const { schemaVersion } = metadata;
    if (schemaVersion > declaration.schemaVersion) throw new Error(`version ${schemaVersion} is not known`);
    const open = 'sealed' in data ? opened({ ...event, metadata }, data) : data;
    return { data: upcasted(declaration, schemaVersion, open), metadata };
  }

  /** A damaged record costs its user's events only, like a missing one. */
  private async keyOrNull(uid: string): Promise<DataKey | null> {
    try {
      return await this.keys.get(uid);
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error;
      return null;
    }
  }

  private async keysOf(stored: readonly StoredEvent[]): Promise<Keys> {
    const uids = new Set<string>();
    for (const { data } of stored) {
      const envelope = isJsonObject(data) ? readEnvelope(data['sealed']) : null;
      if (envelope) uids.add(envelope.uid);
    }
    return new Map(
      await Promise.all([...uids].map(async (uid) => [uid, await this.keyOrNull(uid)] as const)),
    );
  }
}

/** What becomes of data with encrypted fields. */
type Opened = (event: Bound, data: JsonObject) => JsonObject;

type Bound = Pick<StoredEvent, 'id' | 'type' | 'stream'> & { readonly metadata: EventMetadata };

/** Names the event, so that its envelope cannot be decrypted elsewhere. */
const contextOf = ({ type, metadata, stream, id }: Bound): string =>
  `${type}|${metadata.schemaVersion}|${stream}|${id}`;

function decryptedData(event: Bound, { sealed, ...data }: JsonObject, keys: Keys): JsonObject {
  const { envelope, key } = keyOf(sealed, keys);
  const values = key === 'destroyed' ? null : decryptedValues(event, envelope, key);
  const copy = { ...data };
  envelope.fields.forEach((field, index) => {
    setField(copy, field, values ? (values[index] ?? null) : ERASED);
  });
  return copy;
}

/** The data with an accessor for each personal field: the first that is read decrypts them all. */
function decryptedWhenRead(event: Bound, data: JsonObject, keys: Keys): JsonObject {
  const { sealed, ...copy } = data;
  let decrypted: JsonObject | undefined;
  for (const field of keyOf(sealed, keys).envelope.fields) {
    const [outer] = parts(field);
    const get = () => (decrypted ??= decryptedData(event, data, keys))[outer];
    Object.defineProperty(copy, outer, { enumerable: true, configurable: true, get });
  }
  return copy;
}

function keyOf(sealed: unknown, keys: Keys): { readonly envelope: Envelope; readonly key: DataKey } {
  const envelope = readEnvelope(sealed);
  if (!envelope) throw new Error('its envelope is damaged');
  const key = keys.get(envelope.uid);
  if (!key) throw new Error('the key of its personal fields is missing or damaged');
  return { envelope, key };
}

function decryptedValues(event: Bound, envelope: Envelope, key: Exclude<DataKey, 'destroyed'>): Json[] {
  try {
    return decryptFields(envelope, key, contextOf(event));
  } catch (cause) {
    throw new Error('its envelope was changed or belongs to another event', { cause });
  }
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

function isMetadata(value: unknown): value is EventMetadata & { readonly mac?: Json } {
  if (!isJsonObject(value) || !isJsonObject(value['actor'])) return false;
  const { commandId, $correlationId, $causationId, at, schemaVersion } = value;
  return (
    Number.isInteger(schemaVersion) &&
    Number(schemaVersion) >= 1 &&
    [commandId, $correlationId, $causationId].every((text) => typeof text === 'string') &&
    typeof at === 'string' &&
    !Number.isNaN(Date.parse(at))
  );
}
