import '@mantine/core/styles/Badge.layer.css';
import { Badge, Flex } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { CASE_LISTS, type CaseList } from '@kernel/staff/compliance';
import { useAddress } from '../../lib/address';
import { useNow } from '../../transfers/use-now';
import { EmptyState } from '../../ui/feedback/empty-state';
import { Button, ButtonLink } from '../../ui/forms/button';
import { useKeys } from '../../ui/keys/use-keys';
import { KeyHint } from '../frame/key-hint';
import { ListScreen } from '../frame/list-screen';
import { useCount } from '../frame/use-count';
import { useCaseColumns } from './case-columns';
import { QueueFilters } from './queue-filters';
import { isFiltered, isNumber, listOf, QUEUE, queryOf, type QueueView } from './queue-view';
import { useArrivals } from './use-arrivals';
import { OPEN_CASES, useCaseCounts, useCases } from './use-cases';
import './queue.css';

/** The queue in lists: each has its count, filters and order; reports by their date, closed cases the newest first. */
export function Queue() {
  const { t } = useTranslation();
  const [view, change] = useAddress(QUEUE);
  const query = queryOf(view, useNow());
  const { items, count, isReading, last, ...cases } = useCases(query);
  const loaded = { of: JSON.stringify(query), cases: items ?? [], pages: count, isReading };
  const { listed, arrived, show } = useArrivals(loaded);
  const columns = useCaseColumns(view.show, listed);
  const isCut = last?.cut === true;
  return (
    <ListScreen
      className="queue-table"
      spacing={0}
      title={t('compliance.queue')}
      actions={<NextCase />}
      tabs={<Lists current={view.show} />}
      filters={<QueueFilters view={view} onChange={change} />}
      list={{ ...cases, items: items && listed }}
      columns={columns}
      textOf={(name) => t(`compliance.columns.${name}`)}
      idOf={({ id }) => id}
      rows={4}
      failed={t('compliance.queueFailed')}
      empty={<NoCases view={view} onClear={() => change(listOf(view.show))} />}
      foot={{
        shown: [t('compliance.shown', { count: listed.length }), ...(isCut ? [t('compliance.cut')] : [])],
        more: t(isCut ? 'compliance.searchFurther' : 'compliance.loadMore'),
      }}
    >
      <Arrivals count={arrived} onShow={show} />
    </ListScreen>
  );
}

/** At the lower edge of what is in view, so that it hides no heading and the rows stay where they are. */
function Arrivals({ count, onShow }: { readonly count: number; readonly onShow: () => void }) {
  const { t } = useTranslation();
  const key = { key: 'n', text: t('compliance.keys.showNew'), short: t('compliance.keyNew'), act: onShow };
  useKeys(t('compliance.keys.rows'), count > 0 ? [key] : []);
  return (
    <Flex
      pos="sticky"
      bottom={{ base: 'calc(var(--bar) + var(--s-8))', sm: 16 }}
      justify="center"
      role="status"
    >
      {count > 0 && (
        <Button size="xs" tone="primary" mt="md" aria-keyshortcuts="n" onClick={onShow}>
          {t('compliance.new', { count })}
          <KeyHint>n</KeyHint>
        </Button>
      )}
    </Flex>
  );
}

function NoCases({ view, onClear }: { readonly view: QueueView; readonly onClear: () => void }) {
  const { t } = useTranslation();
  if (!isNumber(view.number))
    return (
      <EmptyState icon="search" title={t('compliance.noMatch')} text={t('compliance.filters.numberHint')} />
    );
  if (isFiltered(view))
    return (
      <EmptyState
        icon="search"
        title={t('compliance.noMatch')}
        action={
          <Button size="xs" onClick={onClear}>
            {t('compliance.clearFilters')}
          </Button>
        }
      />
    );
  const title = t(`compliance.empty.${view.show}`);
  return <EmptyState icon="checkCircle" title={title} text={t('compliance.emptyText')} />;
}

/** The open case that is due next; Enter opens it while nothing has the focus. */
function NextCase() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const next = useCases(OPEN_CASES).items?.[0];
  const path = next && `/compliance/cases/${next.id}`;
  const open = () => void navigate(path ?? '');
  useKeys(
    t('compliance.keys.rows'),
    path === undefined ? [] : [{ key: 'Enter', text: t('compliance.keys.dueNext'), act: open }],
  );
  if (path === undefined) return null;
  return (
    <ButtonLink size="xs" tone="primary" to={path}>
      {t('compliance.nextCase')}
      <KeyHint>Enter</KeyHint>
    </ButtonLink>
  );
}

/** The lists with their counts; more of them than fit on a phone, where they scroll. */
function Lists({ current }: { readonly current: CaseList }) {
  const { t } = useTranslation();
  const count = useCount();
  const counts = useCaseCounts().data;
  return (
    <nav className="tabs" aria-label={t('compliance.show')}>
      {CASE_LISTS.map((list) => (
        <Link
          key={list}
          replace
          to={{ search: new URLSearchParams(QUEUE.parametersOf(listOf(list))).toString() }}
          aria-current={list === current ? 'page' : undefined}
        >
          {t(`compliance.lists.${list}`)}
          {counts && <Badge color={list === current ? 'accent' : 'neutral'}>{count(counts[list])}</Badge>}
        </Link>
      ))}
    </nav>
  );
}
