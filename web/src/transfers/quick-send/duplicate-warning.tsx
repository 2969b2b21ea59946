import { useTranslation } from 'react-i18next';
import type { TransferDraft } from '@kernel/money/transfers';
import { formatMoney } from '../../lib/format';
import { Notice } from '../../ui/feedback/notice';
import { duplicateOf } from './repeat-recipients';
import { useNow } from '../use-now';

interface DuplicateWarningProps {
  readonly draft: TransferDraft | null;
  readonly recent: Parameters<typeof duplicateOf>[1];
}

const MINUTE_MS = 60_000;

/** Warns when the same amount went to the same recipient within ten minutes; it does not block sending. */
export function DuplicateWarning({ draft, recent }: DuplicateWarningProps) {
  const { t, i18n } = useTranslation();
  const nowMs = useNow();
  const sent = draft && duplicateOf(draft, recent, nowMs);
  const minutes = sent ? Math.floor((nowMs - Date.parse(sent.createdAt)) / MINUTE_MS) : 0;
  return (
    <div role="status">
      {sent && (
        <Notice tone="warning" icon="alert">
          {t('quick.duplicate', {
            amount: formatMoney(sent.amount, i18n.language),
            recipient: sent.recipient,
            ago: minutes < 1 ? t('tx.agoNow') : t('tx.ago', { count: minutes }),
          })}
        </Notice>
      )}
    </div>
  );
}
