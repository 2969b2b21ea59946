import type { Locale, Me, Role, SignInMethod } from '../kernel/accounts.js';
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
  roles!: Role[];
  verification!: KycBadge;
  locale!: Locale;
  /** How the user can sign in. */
  signInMethods!: SignInMethod[];
}
