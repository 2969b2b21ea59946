import '@mantine/core/styles/Kbd.layer.css';
import { useRef } from 'react';
import { Kbd } from '@mantine/core';
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
import { DueBadge, OutcomeBadge } from './case-badges';
import { useQueueKeys } from './use-queue-keys';
import { useCases, type CaseFilter } from './use-cases';

/** The review queue: open cases, oldest first, or reviewed ones, newest first. */
export function Queue() {
  const { t } = useTranslation();
  const [parameters, setParameters] = useSearchParams();
  const filter: CaseFilter = parameters.get('show') === 'reviewed' ? 'reviewed' : 'open';
  return (
    <>
      <div className="page-head">
        <PageHeading title={t('compliance.queue')}>{t('compliance.queue')}</PageHeading>
        <p className="key-hints muted t14">
          <Kbd>j</Kbd> <Kbd>k</Kbd> <Kbd>Enter</Kbd> {t('compliance.keyHint')}
        </p>
      </div>
      <div className="stack-16">
        <Segments<CaseFilter>
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
          <Cases filter={filter} />
        </Card>
      </div>
    </>
  );
}

function Cases({ filter }: { readonly filter: CaseFilter }) {
  const { t } = useTranslation();
  const list = useRef<HTMLUListElement>(null);
  useQueueKeys(list);
  const { data, error, isLoading, isValidating, size, setSize, mutate } = useCases(filter);
  if (isLoading) return <SkeletonRows count={4} />;
  if (error && !data) {
    return <ErrorBlock title={t('compliance.queueFailed')} error={error} onRetry={() => void mutate()} />;
  }
  const cases = data?.flatMap((page) => page.items) ?? [];
  if (cases.length === 0) return <EmptyQueue filter={filter} />;
  const hasMore = data?.at(-1)?.nextCursor !== null;
  return (
    <>
      <ul className="queue" ref={list}>
        {cases.map((item) => (
          <QueueRow key={item.id} item={item} />
        ))}
      </ul>
      <p className="visually-hidden" role="status">
        {t('compliance.shown', { count: cases.length })}
      </p>
      {hasMore && (
        <div className="queue-more">
          <Button size="xs" busy={isValidating} onClick={() => void setSize(size + 1)}>
            {t('compliance.loadMore')}
          </Button>
        </div>
      )}
    </>
  );
}

function EmptyQueue({ filter }: { readonly filter: CaseFilter }) {
  const { t } = useTranslation();
  const title = t(filter === 'open' ? 'compliance.openEmpty' : 'compliance.reviewedEmpty');
  return <EmptyState icon="checkCircle" title={title} text={t('compliance.emptyText')} />;
}

function QueueRow({ item }: { readonly item: SuspiciousTransaction }) {
  const { t, i18n } = useTranslation();
  return (
    <li>
      <Link className="queue-row" to={`/compliance/cases/${item.id}`}>
        <span className="queue-rule">
          <b>{t(`compliance.rules.${item.ruleId}`)}</b>
          <span className="muted">{t('compliance.attempts', { count: item.txCount })}</span>
        </span>
        <span className="mono queue-sender">{item.uid.slice(0, 8)}</span>
        <span className="queue-money">
          {t('compliance.atRisk', { amount: formatMoney(item.atRisk, i18n.language) })}
        </span>
        <span className="muted nowrap">{formatMoment(item.createdAt, i18n.language)}</span>
        {item.outcome ? <OutcomeBadge outcome={item.outcome} /> : <DueBadge dueAt={item.dueAt} />}
      </Link>
    </li>
  );
}
