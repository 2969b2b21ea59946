import { useTranslation } from 'react-i18next';
import type { Transaction } from '@kernel/transfers';
import { formatMoney } from '../lib/format';
import { Amount } from '../ui/amount';
import { Badge, StatusBadge } from '../ui/badge';
import { Icon } from '../ui/icon';
import { PageHeading } from '../ui/page-heading';
import { isUnpaid } from './progress-entries';

interface TransferHeadProps {
  readonly transfer: Transaction;
  /** Shows the check mark of a payment that was just accepted. */
  readonly justSent: boolean;
}

/** Amount, recipient and status. */
export function TransferHead({ transfer, justSent }: TransferHeadProps) {
  const { t, i18n } = useTranslation();
  const { recipient, platform, amount } = transfer;
  const money = formatMoney(amount, i18n.language);
  return (
    <div className="tx-head">
      {justSent && transfer.status === 'processing' && (
        <div className="tx-done line gap-16">
          <span className="disc done-mark">
            <Icon name="check" size={28} />
          </span>
          <div>
            <p className="strong">{t('quick.submitted')}</p>
            <p className="muted t14">{t('payment.sentText')}</p>
          </div>
        </div>
      )}
      <div className="tx-headline">
        {transfer.payment === null && transfer.status === 'processing' ? (
          <Badge tone="info" icon="clock">
            {t('tx.step.before_payments')}
          </Badge>
        ) : (
          <StatusBadge status={isUnpaid(transfer) ? 'unpaid' : transfer.status} />
        )}
        <PageHeading title={`${money} ${t('tx.toRecipient', { recipient, platform })}`} className="tx-title">
          <Amount value={amount} size="xl" /> <ToRecipient recipient={recipient} platform={platform} />
        </PageHeading>
      </div>
    </div>
  );
}

/** The sentence with the name emphasized; the name may contain any text. */
function ToRecipient({ recipient, platform }: { readonly recipient: string; readonly platform: string }) {
  const { t } = useTranslation();
  const [before = '', after = ''] = t('tx.toRecipient', { recipient: NAME, platform }).split(NAME);
  return (
    <span>
      {before}
      <b>{recipient}</b>
      {after}
    </span>
  );
}

/** Placeholder for the name; no text of the language files contains it. */
const NAME = '\u0000';
