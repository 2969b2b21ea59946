import { useTranslation } from 'react-i18next';
import type { MovedEvent, SenderAt } from '@kernel/staff/sender-at';
import { formatMoment } from '../../lib/format';
import { useEventName } from '../use-event-name';

/** Most events that are told one by one. */
const TOLD = 3;

/** How many values differ on the other basis, and because of which events. */
export function SenderAtDifferences({ at: { basis, differences, moved } }: { readonly at: SenderAt }) {
  const { t } = useTranslation();
  const kept = moved.filter(({ isKept }) => isKept);
  const told = moved.filter(({ isKept }) => !isKept);
  if (differences.length + moved.length === 0) return null;
  return (
    <div className="then-differences t14" role="note">
      <span aria-hidden="true" className="then-sign">
        ±
      </span>
      <div>
        {differences.length > 0 && <b>{t(`senderAt.differ.${basis}`, { count: differences.length })} </b>}
        {told.slice(0, TOLD).map((event) => (
          <MovedText key={event.position} event={event} />
        ))}
        {told.length > TOLD && t('senderAt.moreMoved', { count: told.length - TOLD })}
        {kept.length > 0 && <p className="muted">{t('senderAt.kept', { count: kept.length })}</p>}
      </div>
      {differences.length > 0 && <span className="muted t12 push-right">{t('senderAt.marked')}</span>}
    </div>
  );
}

/** "Apple Pay, payout failed: happened at 2:48 AM, and reached Flip at 3:22 AM." */
function MovedText({ event }: { readonly event: MovedEvent }) {
  const { t, i18n } = useTranslation();
  const nameOf = useEventName();
  const { platform, type, happenedAt, recordedAt } = event;
  return (
    <span>
      {t('senderAt.moved', {
        event: platform === null ? nameOf(type) : `${platform}, ${nameOf(type)}`,
        happened: formatMoment(happenedAt, i18n.language),
        recorded: formatMoment(recordedAt, i18n.language),
      })}{' '}
    </span>
  );
}
