import './dashboard.css';
import { lazy, Suspense, useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import type { Allowance } from '@kernel/money/transfers';
import { Box, Stack, Text } from '@mantine/core';
import { useMe } from '../../accounts/use-session';
import { SignOutButton } from '../../app/frames/sign-out-button';
import { loadCode } from '../../lib/load-code';
import { wantsQuickSend } from '../../lib/navigation-state';
import { useProblemText } from '../../lib/api/use-problem-text';
import { VerificationBadge } from '../../ui/feedback/badge';
import { BlockBoundary } from '../../ui/feedback/block-boundary';
import { PageHeading } from '../../ui/parts/page-heading';
import { useNarrow } from '../../ui/parts/use-narrow';
import { showError } from '../../ui/feedback/toasts';
import { LimitBox, LimitNotice } from '../../transfers/limits/limit-box';
import { readDraftState } from '../../transfers/payment/pending-payment';
import { OnItsWay } from '../../transfers/page/on-its-way';
import type { QuickSendHandle } from '../../transfers/quick-send/quick-send';
import { QuickSendLoading } from '../../transfers/quick-send/quick-send-loading';
import { RecentTransfers } from '../../transfers/list/recent-transfers';
import { useAllowance } from '../../transfers/limits/use-allowance';
import { useOptimisticTransfers } from '../../transfers/payment/use-optimistic-transfers';
import { withPayments } from '../../transfers/payment/with-payments';
import { useRecentTransfers } from '../../transfers/use-transfers';
import { EmailReminder } from '../../accounts/email-reminder';
import { isVerificationNeed } from '@kernel/people/needs';
import { usePendingStep, useShownBadge } from '../../verification/use-verification';
import { VerificationCard } from '../../verification/verification-card';
import { NeedsCard } from '../public/needs-card';

const QuickSend = lazy(() =>
  loadCode(async () => ({ default: (await import('../../transfers/quick-send/quick-send')).QuickSend })),
);

/** The remaining limit, the next step, Quick Send and recent transfers. */
export function DashboardScreen() {
  const { t } = useTranslation();
  const { firstName, verification } = useMe();
  return (
    <>
      <div className="page-head welcome">
        <PageHeading title={t('nav.dashboard')}>{t('dashboard.welcome', { firstName })}</PageHeading>
        <Box component={Link} td="none" to="/verification">
          <VerificationBadge badge={useShownBadge(verification)} />
        </Box>
        <Text span className="wide-only" ml="auto">
          <SignOutButton />
        </Text>
      </div>
      <Stack gap="var(--pad)">
        <Blocks />
      </Stack>
    </>
  );
}

interface ColumnsProps {
  readonly isVerified: boolean;
  /** What waits for the sender would push down what is shown before it is known. */
  readonly isKnown: boolean;
  readonly children: ReactNode;
}

function Columns({ isVerified, isKnown, children }: ColumnsProps) {
  return (
    <div
      className={`grid dashboard-columns ${isVerified ? '' : 'dashboard-rows'} ${isKnown ? '' : 'not-yet'}`}
    >
      {children}
    </div>
  );
}

/** On a wide screen two columns, on a phone one: what waits, the limit, the form, what is on its way, the latest. */
function Blocks() {
  const { t } = useTranslation();
  const { uid, email, verification } = useMe();
  const location = useLocation();
  const allowance = useAllowance();
  const recent = useRecentTransfers();
  const optimistic = useOptimisticTransfers();
  const quickSend = useRef<QuickSendHandle>(null);
  useDashboardErrorToast(
    recent.data ? undefined : recent.error,
    allowance.data ? undefined : allowance.error,
  );
  const listed = recent.data && withPayments(optimistic, recent.data.items);
  const isVerified = verification === 'verified';
  const isKnown = recent.data !== undefined || recent.error !== undefined;
  return (
    <>
      <NeedsCard
        transfers={recent.data?.items ?? []}
        email={
          <EmailReminder title={t('dashboard.confirmTitle')} text={t('dashboard.confirmText', { email })} />
        }
      />
      <Columns isVerified={isVerified} isKnown={isKnown}>
        <LimitBox
          verified={isVerified}
          allowance={allowance.data}
          error={allowance.error}
          onRetry={() => void allowance.mutate()}
        />
        {!isVerified && <Verify allowance={allowance.data} />}
        <div className="dashboard-form">
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
        </div>
        <Lists recent={recent} listed={listed} onSend={() => quickSend.current?.focus('recipient')} />
      </Columns>
    </>
  );
}

interface ListsProps {
  readonly recent: ReturnType<typeof useRecentTransfers>;
  /** With payments that have no response yet. */
  readonly listed: Parameters<typeof RecentTransfers>[0]['transfers'];
  readonly onSend: () => void;
}

/** The transfers on their way, and the latest ones. */
function Lists({ recent, listed, onSend }: ListsProps) {
  return (
    <Stack className="dashboard-lists" gap="var(--pad)">
      {recent.data && <OnItsWay transfers={recent.data.items} />}
      <RecentTransfers
        transfers={listed}
        error={recent.error}
        onRetry={() => void recent.mutate()}
        onSend={onSend}
      />
    </Stack>
  );
}

/** The way to a higher limit; on a phone it follows the form and says the specified sentence. What waits is named above. */
function Verify({ allowance }: { readonly allowance: Allowance | undefined }) {
  const { verification } = useMe();
  const narrow = useNarrow();
  const step = usePendingStep(verification);
  const badge = step && isVerificationNeed(step) ? 'unverified' : verification;
  const isLimited = allowance?.tier === 'unverified' && allowance.remaining !== null;
  return (
    <VerificationCard
      badge={badge}
      {...(narrow &&
        badge === 'unverified' &&
        isLimited && { notice: <LimitNotice remaining={allowance.remaining} /> })}
    />
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
