import './dashboard.css';
import { lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { useMe } from '../accounts/use-session';
import { SignOutButton } from '../app/sign-out-button';
import { loadCode } from '../lib/load-code';
import { wantsQuickSend } from '../lib/navigation-state';
import { useProblemText } from '../lib/use-problem-text';
import { VerificationBadge } from '../ui/badge';
import { BlockBoundary } from '../ui/block-boundary';
import { PageHeading } from '../ui/page-heading';
import { showError } from '../ui/toasts';
import { LimitBox } from '../transfers/limit-box';
import { readDraftState } from '../transfers/pending-payment';
import { QuickSendLoading } from '../transfers/quick-send-loading';
import { RecentTransfers } from '../transfers/recent-transfers';
import { useAllowance } from '../transfers/use-allowance';
import { useOptimisticTransfers } from '../transfers/use-optimistic-transfers';
import { withPayments } from '../transfers/with-payments';
import { useRecentTransfers } from '../transfers/use-transfers';
import { SentCard } from '../transfers/sent-card';
import { EmailReminder } from '../verification/email-reminder';
import { VerificationCard } from '../verification/verification-card';

const QuickSend = lazy(() =>
  loadCode(async () => ({ default: (await import('../transfers/quick-send')).QuickSend })),
);

/** The remaining limit, the next step, Quick Send and recent transfers. */
export function DashboardScreen() {
  const { t } = useTranslation();
  const { firstName, email, emailConfirmed, verification } = useMe();
  return (
    <>
      <div className="page-head">
        <PageHeading title={t('nav.dashboard')}>{t('dashboard.welcome', { firstName })}</PageHeading>
        <Link
          className={verification === 'verified' ? 'badge-link' : 'badge-link narrow-only'}
          to="/verification"
        >
          <VerificationBadge badge={verification} />
        </Link>
        <span className="wide-only push-right">
          <SignOutButton />
        </span>
      </div>
      <div className="stack-blocks dashboard-blocks">
        {!emailConfirmed && (
          <div className="reminder-place">
            <EmailReminder title={t('dashboard.confirmTitle')} text={t('dashboard.confirmText', { email })} />
          </div>
        )}
        <Blocks />
      </div>
    </>
  );
}

function Blocks() {
  const { t } = useTranslation();
  const { uid, verification } = useMe();
  const location = useLocation();
  const allowance = useAllowance();
  const recent = useRecentTransfers();
  const optimistic = useOptimisticTransfers();
  useDashboardErrorToast(
    recent.data ? undefined : recent.error,
    allowance.data ? undefined : allowance.error,
  );
  const listed = recent.data && withPayments(optimistic, recent.data.items);
  return (
    <>
      <div className="grid grid-even">
        <LimitBox
          verified={verification === 'verified'}
          allowance={allowance.data}
          error={allowance.error}
          onRetry={() => void allowance.mutate()}
        />
        <div className="wide-only verify-place">
          {verification === 'verified' ? <SentCard /> : <VerificationCard badge={verification} />}
        </div>
      </div>
      <div className="grid">
        <BlockBoundary title={t('quick.title')} text={t('quick.failed')}>
          <Suspense fallback={<QuickSendLoading />}>
            <QuickSend
              // "Send again" on a page that is already open fills the form again.
              key={location.key}
              draft={readDraftState(location.state, uid)}
              wanted={wantsQuickSend(location.state)}
              recent={listed ?? optimistic}
              allowance={allowance.data}
            />
          </Suspense>
        </BlockBoundary>
        <RecentTransfers
          transfers={listed}
          error={recent.error}
          onRetry={() => void recent.mutate()}
          onSend={() => document.getElementById('quick-recipient')?.focus()}
        />
      </div>
    </>
  );
}

/** The specified toast, once for each failed block; the block keeps its error. */
function useDashboardErrorToast(...errors: readonly [unknown, unknown]): void {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const message = errors.map((error) => error !== undefined && problemText(error)).find(Boolean);
  useEffect(() => {
    if (typeof message === 'string') showError(t('dashboard.error', { message }));
    // A change of language is not a new failure.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [message]);
}
