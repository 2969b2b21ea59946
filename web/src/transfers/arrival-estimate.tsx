import { useTranslation } from 'react-i18next';
import type { Platform } from '@kernel/platforms';
import { useConfig } from '../accounts/use-config';
import { Icon } from '../ui/icon';

/** Platforms that are paid through an API (docs/providers.md); for the others our team sends by hand. */
const AUTOMATIC: readonly Platform[] = ['PayPal', 'Venmo'];

/** When the money usually arrives, and who sends it there. */
export function ArrivalEstimate({ platform }: { readonly platform: Platform }) {
  const { t } = useTranslation();
  const hours = useConfig()?.support.hours ?? null;
  const isAutomatic = AUTOMATIC.includes(platform);
  return (
    <div className="note" style={{ marginBottom: 'var(--s-12)' }}>
      <Icon name="clock" />
      <p>
        <b>{t(isAutomatic ? 'payment.arrival.minutes' : 'payment.arrival.hour')}</b>
        <br />
        {t(isAutomatic ? 'payment.arrival.automatic' : 'payment.arrival.byHand', { platform })}
        {!isAutomatic && hours !== null && ` ${t('payment.arrival.hours', { hours })}`}
      </p>
    </div>
  );
}
