import type { Locale } from './accounts.js';

/** The kinds of optional mail that a sender chooses one by one, under "Receive important emails". */
export const MAIL_CHOICES = ['emailIdentity', 'emailReminders'] as const;
export type MailChoice = (typeof MAIL_CHOICES)[number];

/** A document of the view user_prefs and the response of GET and PATCH /preferences. */
export class UserPrefs {
  readonly uid!: string;
  /** "Receive important emails": without it no optional mail is sent. */
  readonly emailOptIn!: boolean;
  /** Mails with the result of an identity check, if `emailOptIn`. */
  readonly emailIdentity!: boolean;
  /** Mails about what waits for the sender: unpaid transfers and expiring cards, if `emailOptIn`. */
  readonly emailReminders!: boolean;
  readonly displayName!: string | null;
  readonly locale!: Locale | null;
  /** null until the sender saves preferences. */
  readonly updatedAt!: string | null;
}

/** PATCH /preferences: the given fields are merged. A display name of null, or empty, clears it. */
export interface ChangePreferencesRequest extends Readonly<Partial<Record<MailChoice, boolean>>> {
  readonly emailOptIn?: boolean;
  readonly displayName?: string | null;
  readonly locale?: Locale;
}
