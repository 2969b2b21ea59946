import { useTranslation } from 'react-i18next';
import { Group, Text } from '@mantine/core';
import { cardText } from '@kernel/money/cards';
import type { Transaction } from '@kernel/money/transfers';
import { formatTime } from '../../lib/format';
import { Button } from '../../ui/forms/button';
import { Icon, type IconName } from '../../ui/parts/icon';
import { Notice } from '../../ui/feedback/notice';
import { attemptsLeft } from '../quick-send/attempts-left';
import { WaysOut } from './ways-out';

interface DeclinedPaymentProps {
  readonly transfer: Transaction;
  /** Goes to the cards. */
  readonly onAnotherCard: () => void;
}

/** Why nothing was charged, and the ways on: another card, another amount, or none. */
export function DeclinedPayment({ transfer, onAnotherCard }: DeclinedPaymentProps) {
  const { t, i18n } = useTranslation();
  const { payment, card, steps } = transfer;
  const group = payment?.group ?? 'contact_bank';
  const payBy = payment?.payBy ?? null;
  return (
    <Notice
      tone="danger"
      icon="alert"
      role="alert"
      className="payment-declined"
      mt="var(--pad)"
      title={t(`payment.declined.${group}.title`)}
    >
      {t(`payment.declined.${group}.text`)}
      <Group component="ul" gap="sm" my="md" fz="sm">
        {card && <Fact icon="card" text={cardText(card)} />}
        <Fact icon="refund" text={t('payment.declined.left', { count: attemptsLeft(steps) })} />
        {payBy !== null && (
          <Fact icon="clock" text={t('payment.declined.until', { time: formatTime(payBy, i18n.language) })} />
        )}
      </Group>
      <WaysOut transfer={transfer}>
        <Button tone="primary" onClick={onAnotherCard}>
          {t('payment.another')}
        </Button>
      </WaysOut>
    </Notice>
  );
}

function Fact({ icon, text }: { readonly icon: IconName; readonly text: string }) {
  return (
    <Group component="li" gap="xs" wrap="nowrap">
      <Icon name={icon} size={16} />
      <Text span fz="inherit" fw={600}>
        {text}
      </Text>
    </Group>
  );
}
