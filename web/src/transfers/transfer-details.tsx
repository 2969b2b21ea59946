import { useTranslation } from 'react-i18next';
import { handleText } from '@kernel/handle-text';
import type { Transaction } from '@kernel/transfers';
import { formatMoment } from '../lib/format';
import { ShareStatus } from '../receipts/share-status';
import { ButtonLink } from '../ui/button';
import { Card } from '../ui/card';
import { CopyableId } from '../ui/copyable-id';
import { cardText } from '@kernel/cards';
import { isCharged } from '@kernel/charge';
import { ReportProblem } from './report-problem';
import { pickDraft, draftState } from './pending-payment';
import { isUnpaid } from './progress-entries';

/** Recipient, handle, note, date and id. */
export function TransferDetails({ transfer }: { readonly transfer: Transaction }) {
  const { t, i18n } = useTranslation();
  return (
    <Card title={t('tx.details')} className="tight">
      <dl className="pairs">
        <div>
          <dt>{t('tx.recipient')}</dt>
          <dd>{transfer.recipient}</dd>
        </div>
        <div>
          <dt>{t('tx.platformHandle', { platform: transfer.platform })}</dt>
          <dd>{handleText(transfer.handle)}</dd>
        </div>
        {transfer.note && (
          <div>
            <dt>{t('tx.note')}</dt>
            <dd className="wrap-anywhere">{transfer.note}</dd>
          </div>
        )}
        {transfer.card && (
          <div>
            <dt>{t('tx.card')}</dt>
            <dd>{cardText(transfer.card)}</dd>
          </div>
        )}
        <div>
          <dt>{t('tx.date')}</dt>
          <dd>{formatMoment(transfer.createdAt, i18n.language)}</dd>
        </div>
        <div>
          <dt>{t('tx.id')}</dt>
          <dd>
            <CopyableId id={transfer.id} label={t('tx.copy')} copied={t('tx.copied')} />
          </dd>
        </div>
      </dl>
    </Card>
  );
}

/** Actions on a transfer: send it again unless it can still be paid, its receipt, a link for the recipient, or report a problem. */
export function TransferActions({ transfer }: { readonly transfer: Transaction }) {
  const { t } = useTranslation();
  return (
    <div className="stack-8">
      {!isUnpaid(transfer) && (
        <ButtonLink block icon="send" to="/dashboard" state={draftState(transfer.uid, pickDraft(transfer))}>
          {t('tx.sendAgain')}
        </ButtonLink>
      )}
      {isCharged(transfer) && (
        <div className="flow grow">
          <ButtonLink icon="document" to={`/transactions/${transfer.id}/receipt`}>
            {t('receipt.open')}
          </ButtonLink>
          <ShareStatus id={transfer.id} />
        </div>
      )}
      {transfer.payment && <ReportProblem transfer={transfer} />}
    </div>
  );
}
