import type { ChangePreferencesRequest } from '@kernel/people/preferences';
import { useSession } from '../accounts/use-session';
import { sendJson } from '../lib/api/api';
import { useRead } from '../lib/api/reads';

/** The signed-in user's preferences and how to change them: given fields are merged, the rest stays. */
export function usePreferences() {
  const { session } = useSession();
  const preferences = useRead('/preferences');
  const save = async (change: ChangePreferencesRequest) => {
    const saved = await sendJson('PATCH', '/preferences', { body: change });
    await preferences.mutate(saved, { revalidate: false });
    // Other screens get the name with the session.
    session.retry();
  };
  return { ...preferences, save };
}
