import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Flex, Stack, Text } from '@mantine/core';
import { useMe } from '../../accounts/use-session';
import { cardText, type ShownCard } from '@kernel/money/cards';
import { formatMoney } from '../../lib/format';
import { useOnline } from '../../lib/use-online';
import { Button } from '../../ui/forms/button';
import { Icon } from '../../ui/parts/icon';

interface PayBarProps {
  readonly total: string;
  /** The card to charge; null for one that is entered on the page, undefined while it is not known what there is to choose. */
  readonly card: ShownCard | null | undefined;
  /** The reason why the button waits; null while it can be pressed. */
  readonly waitsFor: 'paying' | 'confirming' | 'checking' | 'bank' | null;
  readonly onPay: () => void;
  /** Replaces paying: asks what became of an earlier press, or repeats one that recorded nothing. */
  readonly instead?: { readonly label: string; readonly press: () => void } | undefined;
  /** What to know before the press. */
  readonly children: ReactNode;
}

/** One button with the exact amount to be charged; none while the page says that the address must be confirmed first. */
export function PayBar(props: PayBarProps) {
  const { emailConfirmed } = useMe();
  const isUnderWay = props.waitsFor !== null || props.instead !== undefined;
  return emailConfirmed || isUnderWay ? <Bar {...props} /> : null;
}

function Bar({ children, ...button }: PayBarProps) {
  const { t } = useTranslation();
  const online = useOnline();
  return (
    <div className="paybar">
      <Stack className="paybar-stuck" gap="md">
        {children}
        <Flex align="center" gap="md">
          <Charged total={button.total} card={button.card} />
          <PayButton {...button} online={online} />
        </Flex>
        {!online && (
          <p className="note" id="pay-offline">
            <Icon name="alert" />
            <span>{t('payment.offline')}</span>
          </p>
        )}
      </Stack>
      <Text mt={{ base: 0, sm: 12 }} c="dimmed" fz={{ base: 'xs', sm: 'sm' }}>
        {t('payment.final')}
      </Text>
    </div>
  );
}

interface PayButtonProps extends Omit<PayBarProps, 'children'> {
  readonly online: boolean;
}

function PayButton({ total, card, waitsFor, onPay, instead, online }: PayButtonProps) {
  const { t, i18n } = useTranslation();
  const waiting = waitsFor ?? (card === undefined && !instead ? 'cards' : null);
  const busy = waiting !== null;
  return (
    <Button
      tone={instead ? 'default' : 'primary'}
      block
      busy={busy}
      busyText={t(`payment.${waiting ?? 'paying'}`)}
      disabled={!online && !busy}
      aria-describedby={online ? undefined : 'pay-offline'}
      onClick={instead?.press ?? onPay}
    >
      {instead?.label ?? t('payment.pay', { total: formatMoney(total, i18n.language) })}
    </Button>
  );
}

/** What is charged to which card: on a phone the cards may be out of sight. */
function Charged({ total, card }: Pick<PayBarProps, 'total' | 'card'>) {
  const { t, i18n } = useTranslation();
  return (
    <Text flex="none" display={{ base: 'block', sm: 'none' }} fz="xs" c="dimmed">
      {card ? cardText(card) : card === null && t('payment.newCard')}
      <Text span display="block" fz="md" fw={600} c="var(--text)">
        {formatMoney(total, i18n.language)}
      </Text>
    </Text>
  );
}
