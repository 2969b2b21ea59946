import { useCallback, useRef, useState, type RefCallback } from 'react';
import { type CardChoice, isSameCard, type SavedCard, type ShownCard } from '@kernel/money/cards';
import { enteredCard, type CardEntryHandle } from './card-entry/card-entry-handle';
import { useSavedCards } from './use-saved-cards';

/** The radio of a card that is entered now. */
export const ANOTHER_CARD = 'another';

export interface PickedCard {
  /** Id of a saved card, or ANOTHER_CARD; null until the saved cards are known. */
  readonly selected: string | null;
  readonly select: (id: string) => void;
  /** The saved card that is selected; null for one that is entered now, undefined until the saved cards are known. */
  readonly card: ShownCard | null | undefined;
  readonly isSaving: boolean;
  readonly setSaving: (saving: boolean) => void;
  /** Takes the fields for another card while they are on the screen. */
  readonly entry: RefCallback<CardEntryHandle>;
  /** Changes when the fields are to be emptied. */
  readonly entered: number;
  /** Empties the fields after a card that is not taken, and reads the saved ones again: it may have been removed. */
  readonly clear: () => void;
  /** The card to pay with. @throws CardEntryError */
  readonly pick: () => Promise<CardChoice>;
}

/** With which card the sender pays: a saved one, the default at first, or another one. */
export function useCardChoice(declined: readonly ShownCard[] = []): PickedCard {
  const { data, error, mutate } = useSavedCards();
  const [chosen, select] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const [entered, setEntered] = useState(0);
  const fields = useRef<CardEntryHandle>(null);
  const entry = useCallback((handle: CardEntryHandle | null) => {
    fields.current = handle;
  }, []);
  // A card that is being entered stays selected when the saved ones arrive after all.
  if (error !== undefined && data === undefined && chosen === null) select(ANOTHER_CARD);
  const selected = data === undefined ? chosen : selectedOf(data.items, chosen, declined);
  return {
    selected,
    select,
    card: selected === null ? undefined : (data?.items.find(({ id }) => id === selected) ?? null),
    isSaving,
    setSaving,
    entry,
    entered,
    clear: () => {
      setEntered(entered + 1);
      void mutate();
    },
    pick: async () => {
      if (selected !== null && selected !== ANOTHER_CARD) return { cardId: selected };
      return { cardToken: await enteredCard(fields.current), saveCard: isSaving };
    },
  };
}

/** The chosen card unless it was removed, else the first that was not declined. */
function selectedOf(
  saved: readonly SavedCard[],
  chosen: string | null,
  declined: readonly ShownCard[],
): string {
  const usable = saved.filter(({ state }) => state !== 'expired');
  if (chosen === ANOTHER_CARD || usable.some(({ id }) => id === chosen)) return chosen ?? ANOTHER_CARD;
  return usable.find((card) => !declined.some((one) => isSameCard(card, one)))?.id ?? ANOTHER_CARD;
}
