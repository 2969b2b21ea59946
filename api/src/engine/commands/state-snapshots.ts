import type { DecidedCommand, Decider } from '../../event-sourcing/decider.js';
import type { DomainEvent, RecordedEvent } from '../../event-sourcing/event.js';
import { StoreUnavailable } from '../storage/store-unavailable.js';
import type { EncryptedEventLog } from '../event-store/encrypted-event-log.js';
import type { Vault } from '../vault/vault.port.js';

/** Events between two snapshots of a state, and so the most that a load folds. */
const SNAPSHOT_EVENTS = 64;

/** A decider or saga, as far as folding its states goes. */
export type FoldedBy<State = unknown, Event extends DomainEvent = DomainEvent> = Pick<
  Decider<State, DecidedCommand, Event>,
  'name' | 'initialState' | 'evolve' | 'snapshot'
>;

/** A state of one stream as far as it was folded. */
export interface FoldedState {
  state: unknown;
  /** The last event in `state`. */
  last: RecordedEvent | null;
  /** Its last snapshot: the revision of the last event in it, and the version of its record in the vault. */
  saved: { readonly revision: bigint; readonly version: number } | null;
}

/** The state before the first event. */
export const initially = (by: Pick<FoldedBy, 'initialState'>): FoldedState => ({
  state: by.initialState(),
  last: null,
  saved: null,
});

/** Revision of the next event of a state. */
export const nextOf = ({ last }: FoldedState): bigint => (last ? last.revision + 1n : 0n);

/** What the vault, which authenticates its records, keeps of a state. */
interface Kept {
  readonly schema: number;
  readonly revision: string;
  readonly eventId: string;
  readonly state: never;
}

/**
 * Snapshots of states, so that a long stream is not folded from its beginning (ADR 17). A snapshot that is absent,
 * of another schema, damaged or of another log counts for nothing: the stream is folded instead.
 */
export class StateSnapshots {
  constructor(
    private readonly log: EncryptedEventLog,
    private readonly vault: Pick<Vault, 'get' | 'put' | 'delete'>,
  ) {}

  /** The state in the last snapshot; null where there is none. @throws StoreUnavailable */
  async load(
    { name, snapshot }: Pick<FoldedBy, 'name' | 'snapshot'>,
    stream: string,
  ): Promise<FoldedState | null> {
    if (!snapshot) return null;
    try {
      const record = await this.vault.get<Kept>('state', idOf(name, stream));
      if (record?.value.schema !== snapshot.schema) return null;
      const { eventId, state } = record.value;
      const saved = { revision: BigInt(record.value.revision), version: record.version };
      for await (const last of this.log.read(stream, { from: saved.revision, limit: 1, lazily: true }))
        if (last.id === eventId) return { state: snapshot.restore(state), last, saved };
      return null;
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error;
      return null;
    }
  }

  /** Keeps a state when enough events came since its last snapshot. Every event in it must be stored. */
  saveWhenDue({ name, snapshot }: Pick<FoldedBy, 'name' | 'snapshot'>, folded: FoldedState): void {
    if (!snapshot || !folded.last) return;
    const { stream, revision, id: eventId } = folded.last;
    const { revision: before, version } = folded.saved ?? { revision: -1n, version: null };
    if (revision - before < SNAPSHOT_EVENTS) return;
    // Now: later events change the state.
    const state = snapshot.save(folded.state);
    const value = { schema: snapshot.schema, revision: String(revision), eventId, state };
    void this.put(idOf(name, stream), { owner: stream, value }, version);
    folded.saved = { revision, version: (version ?? 0) + 1 };
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
