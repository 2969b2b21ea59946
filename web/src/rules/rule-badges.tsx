import { useTranslation } from 'react-i18next';
import type { RuleItem } from '@kernel/staff/rule-views';
import { Badge, type BadgeTone } from '../ui/feedback/badge';
import type { IconName } from '../ui/parts/icon';

const LOOKS: Readonly<Record<RuleItem['status'], { readonly tone: BadgeTone; readonly icon: IconName }>> = {
  draft: { tone: 'neutral', icon: 'pencil' },
  active: { tone: 'success', icon: 'check' },
  paused: { tone: 'warning', icon: 'clock' },
  retired: { tone: 'neutral', icon: 'crossCircle' },
};

/** The version of a rule in force, and whether it has a draft. */
export function RuleBadges({ status, version, hasDraft }: Pick<RuleItem, 'status' | 'version' | 'hasDraft'>) {
  const { t } = useTranslation();
  return (
    <>
      {version !== null && (
        <Badge tone={LOOKS[status].tone} icon={LOOKS[status].icon}>
          {t(`rules.statuses.${status}`, { version })}
        </Badge>
      )}
      {hasDraft && (
        <Badge tone="neutral" icon="pencil">
          {t('rules.statuses.draft', { version: (version ?? 0) + 1 })}
        </Badge>
      )}
    </>
  );
}
