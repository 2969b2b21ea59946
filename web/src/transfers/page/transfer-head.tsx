import { useTranslation } from 'react-i18next';
import type { Transaction } from '@kernel/money/transfers';
import { Box } from '@mantine/core';
import { formatMoney } from '../../lib/format';
import { Amount } from '../../ui/parts/amount';
import { Badge, StatusBadge } from '../../ui/feedback/badge';
import { PageHeading } from '../../ui/parts/page-heading';
import { STRONG, WithStrong } from '../../ui/parts/with-strong';
import { isUnpaid } from './progress-entries';

/** Amount, recipient and status. */
export function TransferHead({ transfer }: { readonly transfer: Transaction }) {
  const { t, i18n } = useTranslation();
  const { recipient, platform, amount } = transfer;
  const money = formatMoney(amount, i18n.language);
  return (
    <Box m="var(--s-4) 0 var(--s-16)">
      <div className="tx-headline">
        {transfer.payment === null && transfer.status === 'processing' ? (
          <Badge tone="info" icon="clock">
            {t('tx.step.before_payments')}
          </Badge>
        ) : (
          <StatusBadge status={isUnpaid(transfer) ? 'unpaid' : transfer.status} />
        )}
        <PageHeading title={`${money} ${t('tx.toRecipient', { recipient, platform })}`} className="tx-title">
          <Amount value={amount} size="xl" />{' '}
          <WithStrong text={t('tx.toRecipient', { recipient: STRONG, platform })} strong={recipient} />
        </PageHeading>
      </div>
    </Box>
  );
}
