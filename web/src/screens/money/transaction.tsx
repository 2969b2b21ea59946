import '../../transfers/page/transfer.css';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { Box, Stack } from '@mantine/core';
import { endingOf } from '@kernel/money/endings';
import { ApiError } from '../../lib/api/api-error';
import { ButtonLink } from '../../ui/forms/button';
import { Card } from '../../ui/parts/card';
import { EmptyState } from '../../ui/feedback/empty-state';
import { ErrorBlock } from '../../ui/feedback/error-block';
import { Icon } from '../../ui/parts/icon';
import { PageHeading } from '../../ui/parts/page-heading';
import { Bone, Skeleton } from '../../ui/feedback/skeleton';
import { TransferActions, TransferDetails } from '../../transfers/page/transfer-details';
import { TransferHead } from '../../transfers/page/transfer-head';
import { TransferMoney } from '../../transfers/page/transfer-money';
import { ReportProblem } from '../../transfers/page/report-problem';
import { RefundProgress } from '../../transfers/page/refund-progress';
import { TransferState } from '../../transfers/page/transfer-state';
import { TransferProgress } from '../../transfers/page/transfer-progress';
import { useTransfer } from '../../transfers/use-transfers';

/** One transfer: its status, its cost and its actions. */
export function TransactionScreen() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const { data: transfer, error, mutate } = useTransfer(id);
  // Where the money went matters more then than the steps.
  const isEnded = transfer !== undefined && endingOf(transfer) !== null;
  if (error instanceof ApiError && error.status === 404) return <NotFound />;
  return (
    <>
      <Box component={Link} className="link" c="dimmed" to="/transactions">
        <Icon name="chevronLeft" />
        {t('nav.transactions')}
      </Box>
      {transfer ? (
        <>
          <TransferHead transfer={transfer} />
          <TransferState transfer={transfer} />
          <div className="grid tx-grid">
            <Stack gap="var(--pad)">
              <RefundProgress transfer={transfer} />
              <TransferProgress transfer={transfer} />
              {!isEnded && <TransferMoney transfer={transfer} />}
            </Stack>
            <div className="stack-16">
              <TransferActions transfer={transfer} />
              {isEnded && <TransferMoney transfer={transfer} />}
              <TransferDetails transfer={transfer} />
              {transfer.payment && <ReportProblem transfer={transfer} />}
            </div>
          </div>
        </>
      ) : (
        <Waiting error={error} onRetry={() => void mutate()} />
      )}
    </>
  );
}

function Waiting({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <>
      <PageHeading title={t('tx.one')} className="visually-hidden">
        {t('tx.one')}
      </PageHeading>
      <Card busy={error === undefined}>
        {error === undefined ? (
          <Skeleton>
            <Stack gap="lg">
              <Bone width={200} height={48} />
              <Bone width="60%" />
              <Bone width="100%" height={240} />
            </Stack>
          </Skeleton>
        ) : (
          <ErrorBlock title={t('tx.oneFailed')} error={error} onRetry={onRetry} />
        )}
      </Card>
    </>
  );
}

function NotFound() {
  const { t } = useTranslation();
  return (
    <>
      <div className="page-head">
        <PageHeading title={t('tx.notFound')}>{t('tx.notFound')}</PageHeading>
      </div>
      <Card>
        <EmptyState
          icon="search"
          title={t('tx.notFoundTitle')}
          text={t('tx.notFoundText')}
          action={
            <ButtonLink size="sm" to="/transactions">
              {t('tx.all')}
            </ButtonLink>
          }
        />
      </Card>
    </>
  );
}
