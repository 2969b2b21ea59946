import { everyRecord } from './every-record.js';
import { updateRecord } from './update-record.js';
import type { Vault, VaultKind, VaultRecord } from './vault.port.js';

/** Records written at the same time: few enough to leave the vault to others. */
const SLICE = 20;

/**
 * Replaces the value of each record of a kind for which `again` gives another one; null for a record to leave. Those that
 * are done are left, so that a repeat continues where this was stopped. Returns how many were changed. @throws StoreUnavailable
 */
export async function reencryptRecords<T extends object>(
  vault: Vault,
  kind: VaultKind,
  again: (record: VaultRecord<T>) => T | null,
): Promise<number> {
  let changed = 0;
  const isOld = (record: VaultRecord) => again(record as VaultRecord<T>) !== null;
  const change = async ({ id }: VaultRecord) => {
    const count = await updateRecord<T, number>(vault, { kind, id }, (record) => {
      const value = record && again(record);
      return record && value ? { put: { owner: record.owner, value }, result: 1 } : { result: 0 };
    });
    changed += count;
  };
  for await (const page of everyRecord(vault, kind))
    for (let start = 0; start < page.length; start += SLICE)
      await Promise.all(
        page
          .slice(start, start + SLICE)
          .filter(isOld)
          .map(change),
      );
  return changed;
}
