import { IsBoolean, IsOptional } from 'class-validator';
import { CleanText, IsIn, WhenGiven } from '../../http/contract/validation.js';
import { LOCALES, NAME_MAX_LENGTH, type Locale } from '../../kernel/people/accounts.js';
import type { ChangePreferencesRequest } from '../../kernel/people/preferences.js';

/** PATCH /preferences */
export class ChangePreferencesDto implements ChangePreferencesRequest {
  /** Whether to receive important emails besides receipts, deliveries, security and legal mail. */
  @WhenGiven()
  @IsBoolean()
  emailOptIn?: boolean;

  /** Which of these: the result of an identity check. */
  @WhenGiven()
  @IsBoolean()
  emailIdentity?: boolean;

  /** Which of these: what waits for the sender, such as an unpaid transfer or an expiring card. */
  @WhenGiven()
  @IsBoolean()
  emailReminders?: boolean;

  /** Name shown in the product and in mail; null or empty clears it. */
  @IsOptional()
  @CleanText(NAME_MAX_LENGTH, { emptyAllowed: true })
  displayName?: string | null;

  /** Language of mail. */
  @WhenGiven()
  @IsIn(LOCALES)
  locale?: Locale;
}
