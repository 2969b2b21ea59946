import '@mantine/core/styles/Kbd.layer.css';
import '@mantine/core/styles/Table.layer.css';
import { useRef, type ReactNode } from 'react';
import { Kbd, Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import type { SuspiciousTransaction } from '@kernel/compliance';
import { formatExact } from '../lib/format';
import { useNow } from '../transfers/use-now';
import { Amount } from '../ui/amount';
import { Button, ButtonLink } from '../ui/button';
import { Card } from '../ui/card';
import { EmptyState } from '../ui/empty-state';
import { ErrorBlock } from '../ui/error-block';
import { PageHeading } from '../ui/page-heading';
import { Segments } from '../ui/segments';
import { SkeletonRows } from '../ui/skeleton';
import { DueTime, OutcomeBadge } from './case-badges';
import { Moment } from './case-facts';
import { useQueueKeys } from './use-queue-keys';
import { TableHead } from './table-head';
import { useCases, type CaseFilter } from './use-cases';
import { useAge } from './use-span';

/** The review queue: open cases, oldest first, or reviewed ones, newest first. */
export function Queue() {
  const { t } = useTranslation();
  const [parameters, setParameters] = useSearchParams();
  const filter: CaseFilter = parameters.get('show') === 'reviewed' ? 'reviewed' : 'open';
  const next = useCases('open').data?.[0]?.items[0];
  return (
    <>
      <div className="page-head">
        <PageHeading title={t('compliance.queue')}>{t('compliance.queue')}</PageHeading>
        {next && (
          <ButtonLink size="xs" tone="primary" to={`/compliance/cases/${next.id}`}>
            {t('compliance.nextCase')}
          </ButtonLink>
        )}
      </div>
      <div className="stack-16">
        <Segments<CaseFilter>
          label={t('compliance.show')}
          labelHidden
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
        <p className="wide-only muted t12">
          <Kbd>j</Kbd> <Kbd>k</Kbd> {t('compliance.keyMove')} <Kbd>Enter</Kbd> {t('compliance.keyOpen')}
        </p>
      </div>
    </>
  );
}

function Cases({ filter }: { readonly filter: CaseFilter }) {
  const { t } = useTranslation();
  const list = useRef<HTMLTableSectionElement>(null);
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
      <Table className="cases" verticalSpacing={9} horizontalSpacing="xs" highlightOnHover>
        <Columns filter={filter} />
        <Table.Tbody ref={list}>
          {cases.map((item) => (
            <CaseRow key={item.id} item={item} />
          ))}
        </Table.Tbody>
      </Table>
      <div className="table-note flow">
        <p className="muted t14" role="status">
          {t('compliance.shown', { count: cases.length })}
        </p>
        {hasMore && (
          <Button size="xs" busy={isValidating} onClick={() => void setSize(size + 1)}>
            {t('compliance.loadMore')}
          </Button>
        )}
      </div>
    </>
  );
}

function EmptyQueue({ filter }: { readonly filter: CaseFilter }) {
  const { t } = useTranslation();
  const title = t(filter === 'open' ? 'compliance.openEmpty' : 'compliance.reviewedEmpty');
  return <EmptyState icon="checkCircle" title={title} text={t('compliance.emptyText')} />;
}

function Columns({ filter }: { readonly filter: CaseFilter }) {
  const { t } = useTranslation();
  const [when, how] = filter === 'open' ? ['age', 'due'] : ['closed', 'outcome'];
  const columns = [
    { name: 'rule' },
    { name: when, className: filter === 'open' ? 'number wide-only' : 'wide-only' },
    { name: how },
    { name: 'case', className: 'wide-only' },
    { name: 'sender', className: 'wide-only' },
    { name: 'atRisk', className: 'number' },
    { name: 'attempts', className: 'number wide-only' },
  ];
  return <TableHead columns={columns} textOf={(name) => t(`compliance.columns.${name}`)} />;
}

function CaseRow({ item }: { readonly item: SuspiciousTransaction }) {
  const { t } = useTranslation();
  const { outcome, reviewedAt } = item;
  return (
    <Table.Tr className="covered">
      <Table.Td>
        <Link className="cover" to={`/compliance/cases/${item.id}`}>
          {t(`compliance.rules.${item.ruleId}`)}
        </Link>
      </Table.Td>
      {outcome && reviewedAt ? (
        <>
          <Table.Td className="wide-only">
            <Moment at={reviewedAt} />
          </Table.Td>
          <Table.Td>
            <OutcomeBadge outcome={outcome} />
          </Table.Td>
        </>
      ) : (
        <>
          <Table.Td className="number wide-only">
            <Age since={item.createdAt} />
          </Table.Td>
          <Table.Td>
            <DueTime dueAt={item.dueAt} text="daysLeft" />
          </Table.Td>
        </>
      )}
      <Short id={item.id} />
      <Short id={item.uid} />
      <Table.Td className="number strong">
        <Amount value={item.atRisk} />
      </Table.Td>
      <Table.Td className="number wide-only">{item.txCount}</Table.Td>
    </Table.Tr>
  );
}

/** The start of an id, enough to tell two apart. */
function Short({ id }: { readonly id: string }): ReactNode {
  return <Table.Td className="mono wide-only">{id.slice(0, 8)}</Table.Td>;
}

function Age({ since }: { readonly since: string }) {
  const { i18n } = useTranslation();
  const age = useAge();
  const nowMs = useNow();
  return (
    <time dateTime={since} title={formatExact(since, i18n.language)} className="nowrap">
      {age(nowMs - Date.parse(since))}
    </time>
  );
}
