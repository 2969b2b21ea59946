import useSWR from 'swr';
import type { ChangePreferencesRequest, UserPrefs } from '@kernel/people/preferences';
import { useSession, useUid } from '../accounts/use-session';
import { getJson, sendJson } from '../lib/api/api';
import { keys } from '../lib/api/keys';

/** The signed-in user's preferences and how to change them: given fields are merged, the rest stays. */
export function usePreferences() {
  const uid = useUid();
  const { session } = useSession();
  const preferences = useSWR<UserPrefs, unknown>(keys.preferences(uid), () => getJson('/preferences'));
  const save = async (change: ChangePreferencesRequest) => {
    const saved = await sendJson('PATCH', '/preferences', { body: change });
    await preferences.mutate(saved, { revalidate: false });
    // Other screens get the name with the session.
    session.retry();
  };
  return { ...preferences, save };
}
