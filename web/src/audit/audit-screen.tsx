import { Box } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { AUDIT_KINDS, type AuditItem, type AuditKind, type AuditKindCounts } from '@kernel/staff/audit';
import { useMe } from '../accounts/use-session';
import { ListScreen } from '../review/frame/list-screen';
import { useCount } from '../review/frame/use-count';
import { useAddress } from '../lib/address';
import { formatNumber } from '../lib/format';
import { Button } from '../ui/forms/button';
import { EmptyState } from '../ui/feedback/empty-state';
import { Segments } from '../ui/forms/segments';
import { useAuditColumns } from './audit-columns';
import { AuditDetail } from './audit-detail';
import { AuditExport } from './audit-export';
import { AuditFilters } from './audit-filters';
import { AUDIT, changedBy, isFiltered, kindOf, queryOf, type AuditView } from './audit-view';
import { useAudit, useAuditCounts } from './use-audit';
import './audit.css';

const TABS = ['all', ...AUDIT_KINDS] as const;

/** Actions of staff: of everybody for a lead or an auditor, one's own for others. */
export function AuditScreen() {
  const { t } = useTranslation();
  const me = useMe();
  const isWide = me.roles.some((role) => role === 'lead' || role === 'auditor');
  const [asked, onChange] = useAddress(AUDIT);
  const view = isWide ? asked : { ...asked, person: '', subject: '', action: '' };
  const query = queryOf(view);
  const counts = useAuditCounts(query).data;
  const events = useAudit(query);
  const { items = [] } = events;
  return (
    <ListScreen
      spacing={3}
      title={t('audit.title')}
      note={t(isWide ? 'audit.note' : 'audit.ownNote')}
      actions={isWide && query !== null && <AuditExport query={query} view={view} />}
      tabs={isWide && <Kinds view={view} counts={counts?.kinds ?? null} onChange={onChange} />}
      filters={<AuditFilters view={view} isWide={isWide} onChange={onChange} />}
      list={events}
      columns={useAuditColumns(view)}
      textOf={(name) => t(`audit.columns.${name}`)}
      idOf={({ position }) => position}
      rows={8}
      failed={t('audit.failed')}
      empty={<NoEvents view={view} isOdd={query === null} onClear={() => onChange(AUDIT.plain)} />}
      foot={{ shown: [useShown(items.length, counts?.found)], more: t('audit.older') }}
    >
      <Opened items={items} view={view} />
    </ListScreen>
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
    <Box className="case-lists" mb="md">
      <Segments<AuditKind | 'all' | ''>
        label={t('audit.kind')}
        labelHidden
        value={kindOf(view) ?? (isUnfiltered ? 'all' : '')}
        onChange={(kind) => {
          onChange(changedBy(view, { action: kind === 'all' ? '' : kind }));
        }}
        options={TABS.map((tab) => ({
          value: tab,
          label: counts ? `${t(`audit.kinds.${tab}`)} ${count(counts[tab])}` : t(`audit.kinds.${tab}`),
        }))}
      />
    </Box>
  );
}

/** How many events are shown, of how many once that is known. */
function useShown(shown: number, found: number | undefined): string {
  const { t, i18n } = useTranslation();
  const count = useCount();
  return found === undefined
    ? t('audit.shown', { count: shown })
    : t('audit.shownOf', { shown: formatNumber(shown, i18n.language), count: count(found) });
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
        setParameters(AUDIT.parametersOf(view), { replace: true });
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
  if (!isFiltered(view))
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
