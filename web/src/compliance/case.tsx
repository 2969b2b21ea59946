import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { HISTORY_ROLES, REVIEW_ROLES } from '@kernel/accounts';
import { caseNumberOf, type CaseDetail } from '@kernel/compliance';
import { ApiError } from '../lib/api-error';
import { formatMoney } from '../lib/format';
import { ButtonLink } from '../ui/button';
import { Card } from '../ui/card';
import { EmptyState } from '../ui/empty-state';
import { ErrorBlock } from '../ui/error-block';
import { PageHeading } from '../ui/page-heading';
import { Bone, Skeleton } from '../ui/skeleton';
import { CaseFileButtons } from '../audit/case-file-buttons';
import { useMe } from '../accounts/use-session';
import { AttemptsTable } from './attempts-table';
import { CaseFacts } from './case-facts';
import { SenderFacts } from './sender-facts';
import { CaseLog } from './case-log';
import { CaseWorkButtons } from './case-work';
import { CasePayments } from './case-payments';
import { DueTime, OutcomeBadge, StatusBadge } from './case-badges';
import { ReplayCard } from './replay-card';
import { ReviewCard } from './review-card';
import { useCase } from './use-cases';
import { useRuleName } from './use-rules';
import { AlertReason } from './alert-reason';

/** One case: why the rule alerted, the attempts behind it, the sender's history, and the review. */
export function Case() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const { roles } = useMe();
  const canReplay = HISTORY_ROLES.some((role) => roles.includes(role));
  const canReview = REVIEW_ROLES.some((role) => roles.includes(role));
  const { data: detail, error, isLoading, mutate } = useCase(id);
  if (isLoading) return <CaseSkeleton />;
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return <NoSuchCase />;
  if (!detail) {
    return <ErrorBlock title={t('compliance.caseFailed')} error={error} onRetry={() => void mutate()} />;
  }
  return (
    <>
      <CaseHead detail={detail} />
      <CaseFileButtons caseId={detail.id} />
      {canReview && !detail.reviewed && <CaseWorkButtons detail={detail} />}
      <div className="case-grid">
        <div className="stack-16">
          <AlertReason detail={detail} />
          <Attempts detail={detail} />
          <CasePayments detail={detail} />
          <ReviewCard key={detail.id} detail={detail} canReview={canReview} />
        </div>
        <div className="stack-16">
          <CaseFacts detail={detail} />
          <SenderFacts detail={detail} />
          <CaseLog detail={detail} canWrite={canReview} />
        </div>
        {canReplay && <ReplayCard detail={detail} />}
      </div>
    </>
  );
}

function CaseHead({ detail }: { readonly detail: CaseDetail }) {
  const { t } = useTranslation();
  const title = t('compliance.caseTitle', {
    rule: useRuleName(detail.ruleId),
    attempts: t('compliance.attempts', { count: detail.txCount }),
  });
  return (
    <div>
      <nav aria-label={t('compliance.breadcrumb')} className="t14">
        <Link className="link" to="/compliance/cases">
          {t('compliance.queue')}
        </Link>
        <span aria-hidden="true"> / </span>
        <span className="mono">{caseNumberOf(detail.id)}</span>
      </nav>
      <div className="case-head flow">
        <PageHeading title={title}>{title}</PageHeading>
        {detail.outcome ? (
          <OutcomeBadge outcome={detail.outcome} />
        ) : (
          <>
            <StatusBadge found={detail} />
            <DueTime dueAt={detail.dueAt} text="dueIn" />
          </>
        )}
      </div>
    </div>
  );
}

function Attempts({ detail }: { readonly detail: CaseDetail }) {
  const { t, i18n } = useTranslation();
  const sums = t('compliance.sums', {
    attempted: formatMoney(detail.attempted, i18n.language),
    atRisk: formatMoney(detail.atRisk, i18n.language),
  });
  return (
    <Card
      title={t('compliance.behind')}
      aside={<span className="muted t14">{sums}</span>}
      className="card-flush"
    >
      <AttemptsTable attempts={detail.attempts} trigger={detail.transactionId} />
      {detail.txCount > detail.attempts.length && (
        <p className="muted t14 table-note">
          {t('compliance.moreAttempts', { shown: detail.attempts.length, count: detail.txCount })}
        </p>
      )}
    </Card>
  );
}

function NoSuchCase() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeading title={t('compliance.noCase')} className="visually-hidden">
        {t('compliance.noCase')}
      </PageHeading>
      <EmptyState
        icon="search"
        title={t('compliance.noCase')}
        action={<ButtonLink to="/compliance/cases">{t('compliance.backToQueue')}</ButtonLink>}
      />
    </>
  );
}

function CaseSkeleton() {
  return (
    <Skeleton>
      <div className="stack-16">
        <Bone width={320} height={28} />
        <Bone width="100%" height={160} />
        <Bone width="100%" height={240} />
      </div>
    </Skeleton>
  );
}
