import '@mantine/core/styles/RingProgress.layer.css';
import { Flex, RingProgress } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { CaseDetail, ReviewOutcome } from '@kernel/staff/compliance';
import { useNow } from '../../transfers/use-now';
import { Badge } from '../../ui/feedback/badge';

const DAY_MS = 24 * 60 * 60 * 1_000;
/** A case is due this long after its detection. */
const DUE_DAYS = 30;
/** With fewer days left than these the clock warns, then alarms. */
const SOON_DAYS = 7;
const LAST_DAYS = 2;

/** How many days are left to review: words, and a ring that fills up; in color when it gets late. */
export function DueTime({
  dueAt,
  text,
}: {
  readonly dueAt: string;
  readonly text: 'dueIn' | 'daysLeft' | 'reportDueIn';
}) {
  const { t } = useTranslation();
  const days = Math.floor((Date.parse(dueAt) - useNow()) / DAY_MS);
  const late = days < LAST_DAYS ? 'danger' : days < SOON_DAYS ? 'warning' : null;
  const passed = (1 - Math.max(0, days) / DUE_DAYS) * 100;
  return (
    <Flex
      component="span"
      className="nowrap"
      gap="xs"
      align="center"
      fz="sm"
      {...(late && { c: `var(--${late})`, fw: 600 })}
    >
      <RingProgress
        aria-hidden
        className="wide-only"
        size={16}
        thickness={3}
        sections={[{ value: passed, color: `var(--${late ?? 'border-strong'})` }]}
      />
      {days < 0 ? t('compliance.overdue') : t(`compliance.${text}`, { count: days })}
    </Flex>
  );
}

/** How a review ended. */
export function OutcomeBadge({ outcome }: { readonly outcome: ReviewOutcome }) {
  const { t } = useTranslation();
  return (
    <Badge
      tone={outcome === 'suspicious' ? 'danger' : 'success'}
      icon={outcome === 'suspicious' ? 'flag' : 'check'}
    >
      {t(`compliance.outcomes.${outcome}`)}
    </Badge>
  );
}

/** How far the work on an open case is. */
export function StatusBadge({
  found: { status, assignee, openedAgain },
}: {
  readonly found: Pick<CaseDetail, 'status' | 'assignee' | 'openedAgain'>;
}) {
  const { t } = useTranslation();
  if (status === 'proposed')
    return (
      <Badge tone="warning" icon="people">
        {t('compliance.statuses.proposed')}
      </Badge>
    );
  if (status === 'open' && openedAgain !== null)
    return (
      <Badge tone="warning" icon="refund">
        {t(`compliance.statuses.${openedAgain}`)}
      </Badge>
    );
  if (status === 'open' && assignee !== null)
    return (
      <Badge tone="info" icon="person">
        {t('compliance.statuses.working')}
      </Badge>
    );
  return (
    <Badge tone="plain" icon="clock">
      {t(`compliance.statuses.${status}`)}
    </Badge>
  );
}
