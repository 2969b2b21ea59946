import '@mantine/core/styles/Table.layer.css';
import { useRef } from 'react';
import { Group, Stack, Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { CHECK_LISTS, type CheckItem } from '@kernel/staff/identity-checks';
import { Button } from '../../ui/forms/button';
import { Card } from '../../ui/parts/card';
import { EmptyState } from '../../ui/feedback/empty-state';
import { ErrorBlock } from '../../ui/feedback/error-block';
import { PageHeading } from '../../ui/parts/page-heading';
import { Segments } from '../../ui/forms/segments';
import { SkeletonRows } from '../../ui/feedback/skeleton';
import { useNarrow } from '../../ui/parts/use-narrow';
import { Muted } from '../../ui/parts/text';
import { CheckCard } from './check-card';
import { CheckRow } from './check-row';
import { TableHead } from '../../review/frame/table-head';
import { useCheckCounts, useChecks, type ShownChecks } from './use-checks';
import { useCount } from '../../review/frame/use-count';
import { useQueueKeys } from '../../review/queue/use-queue-keys';

const SHOWN: readonly ShownChecks[] = ['all', ...CHECK_LISTS];
const COLUMNS = [
  { name: 'check', className: 'wide-only' },
  { name: 'sender' },
  { name: 'status' },
  { name: 'last', className: 'wide-only' },
  { name: 'took', className: 'number' },
  { name: 'attempt', className: 'number wide-only' },
];

/** The verification board: identity checks, those that are stuck first, and the one that was chosen. */
export function Checks() {
  const { t } = useTranslation();
  const counted = useCount();
  const [parameters, setParameters] = useSearchParams();
  const shown = SHOWN.find((one) => one === parameters.get('status')) ?? 'all';
  const counts = useCheckCounts().data;
  const labelOf = (list: ShownChecks) => {
    const count = list === 'all' ? 0 : (counts?.[list] ?? 0);
    const name = t(`checks.lists.${list}`);
    return count === 0 ? name : `${name} ${counted(count)}`;
  };
  return (
    <>
      <div className="page-head">
        <PageHeading title={t('checks.title')}>{t('checks.title')}</PageHeading>
      </div>
      <Stack gap="md">
        <div className="case-lists">
          <Segments<ShownChecks>
            label={t('checks.show')}
            labelHidden
            value={shown}
            onChange={(value) => {
              setParameters(value === 'all' ? {} : { status: value }, { replace: true });
            }}
            options={SHOWN.map((value) => ({ value, label: labelOf(value) }))}
          />
        </div>
        <Board shown={shown} chosenId={parameters.get('check')} />
      </Stack>
    </>
  );
}

interface BoardProps {
  readonly shown: ShownChecks;
  readonly chosenId: string | null;
}

function Board({ shown, chosenId }: BoardProps) {
  const { t } = useTranslation();
  const checks = useChecks(shown);
  const { data, error, isLoading, mutate } = checks;
  if (isLoading) return <SkeletonRows count={4} />;
  if (error && !data)
    return <ErrorBlock title={t('checks.failed')} error={error} onRetry={() => void mutate()} />;
  return <LoadedBoard shown={shown} chosenId={chosenId} checks={checks} />;
}

function LoadedBoard({ shown, chosenId, checks }: BoardProps & Pick<CheckTableProps, 'checks'>) {
  const { t } = useTranslation();
  const narrow = useNarrow();
  const items = checks.data?.flatMap((page) => page.items) ?? [];
  // On a phone it would only push the page down.
  const first = narrow ? null : (items[0]?.id ?? null);
  const shownId = chosenId ?? first;
  if (items.length === 0 && shownId === null)
    return (
      <Card>
        <EmptyState icon="shieldCheck" title={t(`checks.empty.${shown}`)} text={t('checks.emptyText')} />
      </Card>
    );
  return (
    <div className="case-grid desk-grid">
      <CheckTable shown={shown} items={items} chosenId={shownId} checks={checks} />
      {shownId !== null && <CheckCard key={shownId} id={shownId} focused={chosenId !== null} />}
    </div>
  );
}

interface CheckTableProps {
  readonly shown: ShownChecks;
  readonly items: readonly CheckItem[];
  readonly chosenId: string | null;
  readonly checks: ReturnType<typeof useChecks>;
}

function CheckTable({ shown, items, chosenId, checks }: CheckTableProps) {
  const { t } = useTranslation();
  const list = useRef<HTMLTableSectionElement>(null);
  useQueueKeys(list);
  const { data, size, setSize, isValidating } = checks;
  const hasMore = data?.at(-1)?.nextCursor !== null;
  return (
    <Card className="card-flush">
      <Table className="cases" verticalSpacing={9} highlightOnHover>
        <TableHead columns={COLUMNS} textOf={(name) => t(`checks.columns.${name}`)} />
        <Table.Tbody ref={list}>
          {items.map((item) => (
            <CheckRow
              key={item.id}
              item={item}
              address={`?${addressOf(shown, item.id)}`}
              isChosen={item.id === chosenId}
            />
          ))}
        </Table.Tbody>
      </Table>
      <Group className="table-note" gap="xs">
        <Muted role="status">{t('checks.shown', { count: items.length })}</Muted>
        {hasMore && (
          <Button size="xs" busy={isValidating} onClick={() => void setSize(size + 1)}>
            {t('compliance.loadMore')}
          </Button>
        )}
      </Group>
    </Card>
  );
}

const addressOf = (shown: ShownChecks, check: string): string =>
  new URLSearchParams({ ...(shown !== 'all' && { status: shown }), check }).toString();
