import '../../receipts/statements.css';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import type { Statements } from '@kernel/money/receipts';
import { Box, Stack } from '@mantine/core';
import { StatementMonths } from '../../receipts/statement-months';
import { yearsOf } from '../../receipts/statement-years';
import { useStatements } from '../../receipts/use-receipts';
import { YearSummary } from '../../receipts/year-summary';
import { ButtonLink } from '../../ui/forms/button';
import { Card } from '../../ui/parts/card';
import { EmptyState } from '../../ui/feedback/empty-state';
import { ErrorBlock } from '../../ui/feedback/error-block';
import { Icon } from '../../ui/parts/icon';
import { PageHeading } from '../../ui/parts/page-heading';
import { Muted } from '../../ui/parts/text';
import { Segments } from '../../ui/forms/segments';
import { Bone, Skeleton } from '../../ui/feedback/skeleton';

/** The statements of a year: its total, and each month with charged transfers. */
export function StatementsScreen() {
  const { t } = useTranslation();
  const { data, error, mutate } = useStatements();
  const [parameters, setParameters] = useSearchParams();
  const years = yearsOf(data?.items ?? []);
  const year = years.find((one) => one.year === parameters.get('year')) ?? years[0];
  return (
    <>
      <Box component={Link} className="link" c="dimmed" to="/transactions">
        <Icon name="chevronLeft" />
        {t('nav.transactions')}
      </Box>
      <div className="page-head">
        <PageHeading title={t('statements.title')}>{t('statements.title')}</PageHeading>
        {year && years.length > 1 && (
          <Segments
            label={t('statements.year')}
            labelHidden
            value={year.year}
            onChange={(chosen) => {
              setParameters({ year: chosen }, { replace: true });
            }}
            options={[...years].reverse().map(({ year: value }) => ({ value, label: value }))}
          />
        )}
      </div>
      {data ? (
        year ? (
          <Stack gap="var(--pad)">
            <YearSummary {...year} />
            <StatementMonths year={year} />
            <Incomplete {...data} />
          </Stack>
        ) : (
          <NoStatements />
        )
      ) : error === undefined ? (
        <Skeleton>
          <Bone width="100%" height={192} />
        </Skeleton>
      ) : (
        <ErrorBlock title={t('statements.failed')} error={error} onRetry={() => void mutate()} />
      )}
    </>
  );
}

function Incomplete({ complete }: Pick<Statements, 'complete'>) {
  const { t } = useTranslation();
  return complete ? null : <Muted>{t('statements.incomplete')}</Muted>;
}

function NoStatements() {
  const { t } = useTranslation();
  return (
    <Card>
      <EmptyState
        icon="document"
        title={t('statements.empty')}
        text={t('statements.emptyText')}
        action={
          <ButtonLink size="sm" to="/dashboard">
            {t('nav.sendMoney')}
          </ButtonLink>
        }
      />
    </Card>
  );
}
