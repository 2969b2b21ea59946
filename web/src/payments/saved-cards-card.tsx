import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SavedCard } from '@kernel/money/cards';
import { Box, Flex, Text } from '@mantine/core';
import { useProblemText } from '../lib/api/use-problem-text';
import { useSend } from '../lib/api/use-send';
import { Badge } from '../ui/feedback/badge';
import { Button } from '../ui/forms/button';
import { Card } from '../ui/parts/card';
import { EmptyState } from '../ui/feedback/empty-state';
import { ErrorBlock } from '../ui/feedback/error-block';
import { Icon } from '../ui/parts/icon';
import { SkeletonRows } from '../ui/feedback/skeleton';
import { showError } from '../ui/feedback/toasts';
import { CardArt } from './card-art';
import { CardExpiry, CardName, CardStateBadge, useCardName } from './card-name';
import { RemovedCards } from './removed-cards';
import { useCardCommands, useSavedCards } from './use-saved-cards';
import { AcceptedCards } from './card-entry/accepted-cards';
import { useCardKinds } from './card-entry/use-card-kinds';

/** The saved cards, or why there are none to see. */
export function SavedCardsCard({ onAdd }: { readonly onAdd: () => void }) {
  const { t } = useTranslation();
  const { data, error, mutate } = useSavedCards();
  const isLoading = !data && error === undefined;
  return (
    <Card title={t('cards.yours')} aside={<AcceptedCards />} busy={isLoading}>
      {isLoading && <SkeletonRows count={2} />}
      {!data && error !== undefined && (
        <ErrorBlock title={t('cards.failed')} error={error} onRetry={() => void mutate()} />
      )}
      {data && <CardList cards={data.items} onAdd={onAdd} />}
    </Card>
  );
}

interface CardListProps {
  readonly cards: readonly SavedCard[];
  readonly onAdd: () => void;
}

/** What can be done with each card; a removed one can be restored for a while. */
function CardList({ cards, onAdd }: CardListProps) {
  const { t } = useTranslation();
  const { isDebitOnly } = useCardKinds();
  const [removed, setRemoved] = useState<readonly SavedCard[]>([]);
  const waiting = removed.filter((card) => !cards.some(({ id }) => id === card.id));
  const onOver = useCallback((card: SavedCard) => {
    setRemoved((before) => before.filter(({ id }) => id !== card.id));
  }, []);
  if (cards.length === 0 && waiting.length === 0) return <NoCards onAdd={onAdd} />;
  return (
    <>
      <ul className="rows">
        {cards.map((card) => (
          <CardRow
            key={card.id}
            card={card}
            onRemoved={() => {
              setRemoved([...waiting, card]);
            }}
          />
        ))}
        <RemovedCards cards={waiting} onOver={onOver} />
      </ul>
      <Box className="card-foot" py="md">
        <p className="note">
          <Icon name="info" />
          <span>{t(isDebitOnly ? 'cards.debitNote' : 'cards.creditNote')}</span>
        </p>
      </Box>
    </>
  );
}

function NoCards({ onAdd }: { readonly onAdd: () => void }) {
  const { t } = useTranslation();
  const { isDebitOnly } = useCardKinds();
  return (
    <EmptyState
      icon="card"
      title={t('cards.empty')}
      text={t(isDebitOnly ? 'cards.text' : 'cards.textCredit')}
      action={
        <Button size="sm" icon="plus" onClick={onAdd}>
          {t(isDebitOnly ? 'cards.addDebit' : 'cards.add')}
        </Button>
      }
    />
  );
}

interface CardRowProps {
  readonly card: SavedCard;
  readonly onRemoved: () => void;
}

function CardRow({ card, onRemoved }: CardRowProps) {
  const { t } = useTranslation();
  const name = useCardName()(card);
  const problemText = useProblemText();
  const { makeDefault, remove } = useCardCommands();
  const onError = (failure: unknown) => {
    showError(problemText(failure));
  };
  const choose = useSend(() => makeDefault(card.id), { onError });
  const removal = useSend(() => remove(card.id), { onSuccess: onRemoved, onError });
  return (
    <li className="row card-row">
      <CardArt muted={card.state === 'expired'} />
      <Text span flex={1} miw={0}>
        <Text component="b" c={card.state === 'expired' ? 'dimmed' : 'inherit'}>
          <CardName card={card} />
        </Text>
        <Flex component="span" gap="xs" align="center" wrap="wrap" fz="sm" c="dimmed">
          <CardExpiry card={card} />
          {card.isDefault && (
            <Badge tone="success" icon="check">
              {t('cards.default')}
            </Badge>
          )}
          <CardStateBadge card={card} />
        </Flex>
      </Text>
      <Flex component="span" className="card-actions" gap="0 var(--s-24)" align="center" wrap="wrap">
        {!card.isDefault && card.state !== 'expired' && (
          <button
            type="button"
            className="link"
            aria-label={t('cards.makeDefaultNamed', { card: name })}
            onClick={() => void choose.trigger()}
          >
            {t('cards.makeDefault')}
          </button>
        )}
        <Box
          component="button"
          type="button"
          className="link"
          c="dimmed"
          aria-label={t('cards.removeNamed', { card: name })}
          onClick={() => void removal.trigger()}
        >
          {t('cards.remove')}
        </Box>
      </Flex>
    </li>
  );
}
