import { sendJson } from '../lib/api/api';
import { useRead } from '../lib/api/reads';
import { withLivePaused } from '../lib/live/live-pause';
import { useSession } from './use-session';

/** The user's sessions, and the commands that end them. */
export function useSessions() {
  const { change } = useSession();
  const sessions = useRead('/sessions');
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
