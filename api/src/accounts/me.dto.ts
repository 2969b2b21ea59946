import { ApiProperty } from '@nestjs/swagger';
import {
  LOCALES,
  type Locale,
  type Me,
  ROLES,
  type Role,
  SIGN_IN_METHODS,
  type SignInMethod,
} from '../kernel/accounts.js';
import type { KycBadge } from '../kernel/verification.js';

/** Response of GET /me and of a sign-in. */
export class MeDto implements Me {
  uid!: string;
  email!: string;
  emailConfirmed!: boolean;
  firstName!: string;
  /** The preference when set, else first and last name. */
  displayName!: string;
  fullName!: string;
  @ApiProperty({ enum: ROLES, isArray: true })
  roles!: Role[];
  @ApiProperty({ enum: ['unverified', 'pending', 'verified'] })
  verification!: KycBadge;
  @ApiProperty({ enum: LOCALES })
  locale!: Locale;
  /** How the user can sign in. */
  @ApiProperty({ enum: SIGN_IN_METHODS, isArray: true })
  signInMethods!: SignInMethod[];
}
