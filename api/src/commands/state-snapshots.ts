import type { RecordedEvent } from '../event-sourcing/event.js';
import { StoreUnavailable } from '../config/store-unavailable.js';
import type { EncryptedEventLog } from '../event-store/encrypted-event-log.js';
import type { Vault } from '../vault/vault.port.js';

/** Fewest events between two snapshots of a state. */
const SNAPSHOT_EVENTS = 64;
/** A longer stream has a larger state: its snapshots are this part of its length apart. */
const SNAPSHOT_SHARE = 128;

/** A decider or saga, as far as snapshots of its states go. */
interface Snapshotted {
  readonly name: string;
  readonly snapshot?: {
    readonly schema: number;
    save(state: never): object;
    restore(saved: never): unknown;
  };
}

/** The last event in a snapshot, and the version of its record in the vault. */
export interface Saved {
  readonly last: Pick<RecordedEvent, 'id' | 'stream' | 'revision'>;
  readonly version: number;
}

/** What the vault, which authenticates its records, keeps of a state. */
interface Kept {
  readonly schema: number;
  readonly revision: string;
  readonly eventId: string;
  readonly state: never;
}

/**
 * States kept beside the log, so that a long stream is not folded from its beginning (ADR 17). A snapshot that is absent,
 * of another schema, damaged or of another log counts for nothing: the stream is folded instead.
 */
export class StateSnapshots {
  constructor(
    private readonly log: EncryptedEventLog,
    private readonly vault: Pick<Vault, 'get' | 'put' | 'delete'>,
  ) {}

  /** The state with every event up to and including `last`. @throws StoreUnavailable */
  async load(
    { name, snapshot }: Snapshotted,
    stream: string,
  ): Promise<(Saved & { readonly state: unknown; readonly last: RecordedEvent }) | null> {
    if (!snapshot) return null;
    try {
      const record = await this.vault.get<Kept>('state', idOf(name, stream));
      if (record?.value.schema !== snapshot.schema) return null;
      const { revision, eventId, state } = record.value;
      for await (const last of this.log.read(stream, { from: BigInt(revision), limit: 1 }))
        if (last.id === eventId) return { state: snapshot.restore(state), last, version: record.version };
      return null;
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error;
      return null;
    }
  }

  /** Keeps a state when enough events came since `saved`, its last snapshot. Returns the snapshot that is now the last. */
  saveWhenDue(
    { name, snapshot }: Snapshotted,
    saved: Saved | null,
    { state, last }: { readonly state: unknown; readonly last: Saved['last'] },
  ): Saved | null {
    const interval = SNAPSHOT_EVENTS + Number(last.revision) / SNAPSHOT_SHARE;
    if (!snapshot || Number(last.revision - (saved?.last.revision ?? -1n)) < interval) return saved;
    const { stream, revision, id: eventId } = last;
    // Now: later events change the state.
    const kept = snapshot.save(state as never);
    const value = { schema: snapshot.schema, revision: String(revision), eventId, state: kept };
    void this.put(idOf(name, stream), { owner: stream, value }, saved?.version ?? null);
    return { last, version: (saved?.version ?? 0) + 1 };
  }

  /** Replaces also what cannot be read and what another process wrote. A failure only makes later loads longer. */
  private async put(
    id: string,
    record: { readonly owner: string; readonly value: object },
    version: number | null,
  ): Promise<void> {
    try {
      if ((await this.vault.put('state', id, record, version)) === 'ok') return;
      await this.vault.delete('state', id);
      await this.vault.put('state', id, record, null);
    } catch {
      // The next snapshot tries again.
    }
  }
}

const idOf = (name: string, stream: string): string => `${name}/${stream}`;
