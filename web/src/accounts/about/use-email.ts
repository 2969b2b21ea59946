import { useMemo } from 'react';
import type { EmailEnd } from '@kernel/people/accounts';
import { sendJson } from '../../lib/api/api';
import { useRead } from '../../lib/api/reads';

/** What becomes of the user's address, and the commands that change it; each throws ApiError when it is refused. */
export function useEmail() {
  const state = useRead('/me/email');
  const { mutate } = state;
  return useMemo(
    () => ({
      ...state,
      /** Mails links to both addresses; the same address again mails the missing ones again. */
      request: async (email: string) => {
        await mutate(await sendJson('POST', '/me/email', { body: { email } }), { revalidate: false });
      },
      cancel: async () => {
        await sendJson('DELETE', '/me/email');
        await mutate();
      },
    }),
    [state, mutate],
  );
}

/** What the links of the mails about a change of address do; without a session. */
export const emailLinks = {
  confirm: (token: string, end: EmailEnd) =>
    sendJson('POST', '/auth/email/confirm', { body: { token, end } }),
  undo: (token: string, password: string) =>
    sendJson('POST', '/auth/email/undo', { body: { token, password } }),
};
