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
  /** The card to charge; null for one that is entered on the page, undefined while it is not known which there are. */
  readonly card: ShownCard | null | undefined;
  /** The reason why the button waits; null while it can be pressed. */
  readonly waitsFor: 'paying' | 'confirming' | 'checking' | 'bank' | null;
  /** What warns before is still being read: as without the cards, nothing can be begun. */
  readonly isLoading?: boolean;
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

function Bar({ children, isLoading = false, ...paying }: PayBarProps) {
  const { t } = useTranslation();
  const mustWait = (isLoading || paying.card === undefined) && !paying.instead;
  const online = useOnline();
  return (
    <div className="paybar">
      <Stack className="paybar-stuck" gap="md">
        {children}
        <Flex align="center" gap="md">
          <Charged total={paying.total} card={paying.card} />
          <PayButton
            {...paying}
            waitsFor={paying.waitsFor ?? (mustWait ? 'loading' : null)}
            online={online}
          />
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

interface PayButtonProps extends Pick<PayBarProps, 'total' | 'onPay' | 'instead'> {
  readonly waitsFor: PayBarProps['waitsFor'] | 'loading';
  readonly online: boolean;
}

function PayButton({ total, waitsFor, onPay, instead, online }: PayButtonProps) {
  const { t, i18n } = useTranslation();
  const busy = waitsFor !== null;
  return (
    <Button
      tone={instead ? 'default' : 'primary'}
      block
      busy={busy}
      busyText={t(`payment.${waitsFor ?? 'paying'}`)}
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
