import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useSearchParams } from 'react-router-dom';
import { Group, Stack } from '@mantine/core';
import { Icon } from '../../ui/parts/icon';
import { PageHeading } from '../../ui/parts/page-heading';
import {
  addressOf,
  EVERYTHING,
  filterOf,
  historyStateOf,
  queryOf,
  searchHeaders,
  type TransferFilter,
} from '../../transfers/list/transfer-filter';
import { TransferFilters } from '../../transfers/list/transfer-filters';
import { TransferList } from '../../transfers/list/transfer-list';
import { useFileDownload } from '../../transfers/use-download';

/** All of the sender's transfers; the filters are in the address, except for the searched text. */
export function TransactionsScreen() {
  const { t, i18n } = useTranslation();
  const [parameters, setParameters] = useSearchParams();
  const { state } = useLocation() as { readonly state: unknown };
  const filter = useMemo(() => filterOf(parameters, state), [parameters, state]);
  const change = useCallback(
    (next: TransferFilter) => {
      setParameters(addressOf(next), { replace: true, state: historyStateOf(next) });
    },
    [setParameters],
  );
  const download = useFileDownload();
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const wanted = [...queryOf(filter), ['lng', i18n.language], ['tz', timeZone]];
  const csv = `/transfers.csv?${new URLSearchParams(wanted).toString()}`;
  return (
    <>
      <div className="page-head">
        <PageHeading title={t('nav.transactions')}>{t('nav.transactions')}</PageHeading>
        <Group gap="0 var(--s-24)">
          <Link className="link" to="/statements">
            <Icon name="document" />
            {t('statements.title')}
          </Link>
          <a
            className="link"
            href={`/api${csv}`}
            download
            aria-label={t('tx.csv')}
            onClick={(event) => {
              event.preventDefault();
              void download({ path: csv, name: 'flip-transfers.csv', headers: searchHeaders(filter) });
            }}
          >
            <Icon name="download" />
            <span className="wide-only">{t('tx.csv')}</span>
            <span className="narrow-only">CSV</span>
          </a>
        </Group>
      </div>
      <Stack gap="lg">
        <TransferFilters filter={filter} onChange={change} />
        <TransferList
          filter={filter}
          onClear={() => {
            change(EVERYTHING);
          }}
        />
      </Stack>
    </>
  );
}
