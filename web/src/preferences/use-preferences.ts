import useSWR from 'swr';
import type { ChangePreferencesRequest, UserPrefs } from '@kernel/preferences';
import { useSession, useUid } from '../accounts/use-session';
import { getJson, sendJson } from '../lib/api';
import { keys } from '../lib/keys';

/** What the signed-in person prefers, and how it is changed: what is given is merged, the rest stays. */
export function usePreferences() {
  const uid = useUid();
  const { session } = useSession();
  const answer = useSWR<UserPrefs, unknown>(keys.preferences(uid), () => getJson<UserPrefs>('/preferences'));
  const save = async (change: ChangePreferencesRequest) => {
    const saved = await sendJson<UserPrefs>('PATCH', '/preferences', { body: change });
    await answer.mutate(saved, { revalidate: false });
    // The name shown everywhere else comes with the session.
    session.retry();
  };
  return { ...answer, save };
}
