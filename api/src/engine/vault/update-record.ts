import { StoreUnavailable } from '../storage/store-unavailable.js';
import type { Vault, VaultKind, VaultRecord } from './vault.port.js';

/** Most retries after conflicting writes to one record. */
const RETRY_LIMIT = 8;

/** What becomes of a record, which stays as it is without `put`, and what the caller gets. */
export interface RecordChange<Result> {
  readonly put?: { readonly owner: string; readonly value: object };
  readonly result: Result;
}

/**
 * Changes one record by compare-and-set; `change` decides again on the new record after a conflicting write, null when
 * there is none. Returns its result once the record is durable.
 * @throws StoreUnavailable when others change the record again and again
 */
export async function updateRecord<T extends object, Result>(
  vault: Pick<Vault, 'get' | 'put'>,
  { kind, id }: { readonly kind: VaultKind; readonly id: string },
  change: (record: VaultRecord<T> | null) => RecordChange<Result>,
): Promise<Result> {
  for (let round = 0; round < RETRY_LIMIT; round += 1) {
    const record = await vault.get<T>(kind, id);
    const { put, result } = change(record);
    if (!put || (await vault.put(kind, id, put, record?.version ?? null)) === 'ok') return result;
  }
  throw new StoreUnavailable(`The ${kind} record changes too often`);
}
