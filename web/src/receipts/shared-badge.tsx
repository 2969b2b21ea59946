import { useTranslation } from 'react-i18next';
import type { SharedStatus } from '@kernel/money/receipts';
import { Badge, type BadgeTone } from '../ui/feedback/badge';
import type { IconName } from '../ui/parts/icon';

const LOOKS: Readonly<Record<SharedStatus, { readonly tone: BadgeTone; readonly icon: IconName }>> = {
  processing: { tone: 'info', icon: 'clock' },
  sent: { tone: 'info', icon: 'send' },
  delivered: { tone: 'success', icon: 'check' },
  returned: { tone: 'neutral', icon: 'refund' },
};

/** A transfer's state as its recipient sees it. */
export function SharedBadge({
  status,
  large = false,
}: {
  readonly status: SharedStatus;
  readonly large?: boolean;
}) {
  const { t } = useTranslation();
  return (
    <Badge large={large} {...LOOKS[status]}>
      {t(`shared.status.${status}`)}
    </Badge>
  );
}
