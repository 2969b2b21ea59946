import { IsString } from 'class-validator';
import { IsIn, MaxLength, WhenGiven } from '../../../http/contract/validation.js';
import { LOCALES, type Locale } from '../../../kernel/people/accounts.js';
import { ExistingPassword } from '../passwords/new-password.js';

const FLAGS = ['true', 'false'] as const;
const PATH_MAX_LENGTH = 500;

/** GET /auth/:provider/start */
export class StartSocialDto {
  /** The result goes to the window that opened this one. */
  @WhenGiven()
  @IsIn(FLAGS)
  popup?: (typeof FLAGS)[number];

  /** Acceptance of the current terms, needed for a new account. */
  @WhenGiven()
  @IsIn(FLAGS)
  acceptTerms?: (typeof FLAGS)[number];

  /** Language of the provider's page, and of mail to a new account; defaults to English. */
  @WhenGiven()
  @IsIn(LOCALES)
  locale?: Locale;

  /** The screen that shows a refusal; defaults to the sign-in. */
  @WhenGiven()
  @IsIn(['/signin', '/signup'])
  page?: '/signin' | '/signup';

  /** Path of the screen to open afterwards; anything but a path of this application opens the dashboard. */
  @WhenGiven()
  @IsString()
  @MaxLength(PATH_MAX_LENGTH)
  returnTo?: string;
}

/** POST /auth/link */
export class LinkDto {
  @ExistingPassword()
  password!: string;
}

/** POST /auth/:provider/link */
export class StartLinkDto {
  /** The password of the account. */
  @ExistingPassword()
  password!: string;

  /** Language of the provider's page; defaults to English. */
  @WhenGiven()
  @IsIn(LOCALES)
  locale?: Locale;
}

/** POST /auth/:provider/unlink */
export class UnlinkDto {
  /** The password of the account. */
  @ExistingPassword()
  password!: string;
}
