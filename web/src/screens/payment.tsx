import '../transfers/payment.css';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation } from 'react-router-dom';
import { useMe } from '../accounts/use-session';
import { ButtonLink } from '../ui/button';
import { Card } from '../ui/card';
import { EmptyState } from '../ui/empty-state';
import { PageHeading } from '../ui/page-heading';
import { PaymentReview } from '../transfers/payment-review';
import { readPaymentState } from '../transfers/payment-state';

/** Reviews and pays what Quick Send handed over; a paid one opens its transfer. */
export function PaymentScreen() {
  const { t } = useTranslation();
  const payment = readPaymentState(useLocation().state, useMe().uid);
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
