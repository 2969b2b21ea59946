import './transactions.css';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Transaction } from '@kernel/transfers';
import { formatMonth } from '../lib/format';
import { Button, ButtonLink } from '../ui/button';
import { Card } from '../ui/card';
import { EmptyState } from '../ui/empty-state';
import { ErrorBlock } from '../ui/error-block';
import { Rows } from '../ui/row';
import { SkeletonRows } from '../ui/skeleton';
import { ListedTransfer } from './listed-transfer';
import { groupByMonth } from './month-groups';
import type { PendingPayment } from './pending-payment';
import { activeFilters, type TransferFilter } from './transfer-filter';
import { useListedTransfers, type ListedTransfers } from './use-listed-transfers';

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
  if (list.transfers === undefined) {
    return (
      <Card busy={list.error === undefined} className="tx-list">
        {list.error === undefined ? (
          <SkeletonRows count={BONE_ROWS} />
        ) : (
          <ErrorBlock title={t('tx.failed')} error={list.error} onRetry={list.retry} />
        )}
      </Card>
    );
  }
  if (list.transfers.length === 0) {
    return list.hasMore ? <NoneSoFar list={list} /> : <Nothing filter={filter} onClear={onClear} />;
  }
  return (
    <Card className="tx-list">
      <Months transfers={list.transfers} />
      {list.hasMore && (
        <div className="card-foot flow tx-more">
          <More list={list} />
        </div>
      )}
      <Count shown={list.transfers.length} filter={filter} settled={list.settled} />
    </Card>
  );
}

function More({ list }: { readonly list: ListedTransfers }) {
  const { t } = useTranslation();
  return (
    <>
      <Button busy={list.loadingMore} busyText={t('tx.loadingMore')} onClick={list.loadMore}>
        {t('tx.more')}
      </Button>
      {list.error !== undefined && (
        <p className="tone-danger t14" role="alert">
          {t('tx.moreFailed')}
        </p>
      )}
    </>
  );
}

/** One request searches only the newest rows: a filter may match older ones. */
function NoneSoFar({ list }: { readonly list: ListedTransfers }) {
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

function Months({ transfers }: { readonly transfers: readonly (Transaction | PendingPayment)[] }) {
  const { i18n } = useTranslation();
  return groupByMonth(transfers).map(({ month, items }) => (
    <section key={month} aria-labelledby={`month-${month}`} className="tx-month">
      <h2 className="t14 muted plain-heading" id={`month-${month}`}>
        {formatMonth(items[0]?.createdAt ?? '', i18n.language)}
      </h2>
      <Rows>
        {items.map((transfer) => (
          <ListedTransfer key={transfer.id} transfer={transfer} />
        ))}
      </Rows>
    </section>
  ));
}

interface CountProps {
  readonly shown: number;
  readonly filter: TransferFilter;
  /** False while the rows are those of the filter before. */
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
