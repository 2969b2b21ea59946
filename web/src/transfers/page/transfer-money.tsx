import { useTranslation } from 'react-i18next';
import type { Transaction } from '@kernel/money/transfers';
import { formatMoney } from '../../lib/format';
import { Card } from '../../ui/parts/card';
import { FeeLines } from '../../ui/parts/fee-lines';
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
    />
  );
}

/** Never "paid" before the card processor has said so. */
function totalLabelOf({ payment, status }: Transaction): string {
  if (payment?.state === 'captured') return 'tx.totalPaid';
  const isOver = status === 'cancelled' || status === 'declined';
  return !payment || isOver ? 'tx.totalTest' : 'fees.charge';
}
