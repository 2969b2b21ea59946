import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { CASE_LISTS, type CaseList } from '@kernel/staff/compliance';
import { ButtonLink } from '../../ui/forms/button';
import { useKeys } from '../../ui/keys/use-keys';
import { Card } from '../../ui/parts/card';
import { PageHeading } from '../../ui/parts/page-heading';
import { QueueFilters } from './queue-filters';
import { QueueList } from './queue-list';
import { addressOf, listOf, useQueueView } from './queue-view';
import { OPEN_CASES, useCaseCounts, useCases } from './use-cases';
import { KeyHint } from '../frame/key-hint';
import { useCount } from '../frame/use-count';
import './queue.css';

/** The queue in lists: each has its count, filters and order; reports by their date, closed cases the newest first. */
export function Queue() {
  const { t } = useTranslation();
  const [view, change] = useQueueView();
  return (
    <>
      <div className="page-head">
        <PageHeading title={t('compliance.queue')}>{t('compliance.queue')}</PageHeading>
        <NextCase />
      </div>
      <Lists current={view.list} />
      <Stack gap="md">
        <Card className="card-flush">
          <QueueFilters view={view} onChange={change} />
          <QueueList key={JSON.stringify(view)} view={view} onClear={() => change(listOf(view.list))} />
        </Card>
      </Stack>
    </>
  );
}

/** The open case that is due next; Enter opens it while nothing has the focus. */
function NextCase() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const next = useCases(OPEN_CASES).data?.[0]?.items[0];
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
          to={{ search: new URLSearchParams(addressOf(listOf(list))).toString() }}
          aria-current={list === current ? 'page' : undefined}
        >
          {t(`compliance.lists.${list}`)}
          {counts && <span className="tab-count figures">{count(counts[list])}</span>}
        </Link>
      ))}
    </nav>
  );
}
