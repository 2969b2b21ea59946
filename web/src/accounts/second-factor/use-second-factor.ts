import { useMemo } from 'react';
import { getJson, sendJson } from '../../lib/api/api';
import { useRead } from '../../lib/api/reads';
import { useSession } from '../use-session';

/** Whether the account has a second factor, and how many recovery codes are left. */
export function useSecondFactor() {
  return useRead('/second-factor');
}

/** What proves the owner of an account again. */
export type Proof = { readonly code: string } | { readonly password: string };

/** The commands of the second factor; each throws ApiError when it is refused. */
export function useSecondFactorCommands() {
  const { change } = useSession();
  return useMemo(() => {
    const renewMe = async () => change(await getJson('/me'));
    return {
      /** The second step of a sign-in. */
      enter: async (body: { readonly code: string } | { readonly recoveryCode: string }) => {
        await change(await sendJson('POST', '/auth/second-factor', { body }));
      },
      /** Without a proof a sender is mailed a code, and undefined comes back; what takes a factor's place needs none. */
      begin: (proof?: string) =>
        sendJson('POST', '/second-factor', {
          body: proof === undefined ? {} : { proof },
        }),
      /** With the link of the mail that reported it. */
      undo: (token: string) => sendJson('POST', '/auth/second-factor/undo', { body: { token } }),
      /** The session is upgraded; `finish` shows it, since the recovery codes have to be seen first. */
      confirm: (code: string) => sendJson('POST', '/second-factor/confirm', { body: { code } }),
      finish: renewMe,
      remove: async () => {
        await sendJson('DELETE', '/second-factor');
        await renewMe();
      },
      replaceCodes: () => sendJson('POST', '/second-factor/recovery-codes'),
      stepUp: (body: Proof) => sendJson('POST', '/second-factor/step-up', { body }),
    };
  }, [change]);
}
