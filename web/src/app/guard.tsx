import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, Outlet, useLocation, type Location } from 'react-router-dom';
import { useSession } from '../accounts/use-session';
import { wantedPage } from '../accounts/wanted-page';
import { ErrorBlock } from '../ui/feedback/error-block';
import { Loading } from '../ui/feedback/loading';

// Nothing on a first screen waits for these, and no screen fails without them.
const PaymentsWatch = lazy(() =>
  import('../transfers/payment/payments-watch').then(
    ({ PaymentsWatch: watch }) => ({ default: watch }),
    () => ({ default: () => null }),
  ),
);

const LiveUpdates = lazy(() =>
  import('./live-updates').then(
    ({ LiveUpdates: updates }) => ({ default: updates }),
    () => ({ default: () => null }),
  ),
);

/** Admits signed-in users; 'Loading...' until that is known, then /signin in place of the page (specification §2). */
export function Guard() {
  const { t } = useTranslation();
  const { session } = useSession();
  const location = useLocation() as Location<unknown>;
  if (session.status === 'loading') return <Loading />;
  if (session.status === 'failed') {
    return <ErrorBlock title={t('common.sessionUnknown')} error={session.error} onRetry={session.retry} />;
  }
  if (session.status === 'signed-out') {
    return <Navigate to="/signin" replace state={wantedPage(location)} />;
  }
  return (
    <>
      <Outlet />
      <Suspense>
        <PaymentsWatch />
        <LiveUpdates />
      </Suspense>
    </>
  );
}
