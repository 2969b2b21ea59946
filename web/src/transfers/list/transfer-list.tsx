import './transactions.css';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Group, Text } from '@mantine/core';
import type { Pages } from '../../lib/api/use-pages';
import { Button, ButtonLink } from '../../ui/forms/button';
import { Card } from '../../ui/parts/card';
import { Muted } from '../../ui/parts/text';
import { EmptyState } from '../../ui/feedback/empty-state';
import { ErrorBlock } from '../../ui/feedback/error-block';
import { SkeletonRows } from '../../ui/feedback/skeleton';
import { activeFilters, type TransferFilter } from './transfer-filter';
import { TransferMonths } from './transfer-months';
import { useListedTransfers } from './use-listed-transfers';
import { useTransfersTotal } from '../use-transfers';

const BONE_ROWS = 6;

/** The matching transfers by month, page by page. */
export function TransferList({
  filter,
  onClear,
}: {
  readonly filter: TransferFilter;
  readonly onClear: () => void;
}) {
  const { t } = useTranslation();
  const list = useListedTransfers(filter);
  if (list.items === undefined) {
    return (
      <Card busy={list.error === undefined} className="card-flush">
        {list.error === undefined ? (
          <SkeletonRows count={BONE_ROWS} />
        ) : (
          <ErrorBlock title={t('tx.failed')} error={list.error} onRetry={list.retry} />
        )}
      </Card>
    );
  }
  if (list.items.length === 0) {
    return list.hasMore ? <NoneSoFar list={list} /> : <Nothing filter={filter} onClear={onClear} />;
  }
  return (
    <Card className="card-flush">
      <TransferMonths transfers={list.items} filter={filter} hasMore={list.hasMore} />
      {list.hasMore && (
        <Group className="card-foot" gap="xs">
          <Showing shown={list.items.length} filter={filter} />
          <More list={list} />
        </Group>
      )}
      <Count shown={list.items.length} filter={filter} settled={!list.isLoading} />
    </Card>
  );
}

function Showing({ shown, filter }: { readonly shown: number; readonly filter: TransferFilter }) {
  const { t } = useTranslation();
  const { data } = useTransfersTotal(filter);
  return (
    <Muted className="tx-showing">{data?.complete && t('tx.showing', { shown, count: data.count })}</Muted>
  );
}

function More({ list }: { readonly list: Pages<unknown> }) {
  const { t } = useTranslation();
  return (
    <>
      <Button busy={list.isLoadingMore} busyText={t('tx.loadingMore')} onClick={list.loadMore}>
        {t('tx.more')}
      </Button>
      {list.error !== undefined && (
        <Text c="var(--danger)" fz="sm" role="alert">
          {t('tx.moreFailed')}
        </Text>
      )}
    </>
  );
}

/** One request searches only the newest rows: a filter may match older ones. */
function NoneSoFar({ list }: { readonly list: Pages<unknown> }) {
  const { t } = useTranslation();
  return (
    <Card>
      <div role="status">
        <EmptyState
          icon="search"
          title={t('tx.noneSoFar')}
          text={t('tx.noneSoFarText')}
          action={<More list={list} />}
        />
      </div>
    </Card>
  );
}

interface CountProps {
  readonly shown: number;
  readonly filter: TransferFilter;
  /** False while the rows are still those of the previous filter. */
  readonly settled: boolean;
}

/** Announces how many are shown, and after "Load more" how many were added. */
function Count({ shown, filter, settled }: CountProps) {
  const { t } = useTranslation();
  const before = useRef({ shown, filter });
  const [text, setText] = useState('');
  useEffect(() => {
    if (!settled) return;
    const last = before.current;
    before.current = { shown, filter };
    if (last.filter !== filter) setText(t('tx.shown', { count: shown }));
    else if (shown > last.shown) setText(t('tx.moreLoaded', { count: shown - last.shown }));
  }, [shown, filter, settled, t]);
  return (
    <p className="visually-hidden" role="status">
      {text}
    </p>
  );
}

function Nothing({ filter, onClear }: { readonly filter: TransferFilter; readonly onClear: () => void }) {
  const { t } = useTranslation();
  const narrowed = activeFilters(filter) > 0 || filter.q !== '';
  return (
    <Card>
      <div role="status">
        {narrowed ? (
          <EmptyState
            icon="search"
            title={t('tx.noMatch')}
            text={t('tx.noMatchText')}
            action={
              <Button size="sm" onClick={onClear}>
                {t('tx.clear')}
              </Button>
            }
          />
        ) : (
          <EmptyState
            icon="transfers"
            title={t('tx.empty')}
            text={t('tx.emptyText')}
            action={
              <ButtonLink size="sm" to="/dashboard">
                {t('nav.sendMoney')}
              </ButtonLink>
            }
          />
        )}
      </div>
    </Card>
  );
}
