import type { PersonName } from '@kernel/people/accounts';
import type { NameStep, VerificationOverview } from '@kernel/people/verification';
import { getJson, sendJson } from '../../lib/api/api';
import { useRead } from '../../lib/api/reads';
import { useMe, useSession } from '../use-session';

/** How the user changes their name, and the checks of it; both undefined until they are known. */
export function useNameChange(): {
  readonly step: NameStep | undefined;
  readonly overview: VerificationOverview | undefined;
} {
  const isUnchecked = useMe().verification === 'unverified';
  const { data } = useRead('/verification', isUnchecked ? null : {});
  return { step: isUnchecked ? 'edit' : data?.nameStep, overview: data };
}

/** Corrects the user's name. */
export function useChangeName() {
  const { change } = useSession();
  return async ({ firstName, lastName }: PersonName) => {
    await sendJson('POST', '/me/name', { body: { firstName, lastName } });
    await change(await getJson('/me'));
  };
}
