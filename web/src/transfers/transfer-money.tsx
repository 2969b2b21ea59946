import { useTranslation } from 'react-i18next';
import type { Transaction } from '@kernel/transfers';
import { useConfig } from '../accounts/use-config';
import { formatMoney } from '../lib/format';
import { Card } from '../ui/card';
import { FeeLines } from '../ui/fee-lines';
import { feesInCents, scheduleOfFees } from './fees-in-cents';

/** The amount, both fees and their sum, as they were recorded. */
export function TransferMoney({ transfer }: { readonly transfer: Transaction }) {
  const { t, i18n } = useTranslation();
  const charged = useConfig()?.testMode === false;
  return (
    <Card title={t('tx.money')}>
      <FeeLines
        fees={feesInCents(transfer.fees)}
        schedule={scheduleOfFees(transfer.amount, transfer.fees)}
        totalLabel={t(charged ? 'tx.totalPaid' : 'tx.totalTest')}
        before={
          <div>
            <dt>{t('payment.amount')}</dt>
            <dd>{formatMoney(transfer.amount, i18n.language)}</dd>
          </div>
        }
      />
    </Card>
  );
}
