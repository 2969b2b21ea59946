import type { ViewStore } from '../../../engine/view-store/view-store.port.js';
import { fullNameOf } from '../../../kernel/people/accounts.js';
import { accountsProjection } from '../../accounts/account/accounts.projection.js';

/** The full name of an account by its uid; null when it has none. */
export type NameOf = (uid: string) => Promise<string | null>;

/** Names for one response: each account is read once. */
export function namesFrom(views: ViewStore): NameOf {
  const names = new Map<string, Promise<string | null>>();
  const read = async (uid: string) => {
    const account = await views.get(accountsProjection, uid);
    return account && fullNameOf(account);
  };
  return (uid) => {
    const known = names.get(uid) ?? read(uid);
    names.set(uid, known);
    return known;
  };
}
