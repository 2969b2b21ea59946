import type { Position } from '../../../event-sourcing/event.js';
import { VAULT_LIST_LIMIT, type Vault, type VaultRecord } from '../../vault/vault.port.js';
import type { ParkedPlace } from '../projections/parked-events.js';

/** Most keys a saga may have parked; with more, something is wrong with all of them, and it waits instead. */
export const PARKED_KEYS_LIMIT = VAULT_LIST_LIMIT;
/** Most events parked behind one key; with more the saga waits, because none may be lost. */
export const PARKED_EVENTS_LIMIT = 1_000;

/** Everything of one saga that waits behind one failed event: a vault record of kind `parked`, owned by the saga. */
interface ParkedKey {
  readonly key: string;
  readonly reason: string;
  /** In the order of the log. */
  readonly events: readonly ParkedPlace[];
}

/** No more can be parked: the saga waits for an operator. */
export class ParkingFull extends Error {
  override readonly name = 'ParkingFull';
}

/** The parked events of a saga, by key. */
export class ParkedReactions {
  private keys = new Map<string, VaultRecord<ParkedKey>>();

  constructor(
    private readonly vault: Vault,
    private readonly saga: string,
  ) {}

  get size(): number {
    return [...this.keys.values()].reduce((sum, { value }) => sum + value.events.length, 0);
  }

  /** True when something of the key waits at or before `position`: then that has to wait as well. */
  has(key: string, position: Position): boolean {
    const first = this.keys.get(key)?.value.events[0];
    return first !== undefined && first.position <= position;
  }

  async load(): Promise<void> {
    const records = await this.vault.list<ParkedKey>('parked', this.saga);
    this.keys = new Map(records.map((record) => [record.value.key, record]));
  }

  /** Reads what other processes have done with a key. */
  async refresh(key: string): Promise<void> {
    const record = await this.vault.get<ParkedKey>('parked', this.idOf(key));
    if (record) this.keys.set(key, record);
    else this.keys.delete(key);
  }

  all(): readonly ParkedKey[] {
    return [...this.keys.values()].map(({ value }) => value);
  }

  /** Parks an event; a repeat changes nothing. @throws ParkingFull */
  async park(key: string, event: ParkedPlace, reason: string): Promise<void> {
    const { value, version = null } = this.keys.get(key) ?? { value: { key, reason, events: [] } };
    if (value.events.some(({ position }) => position === event.position)) return;
    const isFull =
      value.events.length >= PARKED_EVENTS_LIMIT || (version === null && this.keys.size >= PARKED_KEYS_LIMIT);
    if (isFull) throw new ParkingFull(`${this.saga} has parked as many events as it may`);
    const { stream, position } = event;
    const next = { ...value, events: [...value.events, { stream, position }] };
    if ((await this.put(key, next, version)) === 'ok') return;
    await this.refresh(key);
    await this.park(key, event, reason);
  }

  /** Removes the first events of a key: they are done. */
  async release(key: string, done: ReadonlySet<Position>): Promise<void> {
    const record = this.keys.get(key);
    if (!record) return;
    const events = record.value.events.filter(({ position }) => !done.has(position));
    if (events.length > 0) {
      await this.put(key, { ...record.value, events }, record.version);
      return;
    }
    await this.vault.delete('parked', this.idOf(key));
    this.keys.delete(key);
  }

  private async put(key: string, value: ParkedKey, expect: number | null): Promise<'ok' | 'stale'> {
    const id = this.idOf(key);
    const outcome = await this.vault.put('parked', id, { owner: this.saga, value }, expect);
    if (outcome === 'ok') {
      this.keys.set(key, { id, owner: this.saga, value, version: (expect ?? 0) + 1 });
    }
    return outcome;
  }

  private idOf(key: string): string {
    return `${this.saga}/${key}`;
  }
}
