import { IsBoolean, IsIn } from 'class-validator';
import { CleanText, WhenGiven } from '../http/validation.js';
import { LOCALES, NAME_MAX_LENGTH, type Locale } from '../kernel/accounts.js';
import type { ChangePreferencesRequest } from '../kernel/preferences.js';

/** PATCH /preferences */
export class ChangePreferencesDto implements ChangePreferencesRequest {
  /** Whether to receive important emails besides receipts, security and legal mail. */
  @WhenGiven()
  @IsBoolean()
  emailOptIn?: boolean;

  /** Name shown in the product; empty clears it. */
  @WhenGiven()
  @CleanText(NAME_MAX_LENGTH, { emptyAllowed: true })
  displayName?: string;

  /** Language of mail. */
  @WhenGiven()
  @IsIn(LOCALES)
  locale?: Locale;
}
