import useSWR from 'swr';
import type { Sessions } from '@kernel/people/accounts';
import { getJson, sendJson } from '../lib/api/api';
import { keys } from '../lib/api/keys';
import { withLivePaused } from '../lib/live/live-pause';
import { useSession, useUid } from './use-session';

/** The user's sessions, and the commands that end them. */
export function useSessions() {
  const uid = useUid();
  const { change } = useSession();
  const sessions = useSWR<Sessions, unknown>(keys.sessions(uid), () => getJson('/sessions'));
  return {
    ...sessions,
    end: async (id: string) => {
      await sendJson('DELETE', '/sessions/{id}', { path: { id } });
      await sessions.mutate();
    },
    /** Ends this session too. */
    endAll: () =>
      withLivePaused(async () => {
        await sendJson('DELETE', '/sessions');
        await change(null);
      }),
  };
}
