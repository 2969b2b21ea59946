import { IsBoolean, IsIn, ValidateIf } from 'class-validator';
import { CleanText } from '../infrastructure/http/clean-text.js';
import { LOCALES, NAME_MAX_LENGTH, type Locale } from '../kernel/accounts.js';
import type { ChangePreferencesRequest } from '../kernel/preferences.js';

/** A field may be left out, but null is no value. */
const WhenGiven = () => ValidateIf((_, value) => value !== undefined);

/** PATCH /preferences */
export class ChangePreferencesDto implements ChangePreferencesRequest {
  /** Receive important emails beyond receipts, security and legal mail. */
  @WhenGiven()
  @IsBoolean()
  emailOptIn?: boolean;

  /** Name shown in the product; empty clears it. */
  @WhenGiven()
  @CleanText(NAME_MAX_LENGTH, { emptyAllowed: true })
  displayName?: string;

  /** Language of the mail. */
  @WhenGiven()
  @IsIn(LOCALES)
  locale?: Locale;
}
