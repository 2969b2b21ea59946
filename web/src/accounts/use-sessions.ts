import useSWR from 'swr';
import type { SessionItem } from '@kernel/accounts';
import { getJson, sendJson } from '../lib/api';
import { keys } from '../lib/keys';
import { useSession, useUid } from './use-session';

interface SessionList {
  readonly items: readonly SessionItem[];
}

/** Where the person is signed in, and how to end it. */
export function useSessions() {
  const uid = useUid();
  const { change } = useSession();
  const answer = useSWR<SessionList, unknown>(keys.sessions(uid), () => getJson<SessionList>('/sessions'));
  return {
    ...answer,
    end: async (id: string) => {
      await sendJson('DELETE', `/sessions/${encodeURIComponent(id)}`);
      await answer.mutate();
    },
    /** Ends this session too. */
    endAll: async () => {
      await sendJson('DELETE', '/sessions');
      await change(null);
    },
  };
}
