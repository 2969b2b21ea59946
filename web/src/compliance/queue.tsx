import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import type { SuspiciousTransaction } from '@kernel/compliance';
import { formatMoney, formatMoment } from '../lib/format';
import { Button } from '../ui/button';
import { Card } from '../ui/card';
import { EmptyState } from '../ui/empty-state';
import { ErrorBlock } from '../ui/error-block';
import { PageHeading } from '../ui/page-heading';
import { Segments } from '../ui/segments';
import { SkeletonRows } from '../ui/skeleton';
import { DueBadge, OutcomeBadge } from './record-badges';
import { useQueueKeys } from './use-queue-keys';
import { useRecords, type RecordFilter } from './use-records';

/** The review desk's queue: what is open, newest first, or what was reviewed. */
export function Queue() {
  const { t } = useTranslation();
  const [parameters, setParameters] = useSearchParams();
  const filter: RecordFilter = parameters.get('show') === 'reviewed' ? 'reviewed' : 'open';
  return (
    <>
      <div className="page-head">
        <PageHeading title={t('compliance.queue')}>{t('compliance.queue')}</PageHeading>
        <p className="key-hints muted t14">
          <kbd>j</kbd> <kbd>k</kbd> <kbd>Enter</kbd> {t('compliance.keyHint')}
        </p>
      </div>
      <div className="stack-16">
        <Segments<RecordFilter>
          label={t('compliance.show')}
          value={filter}
          onChange={(value) => {
            setParameters(value === 'open' ? {} : { show: value }, { replace: true });
          }}
          options={[
            { value: 'open', label: t('compliance.open') },
            { value: 'reviewed', label: t('compliance.reviewed') },
          ]}
        />
        <Card className="card-flush">
          <Records filter={filter} />
        </Card>
      </div>
    </>
  );
}

function Records({ filter }: { readonly filter: RecordFilter }) {
  const { t } = useTranslation();
  const list = useRef<HTMLUListElement>(null);
  useQueueKeys(list);
  const { data, error, isLoading, isValidating, size, setSize, mutate } = useRecords(filter);
  if (isLoading) return <SkeletonRows count={4} />;
  if (error && !data) {
    return <ErrorBlock title={t('compliance.queueFailed')} error={error} onRetry={() => void mutate()} />;
  }
  const records = data?.flatMap((page) => page.items) ?? [];
  if (records.length === 0) return <EmptyQueue filter={filter} />;
  const hasMore = data?.at(-1)?.nextCursor !== null;
  return (
    <>
      <ul className="queue" ref={list}>
        {records.map((record) => (
          <QueueRow key={record.id} record={record} />
        ))}
      </ul>
      <p className="visually-hidden" role="status">
        {t('compliance.shown', { count: records.length })}
      </p>
      {hasMore && (
        <div className="queue-more">
          <Button size="staff" busy={isValidating} onClick={() => void setSize(size + 1)}>
            {t('compliance.loadMore')}
          </Button>
        </div>
      )}
    </>
  );
}

function EmptyQueue({ filter }: { readonly filter: RecordFilter }) {
  const { t } = useTranslation();
  const title = t(filter === 'open' ? 'compliance.openEmpty' : 'compliance.reviewedEmpty');
  return <EmptyState icon="checkCircle" title={title} text={t('compliance.emptyText')} />;
}

function QueueRow({ record }: { readonly record: SuspiciousTransaction }) {
  const { t, i18n } = useTranslation();
  return (
    <li>
      <Link className="queue-row" to={`/compliance/cases/${record.id}`}>
        <span className="queue-rule">
          <b>{t(`compliance.rules.${record.ruleId}`)}</b>
          <span className="muted">{t('compliance.attempts', { count: record.txCount })}</span>
        </span>
        <span className="mono queue-sender">{record.uid.slice(0, 8)}</span>
        <span className="queue-money">
          {t('compliance.atRisk', { amount: formatMoney(record.atRisk, i18n.language) })}
        </span>
        <span className="muted nowrap">{formatMoment(record.createdAt, i18n.language)}</span>
        {record.outcome ? <OutcomeBadge outcome={record.outcome} /> : <DueBadge dueAt={record.dueAt} />}
      </Link>
    </li>
  );
}
