import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { ApiError } from '../lib/api-error';
import { PaperColumn } from '../receipts/paper';
import { PrintButton } from '../receipts/print-button';
import { ReceiptPaper } from '../receipts/receipt-paper';
import { useReceipt } from '../receipts/use-receipts';
import { useCsvDownload } from '../transfers/use-csv-download';
import { useTransfer } from '../transfers/use-transfers';
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
    <PaperColumn>
      <div className="page-head no-print">
        <Link className="link muted" to={`/transactions/${id}`}>
          <Icon name="chevronLeft" />
          {t('receipt.back')}
        </Link>
        {receipt.data && (
          <div className="flow">
            <PrintButton />
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
        <ReceiptPaper transfer={transfer} facts={receipt.data} />
      ) : (
        <Waiting error={receipt.error} onRetry={() => void receipt.mutate()} />
      )}
    </PaperColumn>
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
