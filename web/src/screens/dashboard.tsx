import './dashboard.css';
import { lazy, Suspense, useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import type { Allowance } from '@kernel/transfers';
import { useMe } from '../accounts/use-session';
import { SignOutButton } from '../app/sign-out-button';
import { loadCode } from '../lib/load-code';
import { wantsQuickSend } from '../lib/navigation-state';
import { useProblemText } from '../lib/use-problem-text';
import { VerificationBadge } from '../ui/badge';
import { BlockBoundary } from '../ui/block-boundary';
import { Card } from '../ui/card';
import { PageHeading } from '../ui/page-heading';
import { useNarrow } from '../ui/use-narrow';
import { showError } from '../ui/toasts';
import { LatestCard } from '../transfers/latest-card';
import { LimitBox, LimitNotice } from '../transfers/limit-box';
import { readDraftState } from '../transfers/pending-payment';
import type { QuickSendHandle } from '../transfers/quick-send';
import { QuickSendLoading } from '../transfers/quick-send-loading';
import { RecentTransfers } from '../transfers/recent-transfers';
import { useAllowance } from '../transfers/use-allowance';
import { useOptimisticTransfers } from '../transfers/use-optimistic-transfers';
import { withPayments } from '../transfers/with-payments';
import { useRecentTransfers } from '../transfers/use-transfers';
import { EmailReminder } from '../accounts/email-reminder';
import { useShownBadge } from '../verification/use-verification';
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
      <div className="page-head welcome">
        <PageHeading title={t('nav.dashboard')}>{t('dashboard.welcome', { firstName })}</PageHeading>
        <Link className={verification === 'verified' ? undefined : 'narrow-only'} to="/verification">
          <VerificationBadge badge={useShownBadge(verification)} />
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
  const narrow = useNarrow();
  const quickSend = useRef<QuickSendHandle>(null);
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
        {!narrow && <BesideLimit recent={recent} />}
      </div>
      <div className="grid">
        <BlockBoundary title={t('quick.title')} text={t('quick.failed')}>
          <Suspense fallback={<QuickSendLoading />}>
            <QuickSend
              // "Send again" on a page that is already open fills the form again.
              key={location.key}
              ref={quickSend}
              draft={readDraftState(location.state, uid)}
              wanted={wantsQuickSend(location.state)}
              recent={listed ?? (recent.error === undefined ? undefined : optimistic)}
              allowance={allowance.data}
            />
          </Suspense>
        </BlockBoundary>
        {narrow && allowance.data && <SendMore allowance={allowance.data} />}
        <RecentTransfers
          transfers={listed}
          error={recent.error}
          onRetry={() => void recent.mutate()}
          onSend={() => quickSend.current?.focus('recipient')}
        />
      </div>
    </>
  );
}

/** Beside the limit: the way to verification, then the latest transfer, whose place is empty while it loads. */
function BesideLimit({ recent }: { readonly recent: ReturnType<typeof useRecentTransfers> }) {
  const { verification } = useMe();
  if (verification !== 'verified') return <VerificationCard badge={verification} />;
  if (recent.data) return <LatestCard transfers={recent.data.items} />;
  return recent.error === undefined ? <Card busy>{null}</Card> : null;
}

/** On a phone the way to a higher limit follows the form. */
function SendMore({ allowance }: { readonly allowance: Allowance }) {
  const { t } = useTranslation();
  if (allowance.tier === 'verified' || allowance.remaining === null) return null;
  return (
    <Card title={t('dashboard.sendMore')} className="send-more tight">
      <LimitNotice remaining={allowance.remaining} />
    </Card>
  );
}

/** The specified toast, once for each failed block; the block keeps its error. */
function useDashboardErrorToast(...errors: readonly [unknown, unknown]): void {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const message = errors.map((error) => error !== undefined && problemText(error)).find(Boolean);
  // A change of language is not a new failure.
  const show = useEffectEvent((failure: string) => {
    showError(t('dashboard.error', { message: failure }));
  });
  useEffect(() => {
    if (typeof message === 'string') show(message);
  }, [message]);
}
