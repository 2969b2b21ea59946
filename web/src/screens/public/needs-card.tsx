import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Flex, SimpleGrid } from '@mantine/core';
import { Link } from 'react-router-dom';
import { cardText, type SavedCard } from '@kernel/money/cards';
import { stepOf } from '@kernel/money/charge';
import { needsOf, type Need } from '@kernel/people/needs';
import type { Transaction } from '@kernel/money/transfers';
import { useMe } from '../../accounts/use-session';
import { formatDay, formatMoney, formatTime } from '../../lib/format';
import { useCardName } from '../../payments/card-name';
import { useSavedCards } from '../../payments/use-saved-cards';
import { usePendingStep } from '../../verification/use-verification';
import { PENDING_WORDS } from '../../verification/verification-card';
import { Badge } from '../../ui/feedback/badge';
import { ButtonLink } from '../../ui/forms/button';
import { Icon, type IconName } from '../../ui/parts/icon';
import { Muted } from '../../ui/parts/text';

/** What is shown of one thing that waits for the sender. */
interface Item {
  readonly id: string;
  readonly icon: IconName;
  readonly title: string;
  readonly text: string;
  readonly action: string;
  readonly to: string;
}

/** How many are side by side; more take further rows. */
const COLUMNS = 3;

/** What waits for the sender, each with its action; nothing while nothing does. `email` is the reminder to confirm. */
export function NeedsCard({
  transfers,
  email,
}: {
  readonly transfers: readonly Transaction[];
  readonly email: ReactNode;
}) {
  const { t } = useTranslation();
  const needs = useNeeds(transfers);
  const itemOf = useItem();
  const items = needs.flatMap((need) => (need.kind === 'email' ? [] : [itemOf(need)]));
  return (
    <>
      {needs.some(({ kind }) => kind === 'email') && email}
      {items.length > 0 && (
        <section className="card needs" aria-labelledby="needs-title">
          <h2 id="needs-title" className={items.length === 1 ? 'visually-hidden' : undefined}>
            {t('needs.title')} <Badge tone="warning">{items.length}</Badge>
          </h2>
          <SimpleGrid
            cols={{ base: 1, sm: Math.min(items.length, COLUMNS) }}
            spacing={0}
            renderRoot={(props) => <ul {...props} />}
          >
            {items.map((item) => (
              <NeedRow key={item.id} isAlone={items.length === 1} {...item} />
            ))}
          </SimpleGrid>
        </section>
      )}
    </>
  );
}

interface NeedRowProps extends Item {
  /** It has the whole width. */
  readonly isAlone: boolean;
}

/** On a wide screen with a button, on a phone one link with an arrow. */
function NeedRow({ icon, title, text, action, to, isAlone }: NeedRowProps) {
  return (
    <Flex
      component="li"
      className="covered"
      align={isAlone ? 'center' : { base: 'center', sm: 'stretch' }}
      gap="sm"
      mih={{ base: 72, sm: isAlone ? 80 : 0 }}
      px="var(--pad)"
      py={{ base: 12, sm: isAlone ? 12 : 16 }}
    >
      <Icon name={icon} size={24} color="var(--warning)" />
      <Flex
        flex={1}
        miw={0}
        direction={isAlone ? 'row' : 'column'}
        align={isAlone ? 'center' : 'flex-start'}
        justify="space-between"
        gap="sm"
      >
        <div>
          <b>{title}</b>
          <Muted>{text}</Muted>
        </div>
        <ButtonLink size="sm" to={to} aria-label={`${action}: ${title}`} className="wide-only">
          {action}
        </ButtonLink>
      </Flex>
      <Link to={to} className="cover narrow-only" aria-label={`${action}: ${title}`}>
        <Icon name="chevronRight" color="var(--text-3)" />
      </Link>
    </Flex>
  );
}

function useNeeds(transfers: readonly Transaction[]): readonly Need[] {
  const { emailConfirmed, verification } = useMe();
  const step = usePendingStep(verification);
  const { data: cards } = useSavedCards();
  return needsOf({
    emailConfirmed,
    transfers,
    cards: cards?.items ?? [],
    verification: step ?? null,
  });
}

const ICONS = { confirm: 'shield', pay_again: 'card', pay: 'clock', refund: 'refund' } as const;

/** The texts of a need and where its action leads. */
function useItem(): (need: Exclude<Need, { readonly kind: 'email' }>) => Item {
  const { t } = useTranslation();
  const transferItem = useTransferItem();
  const cardItem = useCardItem();
  return (need) => {
    switch (need.kind) {
      case 'card':
        return cardItem(need.card);
      case 'verify':
        return {
          id: 'verify',
          icon: 'shield',
          title: t('needs.verify.title'),
          text: t(PENDING_WORDS[need.next].text),
          action: t('needs.verify.action'),
          to: '/verification',
        };
      default:
        return transferItem(need.kind, need.transfer);
    }
  };
}

function useTransferItem(): (kind: keyof typeof ICONS, transfer: Transaction) => Item {
  const { t, i18n } = useTranslation();
  return (kind, transfer) => {
    const { id, recipient, amount, fees, payment, card } = transfer;
    const back = stepOf(transfer, 'refund_initiated')?.amount ?? fees.total;
    const values = {
      recipient,
      amount: formatMoney(amount, i18n.language),
      total: formatMoney(kind === 'refund' ? back : fees.total, i18n.language),
      card: card ? cardText(card) : '',
      until: payment?.payBy ? formatTime(payment.payBy, i18n.language) : '',
    };
    return {
      id,
      icon: ICONS[kind],
      title: t(`needs.${kind}.title`, values),
      text: t(`needs.${kind}.text`, values),
      action: t(`needs.${kind}.action`),
      to: kind === 'refund' ? `/transactions/${id}` : `/payment?transfer=${id}`,
    };
  };
}

function useCardItem(): (card: SavedCard) => Item {
  const { t, i18n } = useTranslation();
  const cardName = useCardName();
  return (card) => ({
    id: card.id,
    icon: 'card',
    title: t(card.state === 'expired' ? 'needs.card.expired' : 'needs.card.expiring', {
      card: cardName(card),
    }),
    text: t('needs.card.text', { day: formatDay(lastDayOf(card), i18n.language) }),
    action: t('needs.card.action'),
    to: '/saved-cards',
  });
}

/** Noon of the last day on which a card can be used, the same day in every time zone of the United States. */
function lastDayOf({ expMonth, expYear }: SavedCard): string {
  return new Date(Date.UTC(expYear, expMonth, 0, 18)).toISOString();
}
