import type { Locale } from './accounts.js';

/** A document of the view user_prefs and the response of GET and PATCH /preferences. */
export class UserPrefs {
  readonly uid!: string;
  readonly emailOptIn!: boolean;
  readonly displayName!: string | null;
  readonly locale!: Locale | null;
  /** null until the sender saves preferences. */
  readonly updatedAt!: string | null;
}

/** PATCH /preferences: the given fields are merged. A display name of null, or empty, clears it. */
export interface ChangePreferencesRequest {
  readonly emailOptIn?: boolean;
  readonly displayName?: string | null;
  readonly locale?: Locale;
}
