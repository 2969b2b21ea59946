import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import type { RecordDetail } from '@kernel/compliance';
import { ApiError } from '../lib/api-error';
import { formatMoney } from '../lib/format';
import { ButtonLink } from '../ui/button';
import { Card } from '../ui/card';
import { EmptyState } from '../ui/empty-state';
import { ErrorBlock } from '../ui/error-block';
import { PageHeading } from '../ui/page-heading';
import { Bone, Skeleton } from '../ui/skeleton';
import { AttemptsTable } from './attempts-table';
import { CaseFacts, SenderFacts } from './case-facts';
import { DueBadge, OutcomeBadge } from './record-badges';
import { ReplayCard } from './replay-card';
import { ReviewCard } from './review-card';
import { useRecord } from './use-records';
import { WhyItFired } from './why-it-fired';

/** One record: why it fired, what is behind it, the sender's history, and the review. */
export function Case() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const { data: record, error, isLoading, mutate } = useRecord(id);
  if (isLoading) return <CaseSkeleton />;
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return <NoSuchCase />;
  if (!record) {
    return <ErrorBlock title={t('compliance.caseFailed')} error={error} onRetry={() => void mutate()} />;
  }
  return (
    <>
      <CaseHead record={record} />
      <div className="case-grid">
        <div className="stack-16">
          <WhyItFired record={record} />
          <Attempts record={record} />
          <ReplayCard key={record.uid} uid={record.uid} />
        </div>
        <div className="stack-16">
          <ReviewCard record={record} />
          <CaseFacts record={record} />
          <SenderFacts sender={record.sender} />
        </div>
      </div>
    </>
  );
}

function CaseHead({ record }: { readonly record: RecordDetail }) {
  const { t } = useTranslation();
  const title = t('compliance.caseTitle', {
    rule: t(`compliance.rules.${record.ruleId}`),
    attempts: t('compliance.attempts', { count: record.txCount }),
  });
  return (
    <div className="case-head">
      <nav aria-label={t('compliance.breadcrumb')} className="t14">
        <Link className="link" to="/compliance">
          {t('compliance.queue')}
        </Link>
        <span aria-hidden="true"> / </span>
        <span className="mono">{record.id.slice(0, 8)}</span>
      </nav>
      <div className="case-title">
        <PageHeading title={title}>{title}</PageHeading>
        {record.outcome ? <OutcomeBadge outcome={record.outcome} /> : <DueBadge dueAt={record.dueAt} />}
      </div>
    </div>
  );
}

function Attempts({ record }: { readonly record: RecordDetail }) {
  const { t, i18n } = useTranslation();
  const sums = t('compliance.sums', {
    attempted: formatMoney(record.attempted, i18n.language),
    atRisk: formatMoney(record.atRisk, i18n.language),
  });
  return (
    <Card
      title={t('compliance.behind')}
      aside={<span className="muted t14">{sums}</span>}
      className="card-flush"
    >
      <AttemptsTable attempts={record.attempts} trigger={record.transactionId} />
      {record.txCount > record.attempts.length && (
        <p className="muted t14 table-note">
          {t('compliance.moreAttempts', { shown: record.attempts.length, count: record.txCount })}
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
        action={<ButtonLink to="/compliance">{t('compliance.backToQueue')}</ButtonLink>}
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
