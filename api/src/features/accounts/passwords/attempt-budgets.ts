import type { AttemptBudget } from '../../../engine/vault/attempt-limiter.js';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Budgets for wrong passwords by account and network, and for every action that mails or hashes. */
export const ATTEMPT_BUDGETS = {
  signInAccount: { name: 'sign-in-account', burst: 10, everyMs: 90 * SECOND_MS },
  signInAddress: { name: 'sign-in-address', burst: 100, everyMs: MINUTE_MS / 100 },
  signUpAddress: { name: 'sign-up-address', burst: 10, everyMs: MINUTE_MS },
  socialAddress: { name: 'social-address', burst: 30, everyMs: 2 * SECOND_MS },
  forgotEmail: { name: 'forgot-email', burst: 3, everyMs: HOUR_MS / 3 },
  forgotAddress: { name: 'forgot-address', burst: 30, everyMs: HOUR_MS / 30 },
  tokenAddress: { name: 'token-address', burst: 30, everyMs: 10 * SECOND_MS },
  passwordAccount: { name: 'password-account', burst: 10, everyMs: 90 * SECOND_MS },
  enrolmentMail: { name: 'enrolment-mail', burst: 5, everyMs: 10 * MINUTE_MS },
  emailChange: { name: 'email-change', burst: 5, everyMs: HOUR_MS },
  confirmAccount: { name: 'confirm-account', burst: 3, everyMs: 4 * HOUR_MS },
} as const satisfies Readonly<Record<string, AttemptBudget>>;
