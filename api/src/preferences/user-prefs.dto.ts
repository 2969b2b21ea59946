import { ApiProperty } from '@nestjs/swagger';
import { LOCALES, type Locale } from '../kernel/accounts.js';
import type { UserPrefs } from '../kernel/preferences.js';

/** Response of GET and PATCH /preferences */
export class UserPrefsDto implements UserPrefs {
  @ApiProperty({ format: 'uuid' })
  uid!: string;

  emailOptIn!: boolean;

  displayName!: string | null;

  @ApiProperty({ enum: LOCALES, nullable: true })
  locale!: Locale | null;

  /** null until the sender saves preferences. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  updatedAt!: string | null;
}
