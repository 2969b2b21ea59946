import '../verification/verification.css';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { useMe } from '../accounts/use-session';
import { VerificationBadge } from '../ui/badge';
import { Card } from '../ui/card';
import { ErrorBlock } from '../ui/error-block';
import { PageHeading } from '../ui/page-heading';
import { Bone, Skeleton } from '../ui/skeleton';
import { StatusCard } from '../verification/status-card';
import { TierTable } from '../verification/tier-table';
import { useVerification } from '../verification/use-verification';
import { WhyCard } from '../verification/why-card';

/** The hosted page comes back with this parameter; its value and the others are not looked at. */
const RETURN_PARAMETER = 'inquiry-id';

/** Why verification is needed, what it takes, its benefit, and the next step. */
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
        <VerificationBadge badge={badge} large />
      </div>
      <div className="grid kyc-grid">
        <div className="stack-blocks">
          <WhyCard />
          <TierTable verified={badge === 'verified'} />
        </div>
        {overview ? (
          <StatusCard overview={overview} checking={checking} leave={leavePage} />
        ) : error === undefined ? (
          <Card
            title={t('kyc.title')}
            busy
            // What comes next is first on a phone, except before the first start.
            className={me.verification === 'unverified' ? '' : 'kyc-status-first'}
          >
            <Skeleton>
              <div className="stack-16">
                <Bone width="90%" />
                <Bone width="70%" />
                <Bone width="100%" height={110} />
              </div>
            </Skeleton>
          </Card>
        ) : (
          <Card title={t('kyc.title')}>
            <ErrorBlock title={t('kyc.failed')} error={error} onRetry={retry} />
          </Card>
        )}
      </div>
    </>
  );
}

/** True after the way back from the hosted page, whose parameters are taken out of the address. */
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
