import './overview.css';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { OVERVIEW_DAYS, type Overview as Figures, type OverviewDays } from '@kernel/staff/overview';
import { Group } from '@mantine/core';
import { formatTime } from '../../lib/format';
import { ButtonLink } from '../../ui/forms/button';
import { ErrorBlock } from '../../ui/feedback/error-block';
import { PageHeading } from '../../ui/parts/page-heading';
import { Fine } from '../../ui/parts/text';
import { Segments } from '../../ui/forms/segments';
import { SkeletonRows } from '../../ui/feedback/skeleton';
import { LedgerStrip } from '../../payouts/ledger-strip';
import { AgesCard } from './overview-ages';
import { AlertsCard } from './overview-alerts';
import { ClosingTimeCard, OutcomesCard } from './overview-closed';
import { PausedRules } from './overview-paused';
import { ReportsCard } from './overview-reports';
import { OverviewTiles } from './overview-tiles';
import { WaitingPayoutsCard } from './overview-payouts';
import { OPEN_CASES, useCases } from '../queue/use-cases';
import { useOverview } from './use-overview';

/** What waits, how old it is, and how the rules and the reviews do. */
export function Overview() {
  const { t, i18n } = useTranslation();
  const [parameters, setParameters] = useSearchParams();
  const days = OVERVIEW_DAYS.find((one) => one === parameters.get('days')) ?? '30';
  const { data, error, isLoading, mutate } = useOverview(days);
  const next = useCases(OPEN_CASES).items?.[0];
  return (
    <>
      <div className="page-head">
        <Group gap="0 var(--s-16)">
          <PageHeading title={t('overview.title')}>{t('overview.title')}</PageHeading>
          {data && <Fine>{t('overview.updated', { time: formatTime(data.asOf, i18n.language) })}</Fine>}
        </Group>
        <Group gap="xs">
          <Segments<OverviewDays>
            label={t('overview.period')}
            labelHidden
            value={days}
            onChange={(value) => {
              setParameters(value === '30' ? {} : { days: value }, { replace: true });
            }}
            options={OVERVIEW_DAYS.map((value) => ({
              value,
              label: t('overview.days', { count: Number(value) }),
            }))}
          />
          {next && (
            <ButtonLink size="xs" tone="primary" to={`/compliance/cases/${next.id}`}>
              {t('compliance.nextCase')}
            </ButtonLink>
          )}
        </Group>
      </div>
      <PausedRules />
      {isLoading && <SkeletonRows count={6} />}
      {error && !data && (
        <ErrorBlock title={t('overview.failed')} error={error} onRetry={() => void mutate()} />
      )}
      {data && <Blocks figures={data} />}
    </>
  );
}

function Blocks({ figures }: { readonly figures: Figures }) {
  return (
    <div className="overview">
      <OverviewTiles figures={figures} />
      <AgesCard figures={figures} />
      <AlertsCard figures={figures} />
      <OutcomesCard figures={figures} />
      <ClosingTimeCard figures={figures} />
      <ReportsCard figures={figures} />
      <WaitingPayoutsCard payouts={figures.payouts} />
      <LedgerStrip />
    </div>
  );
}
