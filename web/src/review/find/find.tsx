import { Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FindResult } from '@kernel/staff/find';
import { ApiError } from '../../lib/api/api-error';
import { useSend } from '../../lib/api/use-send';
import { EmptyState } from '../../ui/feedback/empty-state';
import { ErrorBlock } from '../../ui/feedback/error-block';
import { PageHeading } from '../../ui/parts/page-heading';
import { SkeletonRows } from '../../ui/feedback/skeleton';
import { FindForm, type Search } from './find-form';
import { FindResults } from './find-results';
import { find } from './use-find';
import './find.css';

/** Finds a sender or a transfer by an exact value, for a reason that is recorded first. */
export function Find() {
  const { t } = useTranslation();
  const [search, setSearch] = useState<Search | null>(null);
  const { trigger, data, error, isMutating, reset } = useSend(find);
  const submit = (wanted: Search) => {
    setSearch(wanted);
    reset();
    void trigger(wanted);
  };
  return (
    <Stack gap="md">
      <PageHeading title={t('find.title')}>{t('find.title')}</PageHeading>
      <FindForm busy={isMutating} onSearch={submit} />
      <p className="visually-hidden" role="status">
        {data && summaryOf(data)}
      </p>
      {isMutating && <SkeletonRows count={3} />}
      {!search && <EmptyState icon="search" title={t('find.start')} text={t('find.startText')} />}
      {search && data && <FindResults result={data} reason={search.reason} />}
      {search && error !== undefined && <Failed error={error} onRetry={() => submit(search)} />}
    </Stack>
  );

  function summaryOf({ by, senders, transfers }: FindResult): string {
    if (senders.length + transfers.length === 0) return t('find.nothing');
    return t(`find.found.${by}`, { count: senders.length });
  }
}

function Failed({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const { t } = useTranslation();
  if (error instanceof ApiError && error.status === 404)
    return (
      <div role="alert">
        <EmptyState icon="search" title={t('find.noCase')} />
      </div>
    );
  return <ErrorBlock title={t('find.failed')} error={error} onRetry={onRetry} />;
}
