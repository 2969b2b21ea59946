import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { Box, Group } from '@mantine/core';
import { MissingPaper } from '../../receipts/missing-paper';
import { PaperColumn } from '../../receipts/paper';
import { PrintButton } from '../../receipts/print-button';
import { ReceiptPaper } from '../../receipts/receipt-paper';
import { apiAddress } from '../../lib/api/api';
import { useLanguage } from '../../preferences/use-language';
import { useReceipt } from '../../receipts/use-receipts';
import { useDownload } from '../../transfers/use-download';
import { useTransfer } from '../../transfers/use-transfers';
import { Button } from '../../ui/forms/button';
import { Icon } from '../../ui/parts/icon';

/** The receipt of a charged transfer, to read, print or keep. */
export function ReceiptScreen() {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const { id = '' } = useParams();
  const receipt = useReceipt(id);
  const { data: transfer } = useTransfer(id);
  const download = useDownload();
  return (
    <PaperColumn>
      <div className="page-head no-print">
        <Box component={Link} className="link" c="dimmed" to={`/transactions/${id}`}>
          <Icon name="chevronLeft" />
          {t('receipt.back')}
        </Box>
        {(receipt.data !== undefined || receipt.error === undefined) && (
          // Unseen while it loads, they keep their place.
          <Group gap="xs" className={receipt.data ? undefined : 'not-yet'}>
            <PrintButton />
            <Button
              size="sm"
              icon="download"
              onClick={() =>
                void download(
                  apiAddress('/transfers/{id}/receipt.pdf', { path: { id }, query: { lang: language } }),
                )
              }
            >
              PDF
            </Button>
          </Group>
        )}
      </div>
      {receipt.data && transfer ? (
        <ReceiptPaper transfer={transfer} facts={receipt.data} />
      ) : (
        <MissingPaper
          title={t('receipt.title')}
          error={receipt.error}
          missing={{ title: t('receipt.missing'), text: t('receipt.missingText') }}
          failed={t('receipt.failed')}
          onRetry={() => void receipt.mutate()}
        />
      )}
    </PaperColumn>
  );
}
