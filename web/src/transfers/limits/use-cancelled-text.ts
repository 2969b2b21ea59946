import { useTranslation } from 'react-i18next';
import { formatMoneyShort } from '../../lib/format';
import type { CancelToSend } from './cancel-to-send';

/** "The unpaid $130 was cancelled." */
export function useCancelledText(): (cancelled: CancelToSend) => string {
  const { t, i18n } = useTranslation();
  return ({ unpaid, cancelled }) =>
    t('limit.cancelled', { count: unpaid.length, unpaid: formatMoneyShort(cancelled, i18n.language) });
}
