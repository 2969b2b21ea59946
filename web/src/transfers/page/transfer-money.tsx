import { useTranslation } from 'react-i18next';
import type { Transaction } from '@kernel/money/transfers';
import { Flex, Text } from '@mantine/core';
import { cardText } from '@kernel/money/cards';
import { stepOf } from '@kernel/money/charge';
import { centsOf, formatAmount } from '@kernel/money/money';
import { formatMoney } from '../../lib/format';
import { Card } from '../../ui/parts/card';
import { FeeLines } from '../../ui/parts/fee-lines';
import { Icon } from '../../ui/parts/icon';
import { returnedOf } from './shown-state';
import { feesInCents, scheduleOfFees } from '../quick-send/fees-in-cents';

/** The amount, both fees and their sum, as they were recorded. */
export function TransferMoney({ transfer }: { readonly transfer: Transaction }) {
  const { t } = useTranslation();
  return (
    <Card title={t('tx.money')}>
      <TransferAmounts transfer={transfer} />
    </Card>
  );
}

/** The same lines without a card. */
export function TransferAmounts({ transfer }: { readonly transfer: Transaction }) {
  const { t, i18n } = useTranslation();
  return (
    <FeeLines
      fees={feesInCents(transfer.fees)}
      schedule={scheduleOfFees(transfer.amount, transfer.fees)}
      totalLabel={t(totalLabelOf(transfer))}
      before={
        <div>
          <dt>{t('payment.amount')}</dt>
          <dd>{formatMoney(transfer.amount, i18n.language)}</dd>
        </div>
      }
      after={<MoneyBack transfer={transfer} />}
    />
  );
}

/** What goes, or went, back and where to, and what the transfer has cost in the end; nothing where nothing does. */
function MoneyBack({ transfer }: { readonly transfer: Transaction }) {
  const { t, i18n } = useTranslation();
  const { card, fees, status } = transfer;
  const returned = status === 'refunding' || status === 'refunded' ? returnedOf(transfer) : undefined;
  if (returned === undefined) return null;
  const way = stepOf(transfer, 'refund_settled')
    ? 'otherWay'
    : status === 'refunded'
      ? 'returned'
      : 'returning';
  return (
    <>
      <div>
        <Flex component="dt" gap="xs" align="center" c="var(--success)">
          <Icon name="refund" size={16} />
          {t(`tx.back.${way}`, { card: card ? cardText(card) : '' })}
        </Flex>
        <Text component="dd" fz="inherit" fw={600} c="var(--success)">
          −{formatMoney(returned, i18n.language)}
        </Text>
      </div>
      <div className="fee-charge">
        <dt>{t('tx.back.cost')}</dt>
        <dd>{formatMoney(formatAmount(centsOf(fees.total) - centsOf(returned)), i18n.language)}</dd>
      </div>
    </>
  );
}

/** Never "paid" before the card processor has said so. */
function totalLabelOf({ payment, status }: Transaction): string {
  if (payment?.state === 'captured') return 'tx.totalPaid';
  const isOver = status === 'cancelled' || status === 'declined';
  return !payment || isOver ? 'tx.totalTest' : 'fees.charge';
}
