import type { ChangePreferencesRequest, UserPrefs } from '@kernel/people/preferences';
import { useSession } from '../accounts/use-session';
import { sendJson } from '../lib/api/api';
import { useRead } from '../lib/api/reads';

/** The signed-in user's preferences and how to change them: given fields are merged, the rest stays. */
export function usePreferences() {
  const { session } = useSession();
  const preferences = useRead('/preferences');
  const save = async (change: ChangePreferencesRequest) => {
    const saved = await sendJson('PATCH', '/preferences', { body: change });
    // Of two changes at once, the response to the first may come last.
    const changed: Partial<UserPrefs> = Object.fromEntries(
      Object.keys(change).map((field) => [field, saved[field as keyof UserPrefs]]),
    );
    await preferences.mutate((shown) => ({ ...(shown ?? saved), ...changed }), { revalidate: false });
    // Other screens get the name with the session.
    session.retry();
  };
  return { ...preferences, save };
}
