import { createSecretKey } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AnyEventDeclaration } from '../../api/src/event-sourcing/event.js';
import { Codec } from '../../api/src/event-store/codec.js';
import type { StoredEvent } from '../../api/src/event-store/event-store.port.js';

/** `npm run golden` sets it: what is missing is written instead of reported. */
export const UPDATING = process.env['UPDATE_GOLDEN'] === '1';

const FOLDER = join(__dirname, 'events');
const UID = '00000000-0000-4000-8000-000000000001';
const STREAM = `golden-${UID}`;
const POSITION = '00000000000000000001';
/** Encrypts nothing but the examples in this folder. */
const key = createSecretKey(Buffer.alloc(32, 'golden'));

/** One event as version `n` of Flip stored it, and what it says. */
export interface GoldenFile {
  readonly name: string;
  readonly version: number;
  readonly stored: StoredEvent;
  /** What the present version must read out of it. */
  readonly data: object;
}

/** A codec whose every person has the one golden key. */
export function goldenCodec(declarations: readonly AnyEventDeclaration[]): Codec {
  return new Codec(declarations, {
    peek: () => key,
    get: async () => Promise.resolve(key),
    getOrCreate: async () => Promise.resolve(key),
  });
}

export const goldenName = ({ type, schemaVersion }: AnyEventDeclaration) => `${type}.v${schemaVersion}.json`;

/** The present version of an event as it is stored today, made from its declared example. */
export async function writeGoldenFile(declaration: AnyEventDeclaration): Promise<void> {
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
  const [encoded] = await goldenCodec([declaration]).encode(STREAM, [event]);
  if (!encoded) throw new Error(`${declaration.type} could not be encoded`);
  const { id, type, data, metadata } = encoded.stored;
  const stored = { id, type, stream: STREAM, revision: '0', position: POSITION, data, metadata };
  writeFileSync(file, `${JSON.stringify({ stored, data: encoded.read.data }, null, 2)}\n`);
}

/** Every golden file there is, of past versions too. */
export function goldenFiles(): GoldenFile[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => {
      const { stored, data } = JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as {
        stored: Omit<StoredEvent, 'revision'> & { revision: string };
        data: object;
      };
      const version = Number(/\.v(\d+)\.json$/.exec(name)?.[1]);
      return { name, version, stored: { ...stored, revision: BigInt(stored.revision) }, data };
    });
}
