import '@mantine/core/styles/Kbd.layer.css';
import '@mantine/core/styles/Table.layer.css';
import { useRef } from 'react';
import { Kbd, Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { CASE_LISTS, caseNumberOf, type CaseItem, type CaseList } from '@kernel/compliance';
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
import { DueTime, OutcomeBadge, StatusBadge } from './case-badges';
import { Moment } from './case-facts';
import { RuleName } from './rule-name';
import { useQueueKeys } from './use-queue-keys';
import { TableHead } from './table-head';
import { useCaseCounts, useCases } from './use-cases';
import { useAge } from './use-span';

/** Higher numbers are not counted. */
const COUNT_LIMIT = 1_000;

/** The queue in lists: each has its count, reports by their date, closed cases the newest first, others by their due date. */
export function Queue() {
  const { t, i18n } = useTranslation();
  const [parameters, setParameters] = useSearchParams();
  const filter = CASE_LISTS.find((list) => list === parameters.get('show')) ?? 'open';
  const counts = useCaseCounts().data;
  const next = useCases('open').data?.[0]?.items[0];
  const labelOf = (list: CaseList) => {
    const count = counts?.[list] ?? 0;
    const name = t(`compliance.lists.${list}`);
    if (count === 0) return name;
    return `${name} ${count > COUNT_LIMIT ? `${COUNT_LIMIT.toLocaleString(i18n.language)}+` : count.toLocaleString(i18n.language)}`;
  };
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
        <div className="case-lists">
          <Segments<CaseList>
            label={t('compliance.show')}
            labelHidden
            value={filter}
            onChange={(value) => {
              setParameters(value === 'open' ? {} : { show: value }, { replace: true });
            }}
            options={CASE_LISTS.map((value) => ({ value, label: labelOf(value) }))}
          />
        </div>
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

function Cases({ filter }: { readonly filter: CaseList }) {
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

function EmptyQueue({ filter }: { readonly filter: CaseList }) {
  const { t } = useTranslation();
  const title = t(`compliance.empty.${filter}`);
  return <EmptyState icon="checkCircle" title={title} text={t('compliance.emptyText')} />;
}

function Columns({ filter }: { readonly filter: CaseList }) {
  const { t } = useTranslation();
  const [when, how] = filter === 'closed' || filter === 'reports' ? ['closed', 'outcome'] : ['age', 'due'];
  const columns = [
    { name: 'rule' },
    { name: how },
    { name: when, className: 'wide-only' },
    { name: 'case', className: 'wide-only' },
    { name: 'sender', className: 'wide-only' },
    { name: 'atRisk', className: 'number' },
    { name: 'attempts', className: 'number wide-only' },
    { name: 'status', className: 'wide-only' },
    { name: 'assignee', className: 'wide-only' },
  ];
  return <TableHead columns={columns} textOf={(name) => t(`compliance.columns.${name}`)} />;
}

function CaseRow({ item }: { readonly item: CaseItem }) {
  const { t } = useTranslation();
  return (
    <Table.Tr className="covered">
      <Table.Td>
        <Link className="cover" to={`/compliance/cases/${item.id}`}>
          <RuleName id={item.ruleId} />
        </Link>
      </Table.Td>
      <Table.Td>
        {item.outcome ? (
          <OutcomeBadge outcome={item.outcome} />
        ) : (
          <DueTime dueAt={item.dueAt} text="daysLeft" />
        )}
      </Table.Td>
      <Table.Td className="wide-only">
        {item.reviewedAt ? <Moment at={item.reviewedAt} /> : <Age since={item.createdAt} />}
      </Table.Td>
      <Table.Td className="mono wide-only nowrap">{caseNumberOf(item.id)}</Table.Td>
      <Table.Td className="wide-only nowrap">{item.senderName}</Table.Td>
      <Table.Td className="number strong">
        <Amount value={item.atRisk} />
      </Table.Td>
      <Table.Td className="number wide-only">{item.txCount}</Table.Td>
      <Table.Td className="wide-only">
        {item.reportDueAt ? <DueTime dueAt={item.reportDueAt} text="dueIn" /> : <StatusBadge found={item} />}
      </Table.Td>
      <Table.Td className={item.assignee === null ? 'wide-only muted' : 'wide-only'}>
        {item.assigneeName ?? t('compliance.nobody')}
      </Table.Td>
    </Table.Tr>
  );
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
