import type { Locale } from './accounts.js';

/** A document of the view user_prefs and the answer of GET /preferences. */
export interface UserPrefs {
  readonly uid: string;
  readonly emailOptIn: boolean;
  readonly displayName: string | null;
  readonly locale: Locale | null;
  /** null until something was saved. */
  readonly updatedAt: string | null;
}

/** PATCH /preferences: what is given is merged, the rest stays. An empty display name clears it. */
export interface ChangePreferencesRequest {
  readonly emailOptIn?: boolean;
  readonly displayName?: string;
  readonly locale?: Locale;
}
