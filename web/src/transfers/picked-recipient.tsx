import { useTranslation } from 'react-i18next';
import { handleText } from '@kernel/handle-text';
import { recipientKey } from '@kernel/recipients';
import type { Transaction } from '@kernel/transfers';
import { formatDay } from '../lib/format';
import { Button } from '../ui/button';
import { PlatformTile } from '../ui/platform-tile';
import type { PendingPayment } from './pending-payment';
import { readRecipient } from './quick-send-rules';
import type { QuickSendForm } from './use-quick-send';

interface PickedRecipientProps {
  readonly form: QuickSendForm;
  readonly recent: readonly (Transaction | PendingPayment)[];
}

/** A picked recipient, shown instead of its fields, with the date of the last transfer. */
export function PickedRecipient({ form, recent }: PickedRecipientProps) {
  const { t, i18n } = useTranslation();
  const recipient = readRecipient(form.values);
  if (!recipient) return null;
  const { name, platform, handle } = recipient;
  const last = recent.find((sent) => recipientKey(sent) === recipientKey(recipient));
  return (
    <div className="quick-picked line gap-12">
      <PlatformTile platform={platform} size={32} />
      <span className="row-who">
        <b>{handleText(handle)}</b>
        <span className="row-meta">
          {/* Of a recipient without a recent transfer there is no chip that names it. */}
          {platform} · {last ? t('quick.lastSent', { day: formatDay(last.createdAt, i18n.language) }) : name}
        </span>
      </span>
      <Button
        tone="subtle"
        size="sm"
        aria-label={t('quick.editRecipient', { recipient: name })}
        onClick={() => {
          form.openRecipient();
        }}
      >
        {t('payment.edit')}
      </Button>
    </div>
  );
}
