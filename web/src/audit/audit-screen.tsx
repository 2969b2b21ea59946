import { Group, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { AUDIT_KINDS, type AuditItem, type AuditKind, type AuditKindCounts } from '@kernel/staff/audit';
import { useMe } from '../accounts/use-session';
import { useCount } from '../review/frame/use-count';
import { formatNumber } from '../lib/format';
import { Button } from '../ui/forms/button';
import { Card } from '../ui/parts/card';
import { EmptyState } from '../ui/feedback/empty-state';
import { ErrorBlock } from '../ui/feedback/error-block';
import { PageHeading } from '../ui/parts/page-heading';
import { Muted } from '../ui/parts/text';
import { Segments } from '../ui/forms/segments';
import { SkeletonRows } from '../ui/feedback/skeleton';
import { AuditDetail } from './audit-detail';
import { AuditExport } from './audit-export';
import { AuditFilters } from './audit-filters';
import { AuditTable } from './audit-table';
import { EVERYTHING, filteredBy, kindOf, parametersOf, queryOf, viewIn, type AuditView } from './audit-view';
import { useAudit, useAuditCounts, type AuditQuery } from './use-audit';
import './audit.css';

const TABS = ['all', ...AUDIT_KINDS] as const;

/** What staff did: a lead's or an auditor's view of everybody, anybody else's view of their own actions. */
export function AuditScreen() {
  const { t } = useTranslation();
  const me = useMe();
  const isWide = me.roles.some((role) => role === 'lead' || role === 'auditor');
  const [parameters, setParameters] = useSearchParams();
  const view = isWide ? viewIn(parameters) : { ...viewIn(parameters), person: '', subject: '', action: '' };
  const onChange = (next: AuditView) => {
    setParameters(parametersOf(next), { replace: true });
  };
  const query = queryOf(view);
  const counts = useAuditCounts(query).data;
  return (
    <>
      <div className="page-head">
        <div>
          <PageHeading title={t('audit.title')}>{t('audit.title')}</PageHeading>
          <Muted>{t(isWide ? 'audit.note' : 'audit.ownNote')}</Muted>
        </div>
        {isWide && query !== null && <AuditExport query={query} view={view} />}
      </div>
      <Stack gap="md">
        {isWide && <Kinds view={view} counts={counts?.kinds ?? null} onChange={onChange} />}
        <Card className="card-flush">
          <AuditFilters view={view} isWide={isWide} onChange={onChange} />
          <Events view={view} query={query} found={counts?.found} onClear={() => onChange(EVERYTHING)} />
        </Card>
      </Stack>
    </>
  );
}

interface KindsProps {
  readonly view: AuditView;
  readonly counts: AuditKindCounts | null;
  readonly onChange: (view: AuditView) => void;
}

/** Looks, actions and exports of everybody, with their counts. */
function Kinds({ view, counts, onChange }: KindsProps) {
  const { t } = useTranslation();
  const count = useCount();
  const isUnfiltered = view.person === '' && view.subject === '' && view.action === '';
  return (
    <div className="case-lists audit-kinds">
      <Segments<AuditKind | 'all' | ''>
        label={t('audit.kind')}
        labelHidden
        value={kindOf(view) ?? (isUnfiltered ? 'all' : '')}
        onChange={(kind) => {
          onChange(filteredBy(view, { action: kind === 'all' ? '' : kind }));
        }}
        options={TABS.map((tab) => ({
          value: tab,
          label: counts ? `${t(`audit.kinds.${tab}`)} ${count(counts[tab])}` : t(`audit.kinds.${tab}`),
        }))}
      />
    </div>
  );
}

interface EventsProps {
  readonly view: AuditView;
  readonly query: AuditQuery | null;
  readonly found: number | undefined;
  readonly onClear: () => void;
}

function Events({ view, query, found, onClear }: EventsProps) {
  const { t } = useTranslation();
  const events = useAudit(query);
  const { data, error, isLoading, mutate } = events;
  if (isLoading) return <SkeletonRows count={8} />;
  if (error && !data)
    return <ErrorBlock title={t('audit.failed')} error={error} onRetry={() => void mutate()} />;
  const items = data?.flatMap((page) => page.items) ?? [];
  if (items.length === 0) return <NoEvents view={view} isOdd={query === null} onClear={onClear} />;
  return (
    <>
      <AuditTable items={items} view={view} />
      <Group className="table-note" gap="xs">
        <Shown shown={items.length} found={found} />
        <Older events={events} />
      </Group>
      <Opened items={items} view={view} />
    </>
  );
}

function Shown({ shown, found }: { readonly shown: number; readonly found: number | undefined }) {
  const { t, i18n } = useTranslation();
  const count = useCount();
  const isCounted = found !== undefined;
  return (
    <Muted role="status">
      {isCounted
        ? t('audit.shownOf', { shown: formatNumber(shown, i18n.language), count: count(found) })
        : t('audit.shown', { count: shown })}
    </Muted>
  );
}

function Older({ events }: { readonly events: ReturnType<typeof useAudit> }) {
  const { t } = useTranslation();
  const { data, isValidating, size, setSize } = events;
  if (data?.at(-1)?.nextCursor === null) return null;
  return (
    <Button size="xs" busy={isValidating} onClick={() => void setSize(size + 1)}>
      {t('audit.older')}
    </Button>
  );
}

/** The event that the address names. */
function Opened({ items, view }: { readonly items: readonly AuditItem[]; readonly view: AuditView }) {
  const [parameters, setParameters] = useSearchParams();
  const opened = items.find(({ position }) => position === parameters.get('entry'));
  if (!opened) return null;
  return (
    <AuditDetail
      item={opened}
      view={view}
      onClose={() => {
        setParameters(parametersOf(view), { replace: true });
      }}
    />
  );
}

interface NoEventsProps {
  readonly view: AuditView;
  readonly isOdd: boolean;
  readonly onClear: () => void;
}

function NoEvents({ view, isOdd, onClear }: NoEventsProps) {
  const { t } = useTranslation();
  if (isOdd) return <EmptyState icon="search" title={t('audit.odd')} text={t('audit.oddText')} />;
  if (Object.keys(parametersOf(view)).length === 0)
    return <EmptyState icon="document" title={t('audit.empty')} text={t('audit.emptyText')} />;
  return (
    <EmptyState
      icon="search"
      title={t('audit.notFound')}
      text={t('audit.notFoundText')}
      action={<Button onClick={onClear}>{t('audit.clear')}</Button>}
    />
  );
}
