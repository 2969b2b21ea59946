import '../../verification/verification.css';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { KycNext } from '@kernel/people/verification';
import { Stack } from '@mantine/core';
import { useMe } from '../../accounts/use-session';
import { VerificationBadge } from '../../ui/feedback/badge';
import { Card } from '../../ui/parts/card';
import { ErrorBlock } from '../../ui/feedback/error-block';
import { PageHeading } from '../../ui/parts/page-heading';
import { Bone, Skeleton } from '../../ui/feedback/skeleton';
import { HistoryCard, MeanwhileCard, TalkCard } from '../../verification/meanwhile';
import { StatusCard, type StatusCardProps } from '../../verification/status-card';
import { TierTable } from '../../verification/tier-table';
import { OVER, useVerification, type Verification } from '../../verification/use-verification';
import { WhyCard } from '../../verification/why-card';

/** The requirements are known by now; the status of the check matters. */
const STANDING: readonly KycNext[] = ['wait', ...OVER];

/** The hosted page comes back with this parameter; its value and the others are ignored. */
const RETURN_PARAMETER = 'inquiry-id';

/** Why verification is needed, what it takes, its benefit, and the next step; later the status of the check. */
export function VerificationScreen() {
  const { t } = useTranslation();
  const me = useMe();
  const returned = useReturned();
  const { overview, error, retry, checking } = useVerification(returned);
  const badge = overview?.badge ?? me.verification;
  return (
    <>
      <div className="page-head">
        <PageHeading title={t('kyc.title')}>{t('kyc.title')}</PageHeading>
        <VerificationBadge badge={overview && OVER.includes(overview.next) ? 'unverified' : badge} large />
      </div>
      <div className="grid kyc-grid">
        {overview && STANDING.includes(overview.next) ? (
          <Standing overview={overview} checking={checking} />
        ) : (
          <>
            <Stack gap="var(--pad)">
              {badge !== 'verified' && <WhyCard />}
              <TierTable verified={badge === 'verified'} />
              {badge === 'verified' && overview && <HistoryCard items={overview.items} />}
            </Stack>
            <Next {...{ overview, error, retry, checking }} />
          </>
        )}
      </div>
    </>
  );
}

/** A check in progress or ended: its result, who can help, and what can be sent in the meantime. */
function Standing({ overview, checking }: Pick<StatusCardProps, 'overview' | 'checking'>) {
  return (
    <>
      <Stack gap="var(--pad)">
        <StatusCard overview={overview} checking={checking} leave={leavePage} />
        <TalkCard reference={overview.items[0]?.id} />
      </Stack>
      <Stack gap="var(--pad)">
        <MeanwhileCard />
        <HistoryCard items={overview.items} />
      </Stack>
    </>
  );
}

function Next({ overview, error, retry, checking }: Verification) {
  const { t } = useTranslation();
  const me = useMe();
  if (overview) return <StatusCard overview={overview} checking={checking} leave={leavePage} />;
  return error === undefined ? (
    <Card
      // As tall as what replaces it.
      title={t(me.verification === 'verified' ? 'kyc.verifiedTitle' : 'kyc.title')}
      busy
      // What comes next is first on a phone, except before the first start.
      className={me.verification === 'unverified' ? '' : 'kyc-status-first'}
    >
      <Skeleton>
        <Stack gap="md">
          <Bone width="90%" />
          <Bone width="70%" />
          <Bone width="100%" height={110} />
        </Stack>
      </Skeleton>
    </Card>
  ) : (
    <Card title={t('kyc.title')}>
      <ErrorBlock title={t('kyc.failed')} error={error} onRetry={retry} />
    </Card>
  );
}

/** True after the return from the hosted page; its parameters are removed from the address. */
function useReturned(): boolean {
  const [parameters, setParameters] = useSearchParams();
  const [returned] = useState(() => parameters.has(RETURN_PARAMETER));
  useEffect(() => {
    if (parameters.has(RETURN_PARAMETER)) setParameters({}, { replace: true });
  }, [parameters, setParameters]);
  return returned;
}

function leavePage(url: string): void {
  window.location.assign(url);
}
