import { useTranslation } from 'react-i18next';

const MINUTE_MS = 60_000;
const HOURS_PER_DAY = 24;

/** "15 h 10 min", "41 min", "less than a minute". */
export function useSpan(): (ms: number) => string {
  const { t } = useTranslation();
  return (ms) => {
    const minutes = Math.round(ms / MINUTE_MS);
    if (minutes < 1) return t('compliance.lessThanAMinute');
    const hours = Math.floor(minutes / 60);
    const rest = minutes % 60;
    const parts = [
      hours > 0 && t('compliance.hours', { hours }),
      rest > 0 && t('compliance.minutes', { minutes: rest }),
    ];
    return parts.filter(Boolean).join(' ');
  };
}

/** "29 d", "11 h", "50 min": how long a case has been open, in its largest unit. */
export function useAge(): (ms: number) => string {
  const { t } = useTranslation();
  return (ms) => {
    const minutes = Math.max(0, Math.floor(ms / MINUTE_MS));
    const hours = Math.floor(minutes / 60);
    if (hours >= HOURS_PER_DAY) return t('compliance.days', { days: Math.floor(hours / HOURS_PER_DAY) });
    return hours > 0 ? t('compliance.hours', { hours }) : t('compliance.minutes', { minutes });
  };
}
