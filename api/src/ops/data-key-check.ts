import { CopyRefused } from '../config/copy-refused.js';
import { readEnvelope } from '../event-store/envelope.js';
import { StoreUnavailable } from '../config/store-unavailable.js';
import type { DataKeys } from '../event-store/data-keys.js';

/**
 * Proves that an event can be opened: when it is sealed, its data key is in the vault and unwraps with these secrets,
 * or is known to be destroyed. `told` names the event. @throws CopyRefused, StoreUnavailable
 */
export async function requireDataKey(keys: DataKeys, data: unknown, told: string): Promise<void> {
  const uid = readEnvelope((data as { readonly sealed?: unknown } | null)?.sealed)?.uid;
  if (uid === undefined || keys.peek(uid) !== undefined) return;
  let key: unknown;
  try {
    key = await keys.get(uid);
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error;
    throw new CopyRefused(`The data key of ${told} cannot be opened with secrets.json`, { cause: error });
  }
  if (key === null) throw new CopyRefused(`The data key of ${told} is not in the vault`);
}
