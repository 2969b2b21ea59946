import { useTranslation } from 'react-i18next';
import { formatMoney } from '../../lib/format';
import { Notice } from '../../ui/feedback/notice';
import type { CancelToSend } from '../limits/cancel-to-send';
import { LimitRefusal } from '../limits/limit-refusal';
import type { PaymentPhase } from './use-payment';

interface PaymentNoticeProps {
  readonly phase: PaymentPhase;
  readonly total: string;
  /** The amount without fees. */
  readonly wanted: string;
  readonly minimum: string | undefined;
  /** Reviews another amount, for which `cancelled` was cancelled. */
  readonly onInstead: (amount: string, cancelled: CancelToSend | null) => void;
}

const NOTICES: Partial<Record<PaymentPhase['kind'], string>> = {
  confirming: 'confirming',
  unavailable: 'unavailable',
  retrying: 'unavailable',
  stopped: 'stopped',
  unknown: 'unknown',
  checking: 'unknown',
  notSent: 'notSent',
};

/** What to know before the next press: still confirming, outcome unknown, never received, not taken for now, or refused. */
export function PaymentNotice({ phase, total, wanted, minimum, onInstead }: PaymentNoticeProps) {
  const { t, i18n } = useTranslation();
  if (phase.kind !== 'refused') {
    const text = 'why' in phase && phase.why === 'restoring' ? 'restoring' : NOTICES[phase.kind];
    if (!text) return null;
    return (
      <Notice tone="warning" icon="clock" role="status" title={t(`payment.${text}Title`)}>
        {t(`payment.${text}Text`)}
      </Notice>
    );
  }
  if (phase.error.code === 'total_changed') {
    return (
      <Notice tone="warning" icon="alert" role="alert">
        {t('payment.totalChanged', { total: formatMoney(total, i18n.language) })}
      </Notice>
    );
  }
  return <LimitRefusal error={phase.error} minimum={minimum ?? '0.00'} wanted={wanted} onSend={onInstead} />;
}
