import '@mantine/core/styles/Kbd.layer.css';
import '@mantine/core/styles/Table.layer.css';
import { useRef, type RefObject } from 'react';
import { Box, Flex, Group, Kbd, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { CaseItem, CaseList, CasePage } from '@kernel/staff/compliance';
import { useMe } from '../../accounts/use-session';
import { useNow } from '../../transfers/use-now';
import { Amount } from '../../ui/parts/amount';
import { Avatar } from '../../ui/parts/avatar';
import { Fine, Muted } from '../../ui/parts/text';
import { Button } from '../../ui/forms/button';
import { EmptyState } from '../../ui/feedback/empty-state';
import { ErrorBlock } from '../../ui/feedback/error-block';
import { SkeletonRows } from '../../ui/feedback/skeleton';
import { useKeys } from '../../ui/keys/use-keys';
import { DueTime, OutcomeBadge, StatusBadge } from '../case/case-badges';
import { Moment } from '../case/case-facts';
import { isFiltered, isNumber, queryOf, type QueueView } from './queue-view';
import { TableHead } from '../frame/table-head';
import { useArrivals } from './use-arrivals';
import { useCases } from './use-cases';
import { useQueueKeys } from './use-queue-keys';
import { useRuleName } from '../../rules/use-rules';

const NOTHING: CasePage = { items: [], nextCursor: null, cut: false };

interface QueueListProps {
  readonly view: QueueView;
  readonly onClear: () => void;
}

/** The cases of a view. */
export function QueueList({ view, onClear }: QueueListProps) {
  const { t } = useTranslation();
  if (!isNumber(view.number))
    return (
      <EmptyState icon="search" title={t('compliance.noMatch')} text={t('compliance.filters.numberHint')} />
    );
  return <PagedCases view={view} onClear={onClear} />;
}

/** Page by page. */
function PagedCases({ view, onClear }: QueueListProps) {
  const { t } = useTranslation();
  const { data, error, isLoading, isValidating, size, setSize, mutate } = useCases(queryOf(view, useNow()));
  if (isLoading) return <SkeletonRows count={4} />;
  if (error && !data) {
    return <ErrorBlock title={t('compliance.queueFailed')} error={error} onRetry={() => void mutate()} />;
  }
  return (
    <LoadedCases
      {...{ view, onClear }}
      pages={data ?? []}
      isValidating={isValidating}
      onMore={() => void setSize(size + 1)}
    />
  );
}

interface LoadedCasesProps extends QueueListProps {
  readonly pages: readonly CasePage[];
  readonly isValidating: boolean;
  readonly onMore: () => void;
}

function LoadedCases({ view, onClear, pages, isValidating, onMore }: LoadedCasesProps) {
  const { t } = useTranslation();
  const list = useRef<HTMLTableSectionElement>(null);
  useQueueKeys(list);
  const loaded = pages.flatMap((page) => page.items);
  const { listed, arrived, show } = useArrivals({ cases: loaded, pages: pages.length, isValidating });
  const showNew = { key: 'n', text: t('compliance.keys.showNew'), short: t('compliance.keyNew'), act: show };
  useKeys(t('compliance.keys.rows'), arrived > 0 ? [showNew] : []);
  const last = pages.at(-1) ?? NOTHING;
  if (listed.length === 0 && last.nextCursor === null) return <EmptyQueue view={view} onClear={onClear} />;
  return (
    <>
      <Box pos="relative">
        <Arrivals count={arrived} onShow={show} />
        {listed.length > 0 && <Cases cases={listed} view={view} body={list} />}
      </Box>
      <Shown count={listed.length} last={last} busy={isValidating} onMore={onMore} />
    </>
  );
}

/** Over the names of the columns, so that the rows stay where they are. */
function Arrivals({ count, onShow }: { readonly count: number; readonly onShow: () => void }) {
  const { t } = useTranslation();
  return (
    <div role="status">
      {count > 0 && (
        <Box
          component="button"
          type="button"
          className="queue-arrivals"
          fz="xs"
          aria-keyshortcuts="n"
          onClick={onShow}
        >
          {t('compliance.new', { count })}
          <Kbd size="xs" className="wide-only" aria-hidden>
            n
          </Kbd>
        </Box>
      )}
    </div>
  );
}

interface ShownProps {
  readonly count: number;
  /** The last page that is shown. */
  readonly last: CasePage;
  readonly busy: boolean;
  readonly onMore: () => void;
}

/** How many cases are shown, whether that is all, and what shows more. */
function Shown({ count, last, busy, onMore }: ShownProps) {
  const { t } = useTranslation();
  return (
    <Group className="table-note" gap="xs">
      <Muted role="status">
        {t('compliance.shown', { count })}
        {last.cut && ` · ${t('compliance.cut')}`}
      </Muted>
      {last.nextCursor !== null && (
        <Button size="xs" busy={busy} onClick={onMore}>
          {t(last.cut ? 'compliance.searchFurther' : 'compliance.loadMore')}
        </Button>
      )}
    </Group>
  );
}

function EmptyQueue({ view, onClear }: QueueListProps) {
  const { t } = useTranslation();
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
  const title = t(`compliance.empty.${view.list}`);
  return <EmptyState icon="checkCircle" title={title} text={t('compliance.emptyText')} />;
}

interface CasesProps {
  readonly cases: readonly CaseItem[];
  readonly view: QueueView;
  readonly body: RefObject<HTMLTableSectionElement | null>;
}

function Cases({ cases, view, body }: CasesProps) {
  const { t } = useTranslation();
  const when = view.list === 'closed' ? 'closed' : 'due';
  const columns = [
    ...[when, 'case'].map((name) => ({ name, className: 'wide-only' })),
    { name: 'sender' },
    { name: 'why', className: 'wide-only' },
    { name: 'atRisk', className: 'number' },
    ...['status', 'assignee'].map((name) => ({ name, className: 'wide-only' })),
  ];
  return (
    <Table className="cases queue-table" verticalSpacing={0} highlightOnHover>
      <TableHead columns={columns} textOf={(name) => t(`compliance.columns.${name}`)} />
      <Table.Tbody ref={body}>
        {cases.map((item) => (
          <CaseRow
            key={item.id}
            item={item}
            list={view.list}
            ofSender={cases.filter(({ uid }) => uid === item.uid).length}
          />
        ))}
      </Table.Tbody>
    </Table>
  );
}

interface CaseRowProps {
  readonly item: CaseItem;
  readonly list: CaseList;
  /** Cases of the same sender among those that are shown. */
  readonly ofSender: number;
}

function CaseRow({ item, list, ofSender }: CaseRowProps) {
  const { t } = useTranslation();
  const { id, number, senderName, ruleId, txCount, atRisk } = item;
  const rule = useRuleName(ruleId);
  return (
    <Table.Tr className="covered">
      <Table.Td className="wide-only">
        <When item={item} list={list} />
      </Table.Td>
      <Table.Td className="wide-only nowrap" ff="monospace">
        {number}
      </Table.Td>
      <Table.Td>
        <Link className="cover" to={`/compliance/cases/${id}`}>
          {senderName}
          <span className="visually-hidden">, {number}</span>
        </Link>
        {ofSender > 1 && (
          <Text span className="tag" fz="xs">
            {t('compliance.cases', { count: ofSender })}
          </Text>
        )}
        <Fine className="narrow-only">
          {rule} · {number}
        </Fine>
        <div className="narrow-only">
          <When item={item} list={list} />
          {item.outcome === null && item.status !== 'open' && <StatusBadge found={item} />}
          {item.openedAgain !== null && <StatusBadge found={item} />}
        </div>
      </Table.Td>
      <Table.Td className="wide-only">
        {t('compliance.caseTitle', { rule, attempts: t('compliance.attempts', { count: txCount }) })}
      </Table.Td>
      <Table.Td className="number" fw={600}>
        <Amount value={atRisk} />
        <Box className="narrow-only" fw={400}>
          <Assignee item={item} />
        </Box>
      </Table.Td>
      <Table.Td className="wide-only">
        {item.outcome ? <OutcomeBadge outcome={item.outcome} /> : <StatusBadge found={item} />}
      </Table.Td>
      <Table.Td className="wide-only">
        <Assignee item={item} />
      </Table.Td>
    </Table.Tr>
  );
}

/** What a case waits for: its date, in the list of reports that of its report, or when it was closed. */
function When({ item: { reviewedAt, reportDueAt, dueAt }, list }: Pick<CaseRowProps, 'item' | 'list'>) {
  if (reviewedAt === null) return <DueTime dueAt={dueAt} text="daysLeft" />;
  if (list === 'reports' && reportDueAt !== null) return <DueTime dueAt={reportDueAt} text="daysLeft" />;
  return (
    <Text span fz="sm">
      <Moment at={reviewedAt} />
    </Text>
  );
}

function Assignee({ item: { assignee, assigneeName } }: Pick<CaseRowProps, 'item'>) {
  const { t } = useTranslation();
  const { uid } = useMe();
  if (assignee === null) return <Muted span>{t('compliance.nobody')}</Muted>;
  const name = assigneeName ?? t('compliance.unknownPerson');
  return (
    <Flex component="span" className="queue-assignee" gap="xs" align="center" fz="sm">
      <Avatar name={name} size={24} />
      {assignee === uid ? t('compliance.you') : name}
    </Flex>
  );
}
