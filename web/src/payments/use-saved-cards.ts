import type { SavedCard } from '@kernel/money/cards';
import { sendJson } from '../lib/api/api';
import { useRead } from '../lib/api/reads';

/** The sender's saved cards: the default first, then the newest. */
export function useSavedCards() {
  return useRead('/cards');
}

/** The commands on saved cards; each ends with the list as the server has it. */
export function useCardCommands() {
  const { mutate } = useSavedCards();
  const reloaded = async <Result>(sent: Promise<Result>): Promise<Result> => {
    const result = await sent;
    await mutate();
    return result;
  };
  const makeDefault = (id: string): Promise<SavedCard> =>
    reloaded(sendJson('PATCH', '/cards/{id}', { path: { id }, body: { isDefault: true } }));
  return {
    makeDefault,
    /** Saves a card that the card frame has taken. */
    save: async (token: string, isDefault: boolean): Promise<SavedCard> => {
      const card = await reloaded(sendJson('POST', '/cards', { body: { token } }));
      return isDefault && !card.isDefault ? makeDefault(card.id) : card;
    },
    remove: (id: string) => reloaded(sendJson('DELETE', '/cards/{id}', { path: { id } })),
    restore: (id: string) => reloaded(sendJson('POST', '/cards/{id}/restore', { path: { id } })),
  };
}
