import useSWR from 'swr';
import type { SavedCard, SavedCards } from '@kernel/money/cards';
import { useUid } from '../accounts/use-session';
import { getJson, sendJson } from '../lib/api/api';
import { keys } from '../lib/api/keys';

/** The sender's saved cards: the default first, then the newest. */
export function useSavedCards() {
  const uid = useUid();
  return useSWR<SavedCards, unknown>(keys.cards(uid), () => getJson<SavedCards>('/cards'));
}

/** The commands on saved cards; each ends with the list as the server has it. */
export function useCardCommands() {
  const { mutate } = useSavedCards();
  const send = async <Result>(...[method, path, body]: Command): Promise<Result> => {
    const result = await sendJson<Result>(method, path, body === undefined ? {} : { body });
    await mutate();
    return result;
  };
  const makeDefault = (id: string) => send<SavedCard>('PATCH', pathOf(id), { isDefault: true });
  return {
    makeDefault,
    /** Saves a card that the card frame has taken. */
    save: async (token: string, isDefault: boolean): Promise<SavedCard> => {
      const card = await send<SavedCard>('POST', '/cards', { token });
      return isDefault && !card.isDefault ? makeDefault(card.id) : card;
    },
    remove: (id: string) => send<undefined>('DELETE', pathOf(id)),
    restore: (id: string) => send<SavedCard>('POST', `${pathOf(id)}/restore`),
  };
}

type Command = readonly [method: Parameters<typeof sendJson>[0], path: string, body?: object];

const pathOf = (id: string): string => `/cards/${encodeURIComponent(id)}`;
