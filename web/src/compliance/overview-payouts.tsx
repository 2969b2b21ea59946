import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { WaitingPayouts } from '@kernel/overview';
import { formatMoney } from '../lib/format';
import { useNow } from '../transfers/use-now';
import { Card } from '../ui/card';

const MINUTE_MS = 60_000;
/** The line ends after this part more than the time after which a payout is late: those beyond stand at its end. */
const BEYOND = 1.5;

const minutesOf = (since: string, nowMs: number): number =>
  Math.max(0, nowMs - Date.parse(since)) / MINUTE_MS;

/** How many of them have waited too long. */
export function lateOf({ since, lateAfterMinutes }: WaitingPayouts, nowMs: number): number {
  return since.filter((one) => minutesOf(one, nowMs) > lateAfterMinutes).length;
}

/** Payouts on a line by how long they have waited; those beyond the mark are late. */
export function WaitingPayoutsCard({ payouts }: { readonly payouts: WaitingPayouts }) {
  const { t, i18n } = useTranslation();
  const nowMs = useNow();
  const { count, total, since, isCut, lateAfterMinutes } = payouts;
  const end = lateAfterMinutes * BEYOND;
  const number = `${String(count)}${isCut ? '+' : ''}`;
  return (
    <Card
      title={t('overview.payouts')}
      aside={
        <Link className="link link-inline t12" to="/compliance/payouts">
          {t('overview.payoutsOf', { count, number, total: formatMoney(total, i18n.language) })}
        </Link>
      }
    >
      <div className="waits" aria-hidden="true">
        <span className="waits-late" />
        {since.map((one, index) => {
          const minutes = minutesOf(one, nowMs);
          return (
            <span
              key={`${one} ${String(index)}`}
              className="waits-dot"
              data-late={minutes > lateAfterMinutes ? 'danger' : undefined}
              style={{ '--at': Math.min(1, minutes / end) } as object}
            />
          );
        })}
      </div>
      <p className="waits-scale muted t12" aria-hidden="true">
        <span>{t('overview.now')}</span>
        <b>{t('compliance.minutes', { minutes: lateAfterMinutes })}</b>
        <span>{t('overview.andMore', { minutes: end })}</span>
      </p>
      <p className="visually-hidden">
        {t('overview.late', { count: lateOf(payouts, nowMs), minutes: lateAfterMinutes })}
      </p>
    </Card>
  );
}
