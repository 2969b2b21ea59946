import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { CARD_UNDO_MS, type SavedCard } from '@kernel/money/cards';
import { Text } from '@mantine/core';
import { useProblemText } from '../lib/api/use-problem-text';
import { useSend } from '../lib/api/use-send';
import { Icon } from '../ui/parts/icon';
import { showError } from '../ui/feedback/toasts';
import { useCardName } from './card-name';
import { useCardCommands } from './use-saved-cards';

/** The server's time for undoing began before its response arrived. */
const OFFERED_MS = CARD_UNDO_MS - 2_000;

interface RemovedCardsProps {
  readonly cards: readonly SavedCard[];
  /** The removal was undone, or can no longer be. Stable: the time for undoing runs on. */
  readonly onOver: (card: SavedCard) => void;
}

/** Cards that were just removed, each with a way to get it back. */
export function RemovedCards({ cards, onOver }: RemovedCardsProps) {
  return cards.map((card) => <RemovedCard key={card.id} card={card} onOver={onOver} />);
}

interface RemovedCardProps {
  readonly card: SavedCard;
  readonly onOver: (card: SavedCard) => void;
}

function RemovedCard({ card, onOver }: RemovedCardProps) {
  const { t } = useTranslation();
  const name = useCardName()(card);
  const problemText = useProblemText();
  const { restore } = useCardCommands();
  const { trigger } = useSend(() => restore(card.id), {
    onSuccess: () => {
      onOver(card);
    },
    onError: (failure) => {
      showError(problemText(failure));
      onOver(card);
    },
  });
  useEffect(() => {
    const timer = setTimeout(() => {
      onOver(card);
    }, OFFERED_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [card, onOver]);
  return (
    // The animation ends with the time for undoing.
    // oxlint-disable-next-line react/forbid-dom-props
    <li className="row card-removed" role="status" style={{ '--undo': `${String(OFFERED_MS)}ms` } as object}>
      <Icon name="trash" />
      <Text span className="row-who" fz="sm">
        {t('cards.removed', { card: name })}
      </Text>
      <button
        type="button"
        className="link"
        autoFocus
        aria-label={t('cards.undoNamed', { card: name })}
        onClick={() => void trigger()}
      >
        {t('cards.undo')}
      </button>
    </li>
  );
}
