import { useTranslation } from 'react-i18next';
import { formatMoney, formatMonthShort } from '../../lib/format';
import type { TransferFilter } from './transfer-filter';
import { useTransfersTotal } from '../use-transfers';
import { Muted } from '../../ui/parts/text';

/** As long as most summaries: unseen, it keeps their place, so that the list does not move when they come. */
const USUAL = { count: 10, sent: '1000.00', since: '2026-09-15T12:00:00.000Z' };

/** "42 transfers, $2,860.00 sent since Jun 2026": of everything that matches, loaded or not. */
export function TransfersSummary({ filter }: { readonly filter: TransferFilter }) {
  const { t, i18n } = useTranslation();
  const { data } = useTransfersTotal(filter);
  const known = data?.complete && data.since !== null ? { ...data, since: data.since } : null;
  const { count, sent, since } = known ?? USUAL;
  return (
    <Muted className={known ? 'tx-showing' : 'tx-showing not-yet'}>
      {t('tx.summary', {
        count,
        sent: formatMoney(sent, i18n.language),
        month: formatMonthShort(since, i18n.language),
      })}
    </Muted>
  );
}
