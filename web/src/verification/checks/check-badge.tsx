import { useTranslation } from 'react-i18next';
import type { CheckItem } from '@kernel/staff/identity-checks';
import { Badge, type BadgeTone } from '../../ui/feedback/badge';
import type { IconName } from '../../ui/parts/icon';

/** The name of a check's status on the board. */
export type CheckState =
  | 'stuck'
  | 'in_progress'
  | 'in_review'
  | 'verified'
  | 'declined'
  | 'revoked'
  | 'expired';

const LOOKS: Readonly<Record<CheckState, { readonly tone: BadgeTone; readonly icon: IconName }>> = {
  stuck: { tone: 'warning', icon: 'alert' },
  in_progress: { tone: 'info', icon: 'clock' },
  in_review: { tone: 'info', icon: 'eye' },
  verified: { tone: 'success', icon: 'check' },
  declined: { tone: 'danger', icon: 'crossCircle' },
  revoked: { tone: 'danger', icon: 'crossCircle' },
  expired: { tone: 'neutral', icon: 'clock' },
};

type Known = Pick<CheckItem, 'status' | 'list' | 'isRevoked'>;

function stateOf({ status, list, isRevoked }: Known): CheckState {
  if (isRevoked) return 'revoked';
  const isReviewed = status === 'completed' || status === 'needs_review';
  return list === 'in_progress' && isReviewed ? 'in_review' : list;
}

/** How far a check is, or how it ended. */
export function CheckBadge({ check }: { readonly check: Known }) {
  const { t } = useTranslation();
  const state = stateOf(check);
  return <Badge {...LOOKS[state]}>{t(`checks.states.${state}`)}</Badge>;
}
