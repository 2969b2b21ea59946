import { useTranslation } from 'react-i18next';
import { payoutRouteOf, type Platform } from '@kernel/platforms';
import { useConfig } from '../accounts/use-config';
import { Icon } from '../ui/icon';

/** When the money usually arrives, and who sends it there. */
export function ArrivalEstimate({ platform }: { readonly platform: Platform }) {
  const { t } = useTranslation();
  const hours = useConfig()?.support.hours ?? null;
  const isAutomatic = payoutRouteOf(platform) !== 'desk';
  return (
    <div className="arrival note">
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
