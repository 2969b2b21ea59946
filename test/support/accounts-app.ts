import type { Type } from '@nestjs/common';
import { AccountsModule } from '../../api/src/features/accounts/accounts.module.js';
import { PasswordHasher } from '../../api/src/features/accounts/passwords/password-hasher.js';
import { PasswordStrength } from '../../api/src/features/accounts/passwords/password-strength.js';
import { PaymentsModule } from '../../api/src/features/payments/payments.module.js';
import { PreferencesModule } from '../../api/src/features/preferences/preferences.module.js';
import { VerificationModule } from '../../api/src/features/verification/verification.module.js';
import type { Me } from '../../api/src/kernel/people/accounts.js';
import type { Client } from './client.js';
import { newPerson, OTHER_PASSWORD, PASSWORD } from './passwords.js';
import { tokenIn } from './smtp-inbox.js';
import { TestApp, type TestAppOptions } from './test-app.js';

/** The minimum cost of argon2: the passwords of tests protect nothing. */
const CHEAP_HASH = { memoryCost: 8, timeCost: 1 };
/** The environment in which a test may sign in as often as it wants. */
export const UNLIMITED = { environment: { RATE_LIMIT: 'off' } };

/** Accounts with real sessions, preferences (for the language of mails) and a mail server, and further modules. */
export async function openAccounts(
  options: TestAppOptions = {},
  modules: readonly Type[] = [],
): Promise<TestApp> {
  const app = await TestApp.open([PreferencesModule, ...modules], {
    sessions: AccountsModule,
    declared: [VerificationModule, PaymentsModule],
    withInbox: true,
    ...options,
  });
  acceptKnownPasswords(app.get(PasswordStrength));
  Object.assign(app.get(PasswordHasher), { cost: CHEAP_HASH });
  return app;
}

/** A person who has signed up, signed in in `browser`, and followed the link that confirms the address. */
export async function confirmedPerson(app: TestApp, browser = app.browser()) {
  const person = newPerson();
  await browser.signUp(person);
  await browser.signIn(person.email);
  const { uid } = await confirm(app, browser, person.email);
  return { person, browser, uid };
}

/** Follows the link that confirms the address of the person who is signed in. */
export async function confirm({ inbox }: TestApp, browser: Client, email: string): Promise<Me> {
  const token = tokenIn(await inbox.mailTo(email, { path: '/confirm' }));
  const { status, text } = await browser.post('/auth/confirm', { token });
  if (status !== 204) throw new Error(`Not confirmed: ${String(status)} ${text}`);
  return browser.me();
}

/** Skips the check for passwords known to be strong: it starts a thread with word lists that take longer to load than most specs run. */
function acceptKnownPasswords(strength: PasswordStrength): void {
  const check = strength.require.bind(strength);
  strength.require = async (password, ownWords) => {
    if (password !== PASSWORD && password !== OTHER_PASSWORD) await check(password, ownWords);
  };
}
