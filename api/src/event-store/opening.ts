import type { KeyObject } from 'node:crypto';
import type { DataKey, DataKeys } from './data-keys.js';
import { envelopeContext, open, readEnvelope, type Envelope } from './envelope.js';
import type { StoredEvent } from './event-store.port.js';
import { setField, without, type JsonObject } from './json.js';

/** What a personal field reads as once its person's key is destroyed. */
export const ERASED = '[erased]';
/** Keys that one page asks the vault for at the same time. */
const KEY_REQUEST_LIMIT = 64;

/** A stored event with its personal fields in the open; `damage` says why they could not be opened. */
export interface OpenedEvent extends StoredEvent {
  readonly damage: string | null;
}

/** Opens the envelopes of stored events; knows nothing of what the events mean. */
export class Opening {
  constructor(private readonly keys: Pick<DataKeys, 'peek' | 'get'>) {}

  /** @throws StoreUnavailable when the vault does not answer */
  async open(stored: readonly StoredEvent[]): Promise<OpenedEvent[]> {
    const envelopes = stored.map(({ data }) => (isObject(data) ? readEnvelope(data['sealed']) : null));
    const keys = await this.keysOf(envelopes);
    return stored.map((event, index) => openedEvent(event, envelopes[index] ?? null, keys));
  }

  private async keysOf(envelopes: readonly (Envelope | null)[]): Promise<Keys> {
    const found = new Map<string, DataKey | null>();
    const missing = new Set<string>();
    for (const envelope of envelopes) {
      if (!envelope || found.has(envelope.uid)) continue;
      const known = this.keys.peek(envelope.uid);
      if (known) found.set(envelope.uid, known);
      else missing.add(envelope.uid);
    }
    const uids = [...missing];
    for (let start = 0; start < uids.length; start += KEY_REQUEST_LIMIT) {
      const some = uids.slice(start, start + KEY_REQUEST_LIMIT);
      await Promise.all(some.map(async (uid) => found.set(uid, await this.keys.get(uid))));
    }
    return found;
  }
}

/** True for what JSON calls an object. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

type Keys = ReadonlyMap<string, DataKey | null>;

function openedEvent(event: StoredEvent, envelope: Envelope | null, keys: Keys): OpenedEvent {
  const { id, type, stream, revision, position, data, metadata } = event;
  const place = { id, type, stream, revision, position };
  if (!isObject(data) || !('sealed' in data)) return { ...place, data, metadata, damage: null };
  if (!envelope) return { ...place, data, metadata, damage: 'its envelope is damaged' };
  const key = keys.get(envelope.uid);
  if (!key) return { ...place, data, metadata, damage: 'the key of its personal fields is missing' };
  const values = key === 'destroyed' ? envelope.fields.map(() => ERASED) : openedValues(event, envelope, key);
  if (!values) {
    const damage = 'its envelope was changed or belongs to another event';
    return { ...place, data, metadata, damage };
  }
  const copy = without(data, 'sealed');
  envelope.fields.forEach((field, index) => {
    setField(copy, field, values[index] ?? null);
  });
  return { ...place, data: copy, metadata, damage: null };
}

/** Null when the envelope does not belong to the event. */
function openedValues({ type, metadata, stream, id }: StoredEvent, envelope: Envelope, key: KeyObject) {
  const schemaVersion = isObject(metadata) ? Number(metadata['schemaVersion']) : Number.NaN;
  try {
    return open(envelope, key, envelopeContext({ type, schemaVersion, stream, id }));
  } catch {
    return null;
  }
}
