import { v5 } from 'uuid';

/** The id of the transfer that a payment becomes: the API derives it from the sender and the idempotency key. */
export function transferIdOf({ uid, key }: { readonly uid: string; readonly key: string }): string {
  return v5(key, uid);
}
