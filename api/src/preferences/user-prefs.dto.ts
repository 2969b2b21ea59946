import type { Locale } from '../kernel/accounts.js';
import type { UserPrefs } from '../kernel/preferences.js';

/** Response of GET and PATCH /preferences */
export class UserPrefsDto implements UserPrefs {
  uid!: string;

  emailOptIn!: boolean;

  displayName!: string | null;

  locale!: Locale | null;

  /** null until the sender saves preferences. */
  updatedAt!: string | null;
}
