import { useMemo } from 'react';
import type { Locale, SignInRequest, SignUpRequest, SocialProvider } from '@kernel/people/accounts';
import { getJson, sendJson } from '../lib/api/api';
import { useSession } from './use-session';

/** The account commands; each throws ApiError when it is refused. */
export function useAccountCommands() {
  const { change } = useSession();
  return useMemo(
    () => ({
      signUp: (body: SignUpRequest) => sendJson('POST', '/auth/sign-up', { body }),
      signIn: async (body: SignInRequest) => {
        await change(await sendJson('POST', '/auth/sign-in', { body }));
      },
      /** Signs in, and links the account at a provider that waits for this password. */
      link: async (password: string) => {
        await change(await sendJson('POST', '/auth/link', { body: { password } }));
      },
      /** Where to go to link an account at a provider. */
      startLink: (provider: SocialProvider, body: { password: string; locale: Locale }) =>
        sendJson('POST', '/auth/{provider}/link', { path: { provider }, body }),
      /** Removes a provider from the ways to sign in. */
      unlink: async (provider: SocialProvider, password: string) => {
        await sendJson('POST', '/auth/{provider}/unlink', { path: { provider }, body: { password } });
        await change(await getJson('/me'));
      },
      /** Mails a reset link if the account exists. */
      forget: (email: string) => sendJson('POST', '/auth/forgot', { body: { email } }),
      /** The account of a reset link. Fails when it is used or expired; it stays valid otherwise. */
      checkReset: (token: string) => sendJson('POST', '/auth/reset/check', { body: { token } }),
      reset: (token: string, password: string) =>
        sendJson('POST', '/auth/reset', { body: { token, password } }),
      confirmEmail: (token: string) => sendJson('POST', '/auth/confirm', { body: { token } }),
      changePassword: (current: string, password: string) =>
        sendJson('POST', '/auth/password', { body: { current, password } }),
    }),
    [change],
  );
}
