import { createSecretKey } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AnyEventDeclaration } from '../../api/src/event-sourcing/event.js';
import { macFor } from '../../api/src/engine/vault/mac.js';
import { Codec } from '../../api/src/engine/event-store/codec.js';
import type { StoredEvent } from '../../api/src/engine/event-store/event-store.port.js';

/** Set by `npm run golden`: missing files are written instead of reported. */
export const UPDATING = process.env['UPDATE_GOLDEN'] === '1';

const FOLDER = 'test/golden/events';
const UID = '00000000-0000-4000-8000-000000000001';
const STREAM = `golden-${UID}`;
const POSITION = '00000000000000000001';
/** A key for the examples in this folder only. */
const KEY = Buffer.alloc(32, 'golden');
const key = createSecretKey(KEY);

/** One event as its schema version stored it, and what the current version must read from it. */
export interface GoldenFile {
  readonly name: string;
  /** Never changes. */
  readonly stored: StoredEvent;
  /** Data of the current schema version, decrypted. */
  readonly data: object;
}

/** A codec that uses the golden key for every subject. */
export function goldenCodec(declarations: readonly AnyEventDeclaration[]): Codec {
  return new Codec(declarations, {
    get: async () => Promise.resolve(key),
    getOrCreate: async () => Promise.resolve(key),
    mac: macFor({ keyEncryptionKey: KEY.toString('base64') }, 'event'),
  });
}

export const goldenName = ({ type, schemaVersion }: AnyEventDeclaration) => `${type}.v${schemaVersion}.json`;

/**
 * Writes the missing files of current versions, and updates the expected data in files of earlier versions after the
 * shape has changed. An upcast that changes values is not written: the golden test reports it.
 */
export async function writeGoldenFiles(declarations: readonly AnyEventDeclaration[]): Promise<void> {
  for (const declaration of declarations) await writeMissing(declaration);
  const codec = goldenCodec(declarations);
  for (const { name, stored, data } of goldenFiles()) {
    const example = declarations.find(({ type }) => type === stored.type)?.example;
    if (shapeDifferences(data, example).length === 0) continue;
    const [entry] = await codec.decode([stored]);
    if (!entry || !('event' in entry)) throw new Error(`${name}: ${entry?.undecodable ?? 'not decoded'}`);
    const revision = String(stored.revision);
    write(join(FOLDER, name), { stored: { ...stored, revision }, data: entry.event.data });
  }
}

/** The current version of an event, stored from its declared example. */
async function writeMissing(declaration: AnyEventDeclaration): Promise<void> {
  const file = join(FOLDER, goldenName(declaration));
  if (existsSync(file)) return;
  const event = {
    id: '00000000-0000-5000-8000-000000000002',
    type: declaration.type,
    data: declaration.example,
    metadata: {
      schemaVersion: declaration.schemaVersion,
      commandId: '00000000-0000-4000-8000-000000000003',
      $correlationId: '00000000-0000-4000-8000-000000000004',
      $causationId: '00000000-0000-4000-8000-000000000004',
      actor: { kind: 'sender', id: UID },
      at: '2026-01-01T00:00:00.000Z',
    },
  } as const;
  const [encoded] = await goldenCodec([declaration]).encode(STREAM, 0n, [event]);
  if (!encoded) throw new Error(`${declaration.type} could not be encoded`);
  const { id, type, data, metadata } = encoded.stored;
  const stored = { id, type, stream: STREAM, revision: '0', position: POSITION, data, metadata };
  write(file, { stored, data: encoded.read.data });
}

function write(file: string, content: object): void {
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
}

/** Paths at which two values differ in shape; `null` has the shape of any value, a list that of its first item. */
export function shapeDifferences(one: unknown, other: unknown, path = ''): string[] {
  const isMissing = one === undefined || other === undefined;
  if (!isMissing && (one === null || other === null)) return [];
  if (Array.isArray(one) && Array.isArray(other)) return shapeDifferences(one[0], other[0], `${path}[]`);
  const areObjects = [one, other].every((value) => typeOf(value) === 'object');
  if (!areObjects) return typeOf(one) === typeOf(other) ? [] : [`${path}: ${typeOf(one)}, ${typeOf(other)}`];
  const [fields, others] = [one as Record<string, unknown>, other as Record<string, unknown>];
  const names = [...new Set([...Object.keys(fields), ...Object.keys(others)])];
  return names.flatMap((name) => shapeDifferences(fields[name], others[name], `${path}.${name}`));
}

const typeOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value;

/** Every golden file, including those of earlier versions. */
export function goldenFiles(): GoldenFile[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => {
      const { stored, data } = JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as {
        stored: Omit<StoredEvent, 'revision'> & { revision: string };
        data: object;
      };
      return { name, stored: { ...stored, revision: BigInt(stored.revision) }, data };
    });
}
