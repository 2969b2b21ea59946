import '../transfers/payment.css';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useSearchParams } from 'react-router-dom';
import { useMe } from '../accounts/use-session';
import { ButtonLink } from '../ui/button';
import { Card } from '../ui/card';
import { EmptyState } from '../ui/empty-state';
import { PageHeading } from '../ui/page-heading';
import { PaymentReview } from '../transfers/payment-review';
import { findPayment } from '../transfers/payment-storage';

/** Reviews and pays what Quick Send stored under the key in the address; a paid one opens its transfer. */
export function PaymentScreen() {
  const { t } = useTranslation();
  const { uid } = useMe();
  const key = useSearchParams()[0].get('key') ?? '';
  // Read once per key: a payment that was just paid stays on screen until its transfer has loaded.
  const payment = useMemo(() => findPayment(uid, key), [uid, key]);
  if (payment?.paidTransferId !== undefined) {
    return <Navigate to={`/transactions/${payment.paidTransferId}`} replace />;
  }
  return (
    <>
      <PageHeading title={t('payment.title')}>{t('payment.title')}</PageHeading>
      {payment ? <PaymentReview payment={payment} /> : <NoPayment />}
    </>
  );
}

function NoPayment() {
  const { t } = useTranslation();
  return (
    <Card className="screen-blank">
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
