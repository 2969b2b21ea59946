import '../../transfers/payment/payment.css';
import { useLayoutEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useSearchParams } from 'react-router-dom';
import { useMe } from '../../accounts/use-session';
import { ApiError } from '../../lib/api/api-error';
import { ButtonLink } from '../../ui/forms/button';
import { Card } from '../../ui/parts/card';
import { EmptyState } from '../../ui/feedback/empty-state';
import { ErrorBlock } from '../../ui/feedback/error-block';
import { PageHeading } from '../../ui/parts/page-heading';
import { SkeletonRows } from '../../ui/feedback/skeleton';
import { PaymentReview } from '../../transfers/payment/payment-review';
import { findPayment } from '../../transfers/payment/payment-storage';
import { TransferPayment } from '../../transfers/page/transfer-payment';
import { useFollowedTransfer } from '../../transfers/page/use-followed-transfer';

/**
 * Reviews and pays what Quick Send stored under the key in the address; once the transfer is requested, the address names
 * it, so that a reload and the way back from a bank's page find it again.
 */
export function PaymentScreen() {
  const { t } = useTranslation();
  const [parameters] = useSearchParams();
  const transferId = parameters.get('transfer');
  return (
    <>
      <PageHeading title={t('payment.title')}>{t('payment.title')}</PageHeading>
      {transferId === null ? <Reviewed name={parameters.get('key') ?? ''} /> : <Requested id={transferId} />}
    </>
  );
}

function Reviewed({ name }: { readonly name: string }) {
  const { uid } = useMe();
  // Read once per key: a payment that was just paid stays on screen until its transfer has loaded.
  const payment = useMemo(() => findPayment(uid, name), [uid, name]);
  if (payment?.paidTransferId !== undefined) {
    return <Navigate to={`/transactions/${payment.paidTransferId}`} replace />;
  }
  return payment ? <PaymentReview payment={payment} /> : <NoPayment />;
}

function Requested({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  const { data: transfer, error, mutate } = useFollowedTransfer(id);
  // The page is shorter than the review: from its top, a second tap on Pay meets Pay again and no link of the footer.
  useLayoutEffect(() => {
    window.scrollTo(0, 0);
  }, []);
  if (transfer) return <TransferPayment transfer={transfer} />;
  if (error instanceof ApiError && error.status === 404) return <NoPayment />;
  return (
    <Card mt="var(--pad)" busy={error === undefined}>
      {error === undefined ? (
        <SkeletonRows count={2} />
      ) : (
        <ErrorBlock title={t('tx.oneFailed')} error={error} onRetry={() => void mutate()} />
      )}
    </Card>
  );
}

function NoPayment() {
  const { t } = useTranslation();
  return (
    <Card mt="var(--pad)">
      <EmptyState
        icon="send"
        title={t('payment.none')}
        text={t('payment.noneText')}
        action={
          <ButtonLink size="sm" to="/dashboard">
            {t('nav.back')}
          </ButtonLink>
        }
      />
    </Card>
  );
}
