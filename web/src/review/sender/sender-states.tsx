import { useTranslation } from 'react-i18next';
import type { SenderState } from '@kernel/staff/sender-states';
import { Badge, type BadgeTone } from '../../ui/feedback/badge';
import type { IconName } from '../../ui/parts/icon';

const LOOKS: Readonly<Record<SenderState, { readonly tone: BadgeTone; readonly icon: IconName }>> = {
  erased: { tone: 'neutral', icon: 'trash' },
  closed: { tone: 'neutral', icon: 'crossCircle' },
  erasure_due: { tone: 'warning', icon: 'trash' },
  legal_hold: { tone: 'info', icon: 'document' },
  suspended: { tone: 'warning', icon: 'lock' },
  paused: { tone: 'warning', icon: 'lock' },
};

/** The unusual states of a sender, a badge each; nothing for an ordinary account. */
export function SenderStates({ states }: { readonly states: readonly SenderState[] }) {
  const { t } = useTranslation();
  return states.map((state) => (
    <Badge key={state} {...LOOKS[state]}>
      {t(`standing.states.${state}`)}
    </Badge>
  ));
}
