import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useSearchParams } from 'react-router-dom';
import { apiAddress, getFile } from '../../lib/api/api';
import { Group, Stack } from '@mantine/core';
import { Icon } from '../../ui/parts/icon';
import { PageHeading } from '../../ui/parts/page-heading';
import {
  addressOf,
  EVERYTHING,
  filterOf,
  historyStateOf,
  queryOf,
  searchHeader,
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
  const query = { ...queryOf(filter), lng: i18n.language, tz: timeZone };
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
            href={apiAddress('/transfers.csv', { query })}
            download
            aria-label={t('tx.csv')}
            onClick={(event) => {
              event.preventDefault();
              const read = () => getFile('/transfers.csv', { query, header: searchHeader(filter) });
              void download({ read, name: 'flip-transfers.csv' });
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
