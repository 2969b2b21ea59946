import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReviewOutcome } from '@kernel/compliance';
import { Badge, type BadgeTone } from '../ui/badge';

const DAY_MS = 24 * 60 * 60 * 1_000;
/** With fewer days left than this the clock warns. */
const SOON_DAYS = 7;

/** How many days are left to review; in words, and in colour when it gets late. */
export function DueBadge({ dueAt }: { readonly dueAt: string }) {
  const { t } = useTranslation();
  // The day the screen was opened is near enough for a clock of 30 days.
  const [nowMs] = useState(() => Date.now());
  const days = Math.ceil((Date.parse(dueAt) - nowMs) / DAY_MS);
  if (days < 0) {
    return (
      <Badge tone="danger" icon="alert">
        {t('compliance.overdue')}
      </Badge>
    );
  }
  const tone: BadgeTone = days < SOON_DAYS ? 'warning' : 'neutral';
  return (
    <Badge tone={tone} icon="clock">
      {t('compliance.dueIn', { count: days })}
    </Badge>
  );
}

/** How a review ended. */
export function OutcomeBadge({ outcome }: { readonly outcome: ReviewOutcome }) {
  const { t } = useTranslation();
  return (
    <Badge
      tone={outcome === 'cleared' ? 'success' : 'danger'}
      icon={outcome === 'cleared' ? 'check' : 'flag'}
    >
      {t(`compliance.outcomes.${outcome}`)}
    </Badge>
  );
}
