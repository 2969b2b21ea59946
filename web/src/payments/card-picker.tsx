import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { isSameCard, type SavedCard } from '@kernel/money/cards';
import type { TransferStep } from '@kernel/money/transfers';
import { Flex, Stack, Text } from '@mantine/core';
import { useMe } from '../accounts/use-session';
import { formatTime } from '../lib/format';
import { Badge } from '../ui/feedback/badge';
import { Card } from '../ui/parts/card';
import { Checkbox } from '../ui/forms/checkbox';
import { Icon } from '../ui/parts/icon';
import { Muted } from '../ui/parts/text';
import { SkeletonRows } from '../ui/feedback/skeleton';
import { AcceptedCards } from './card-entry/accepted-cards';
import { CardEntry } from './card-entry/card-entry';
import { ConfirmFirst } from './confirm-first';
import { CardExpiry, CardName, CardStateBadge } from './card-name';
import { ANOTHER_CARD, type PickedCard } from './use-card-choice';
import { useCardKinds } from './card-entry/use-card-kinds';
import { useSavedCards } from './use-saved-cards';

interface CardPickerProps {
  readonly choice: PickedCard;
  /** The attempts before, which were declined. */
  readonly tries?: readonly TransferStep[];
}

/** The saved cards as a choice, and the fields for another one, once the sender's address is confirmed. */
export function CardPicker(props: CardPickerProps) {
  const { t } = useTranslation();
  if (useMe().emailConfirmed) return <Choices {...props} />;
  return (
    <Card title={t('payment.with')} aside={<AcceptedCards />}>
      <ConfirmFirst />
    </Card>
  );
}

function Choices({ choice, tries = [] }: CardPickerProps) {
  const { t } = useTranslation();
  const { data } = useSavedCards();
  const { isDebitOnly } = useCardKinds();
  const name = useId();
  const { entry, entered, isSaving, setSaving } = choice;
  const cards = data?.items ?? [];
  if (choice.selected === null)
    return (
      <Card title={t('payment.with')} aside={<AcceptedCards />} busy>
        <SkeletonRows count={2} />
      </Card>
    );
  return (
    <Card title={t('payment.with')} aside={<AcceptedCards />}>
      {cards.length > 0 && (
        <Stack component="fieldset" gap="xs">
          <legend className="visually-hidden">{t('payment.with')}</legend>
          {cards.map((card) => (
            <SavedOption
              key={card.id}
              {...{ name, card, choice }}
              tried={[...tries].reverse().find((step) => step.card && isSameCard(card, step.card))}
            />
          ))}
          <Flex {...OPTION}>
            <Radio name={name} id={ANOTHER_CARD} choice={choice} />
            <Text component="b" flex={1} miw={0}>
              {t(isDebitOnly ? 'payment.anotherDebit' : 'payment.another')}
            </Text>
            <Icon name="plus" />
          </Flex>
        </Stack>
      )}
      {choice.selected === ANOTHER_CARD && (
        <div className={cards.length > 0 ? 'stack-16 rule' : 'stack-16'}>
          <CardEntry key={entered} ref={entry} />
          <Checkbox
            label={t('payment.saveCard')}
            checked={isSaving}
            onChange={(event) => {
              setSaving(event.currentTarget.checked);
            }}
          />
        </div>
      )}
      <Text className="note" mt="md">
        <Icon name="shieldCheck" />
        <span>{t('cards.assurance')}</span>
      </Text>
    </Card>
  );
}

/** A card to pay with. */
const OPTION = {
  component: 'label',
  className: 'option',
  align: 'center',
  gap: 'md',
  mih: 'var(--row)',
  px: 'md',
  py: 'xs',
  bdrs: 'md',
} as const;

interface SavedOptionProps {
  readonly name: string;
  readonly card: SavedCard;
  readonly choice: PickedCard;
  /** The last attempt with it. */
  readonly tried: TransferStep | undefined;
}

function SavedOption({ name, card, choice, tried }: SavedOptionProps) {
  const { t, i18n } = useTranslation();
  return (
    <Flex {...OPTION}>
      <Radio name={name} id={card.id} choice={choice} disabled={card.state === 'expired'} />
      <Flex component="span" flex={1} miw={0} gap="xs" align="center" wrap="wrap">
        <Stack component="span" flex="1 1 160px" miw={0} gap={0}>
          <b>
            <CardName card={card} />
          </b>
          <Muted span>
            {tried ? (
              t('payment.triedAt', { time: formatTime(tried.at, i18n.language) })
            ) : (
              <CardExpiry card={card} />
            )}
          </Muted>
        </Stack>
        {tried && (
          <Badge tone="danger" icon="alert">
            {t(tried.reason === 'not_enough_money' ? 'payment.notEnoughMoney' : 'payment.declinedCard')}
          </Badge>
        )}
        <CardStateBadge card={card} />
        {card.isDefault && <Badge>{t('cards.default')}</Badge>}
      </Flex>
    </Flex>
  );
}

interface RadioProps {
  readonly name: string;
  readonly id: string;
  readonly choice: PickedCard;
  readonly disabled?: boolean;
}

function Radio({ name, id, choice, disabled = false }: RadioProps) {
  return (
    <input
      type="radio"
      name={name}
      checked={choice.selected === id}
      disabled={disabled}
      onChange={() => {
        choice.select(id);
      }}
    />
  );
}
