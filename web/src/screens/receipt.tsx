import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { intlLocale } from '@kernel/accounts';
import { cardText } from '@kernel/cards';
import { refundedCents, stepOf } from '@kernel/charge';
import { DOCUMENT_TIME_ZONE, type ReceiptFacts } from '@kernel/receipts';
import type { Transaction } from '@kernel/transfers';
import { useConfig } from '../accounts/use-config';
import { ApiError } from '../lib/api-error';
import { formatMoney } from '../lib/format';
import { useReceipt } from '../receipts/use-receipts';
import { TransferMoney } from '../transfers/transfer-money';
import { useCsvDownload } from '../transfers/use-csv-download';
import { useTransfer } from '../transfers/use-transfers';
import { StatusBadge } from '../ui/badge';
import { Button } from '../ui/button';
import { Card } from '../ui/card';
import { EmptyState } from '../ui/empty-state';
import { ErrorBlock } from '../ui/error-block';
import { Icon } from '../ui/icon';
import { PageHeading } from '../ui/page-heading';
import { Bone, Skeleton } from '../ui/skeleton';

/** The receipt of a charged transfer, to read, print or keep. */
export function ReceiptScreen() {
  const { t, i18n } = useTranslation();
  const { id = '' } = useParams();
  const receipt = useReceipt(id);
  const { data: transfer } = useTransfer(id);
  const download = useCsvDownload();
  return (
    <>
      <div className="page-head">
        <Link className="link muted" to={`/transactions/${id}`}>
          <Icon name="chevronLeft" />
          {t('receipt.back')}
        </Link>
        {receipt.data && (
          <div className="flow">
            <Button
              size="sm"
              icon="document"
              onClick={() => {
                window.print();
              }}
            >
              {t('receipt.print')}
            </Button>
            <Button
              size="sm"
              icon="download"
              onClick={() =>
                void download(`/api/transfers/${encodeURIComponent(id)}/receipt.pdf?lang=${i18n.language}`)
              }
            >
              PDF
            </Button>
          </div>
        )}
      </div>
      {receipt.data && transfer ? (
        <Receipt transfer={transfer} facts={receipt.data} />
      ) : (
        <Waiting error={receipt.error} onRetry={() => void receipt.mutate()} />
      )}
    </>
  );
}

interface ReceiptProps {
  readonly transfer: Transaction;
  readonly facts: ReceiptFacts;
}

function Receipt({ transfer, facts }: ReceiptProps) {
  const { t, i18n } = useTranslation();
  const { recipient, platform, amount, status } = transfer;
  const sent = { sender: facts.senderName, amount: formatMoney(amount, i18n.language), recipient, platform };
  return (
    <div className="stack-24">
      <div className="stack-8">
        <PageHeading title={t('receipt.title')}>{t('receipt.title')}</PageHeading>
        <p className="muted">{t('receipt.sent', sent)}</p>
        <StatusBadge status={status} />
      </div>
      <TransferMoney transfer={transfer} />
      <Times transfer={transfer} />
      <Card title={t('receipt.code')}>
        <div className="stack-8">
          <p className="mono strong">{facts.code}</p>
          <p className="muted t14">
            {t('receipt.checkAt')} <span className="wrap-anywhere">{facts.checkUrl}</span>
          </p>
          {facts.testMode && <p className="t14">{t('receipt.test')}</p>}
          <Company />
        </div>
      </Card>
    </div>
  );
}

/** The same lines as in the PDF, in the time zone of Flip's office. */
function Times({ transfer }: { readonly transfer: Transaction }) {
  const { t, i18n } = useTranslation();
  const { platform, handle, card, id } = transfer;
  const moment = new Intl.DateTimeFormat(intlLocale(i18n.language), {
    ...{ dateStyle: 'medium', timeStyle: 'short', timeZone: DOCUMENT_TIME_ZONE },
  });
  const timeOf = (step?: { readonly at: string }) => step && moment.format(new Date(step.at));
  const sent = stepOf(transfer, 'payout_accepted', 'unclaimed');
  const delivered = stepOf(transfer, 'delivered');
  const refunded = refundedCents(transfer);
  const lines: readonly (readonly [string, string | undefined])[] = [
    [t('tx.step.requested'), timeOf({ at: transfer.createdAt })],
    [t('tx.step.captured'), timeOf(stepOf(transfer, 'captured'))],
    [t('tx.step.payout_accepted'), timeOf(sent)],
    [t('tx.step.delivered'), timeOf(delivered)],
    [t('tx.step.refunded'), timeOf(stepOf(transfer, 'refunded'))],
    [t('receipt.refunded'), refunded > 0 ? formatMoney(refunded, i18n.language) : undefined],
    [t('receipt.card'), card ? cardText(card) : undefined],
    [t('tx.platformHandle', { platform }), handle],
    [t('receipt.paymentReference'), stepOf(transfer, 'authorized')?.reference],
    [t('receipt.platformReference', { platform }), delivered?.reference ?? sent?.reference],
    [t('receipt.refundReference'), stepOf(transfer, 'refunded')?.reference],
    [t('tx.id'), id],
  ];
  return (
    <Card title={t('receipt.times')}>
      <dl className="pairs">
        {lines.map(
          ([label, value]) =>
            value !== undefined && (
              <div key={label}>
                <dt>{label}</dt>
                <dd className="wrap-anywhere">{value}</dd>
              </div>
            ),
        )}
      </dl>
      <p className="muted t14">{t('receipt.zone')}</p>
    </Card>
  );
}

function Company() {
  const { t } = useTranslation();
  const { name, license, regulator } = useConfig()?.company ?? {};
  if (!name) return null;
  return (
    <p className="muted t14">
      {license ? t('footer.license', { company: name, license }) : name}
      {regulator && ` ${t('receipt.regulator', { regulator })}`}
    </p>
  );
}

function Waiting({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const { t } = useTranslation();
  const isMissing = error instanceof ApiError && error.status === 404;
  return (
    <>
      <PageHeading title={t('receipt.title')} className="visually-hidden">
        {t('receipt.title')}
      </PageHeading>
      <Card busy={error === undefined}>
        {isMissing ? (
          <EmptyState quiet icon="document" title={t('receipt.missing')} text={t('receipt.missingText')} />
        ) : error === undefined ? (
          <Skeleton>
            <Bone width="100%" height={320} />
          </Skeleton>
        ) : (
          <ErrorBlock title={t('receipt.failed')} error={error} onRetry={onRetry} />
        )}
      </Card>
    </>
  );
}
