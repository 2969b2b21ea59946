import { useTranslation } from 'react-i18next';
import type { AuditKind } from '@kernel/staff/audit';
import { Badge, type BadgeTone } from '../ui/feedback/badge';
import type { IconName } from '../ui/parts/icon';

const LOOKS: Readonly<Record<AuditKind, { readonly tone: BadgeTone; readonly icon: IconName }>> = {
  look: { tone: 'info', icon: 'eye' },
  action: { tone: 'neutral', icon: 'check' },
  export: { tone: 'warning', icon: 'download' },
};

/** Whether data was read, changed or exported. */
export function KindBadge({ kind }: { readonly kind: AuditKind }) {
  const { t } = useTranslation();
  const { tone, icon } = LOOKS[kind];
  return (
    <Badge tone={tone} icon={icon}>
      {t(`audit.kindNames.${kind}`)}
    </Badge>
  );
}
