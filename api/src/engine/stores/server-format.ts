import { StoreUnavailable } from '../storage/store-unavailable.js';
import { RevisionConflict, type EventStore, type NewEvent } from '../event-store/event-store.port.js';
import type { Vault } from '../vault/vault.port.js';
import { OtherDataFormat } from './data-format.js';

/**
 * Format of log and vault on servers; raised when an older version could not read what this one writes. Stores of the
 * time before the markers are of format 1.
 */
const SERVER_FORMAT = 1;
const UNMARKED_FORMAT = 1;
/** The newest event of this stream has the format of the log. No feature follows it. */
export const FORMAT_STREAM = 'flip-format';
/** Has the format of the vault. */
export const FORMAT_RECORD = { kind: 'format', id: 'stores', owner: 'stores' } as const;

/** Processes that mark a log at once write the same event. */
const MARKER_ID = 'b5e6f0c2-3f0d-5c55-9a5e-6d1f5f1f7a01';

interface Marked {
  readonly vault: Vault;
  readonly eventStore: Pick<EventStore, 'read' | 'append'>;
}

/**
 * Checks that the vault, and the log unless it is away, are of the format of this version. Changes nothing.
 * @throws OtherDataFormat, StoreUnavailable when the vault is away
 */
export async function requireServerFormat({ vault, eventStore }: Marked): Promise<void> {
  const record = await vault.get(FORMAT_RECORD.kind, FORMAT_RECORD.id);
  requireSame('The vault', record?.value);
  try {
    for await (const { data } of eventStore.read(FORMAT_STREAM, { backwards: true, limit: 1 }))
      requireSame('The event log', data);
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
  }
}

/** Marks empty stores; those that are marked already stay as they are. @throws StoreUnavailable */
export async function markServerFormat({ vault, eventStore }: Marked): Promise<void> {
  await eventStore.append(FORMAT_STREAM, 'no_stream', [marker()]).catch((error: unknown) => {
    if (!(error instanceof RevisionConflict)) throw error;
  });
  const { kind, id, owner } = FORMAT_RECORD;
  await vault.put(kind, id, { owner, value: { format: SERVER_FORMAT } }, null);
}

/** Without a time: the clock is compared with the newest event that has one. */
function marker(): NewEvent {
  const actor = { kind: 'system', id: 'stores' } as const;
  const origin = { commandId: MARKER_ID, $correlationId: MARKER_ID, $causationId: MARKER_ID };
  const metadata = { schemaVersion: 1, ...origin, actor, at: '' };
  return { id: MARKER_ID, type: 'FormatMarked', data: { format: SERVER_FORMAT }, metadata };
}

function requireSame(store: string, marked: unknown): void {
  const { format } = (marked ?? { format: UNMARKED_FORMAT }) as { readonly format?: unknown };
  if (format !== SERVER_FORMAT)
    throw new OtherDataFormat(store, {
      found: String(format),
      read: SERVER_FORMAT,
      instead: 'empty servers',
    });
}
