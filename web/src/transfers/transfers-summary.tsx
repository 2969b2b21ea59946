import { useTranslation } from 'react-i18next';
import { formatMoney, formatMonthShort } from '../lib/format';
import type { TransferFilter } from './transfer-filter';
import { useTransfersTotal } from './use-transfers';

/** "42 transfers, $2,860.00 sent since Jun 2026": of everything that matches, loaded or not. */
export function TransfersSummary({ filter }: { readonly filter: TransferFilter }) {
  const { t, i18n } = useTranslation();
  const { data } = useTransfersTotal(filter);
  if (!data?.complete || data.since === null) return <p className="t14 muted tx-showing" />;
  return (
    <p className="t14 muted tx-showing">
      {t('tx.summary', {
        count: data.count,
        sent: formatMoney(data.sent, i18n.language),
        month: formatMonthShort(data.since, i18n.language),
      })}
    </p>
  );
}
