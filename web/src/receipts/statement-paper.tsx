import { useTranslation } from 'react-i18next';
import type { Statement } from '@kernel/money/receipts';
import { Group, SimpleGrid, Text } from '@mantine/core';
import { formatMoney } from '../lib/format';
import { EmptyState } from '../ui/feedback/empty-state';
import { PageHeading } from '../ui/parts/page-heading';
import { Muted } from '../ui/parts/text';
import { useDocumentDates } from './use-document-dates';
import { Paper } from './paper';
import { StatementTable } from './statement-table';

/** The statement of a month: sums, transfers, and what they are counted by; `name` is the month as a heading. */
export function StatementPaper({
  statement,
  name,
}: {
  readonly statement: Statement;
  readonly name: string;
}) {
  const { t } = useTranslation();
  const { days } = useDocumentDates();
  const { lines, sums, senderName: sender, complete, testMode, from, to, issuedAt } = statement;
  const title = t('statements.one');
  return (
    <Paper label={title} issuedAt={issuedAt}>
      <div>
        <PageHeading title={`${title} · ${name}`}>{title}</PageHeading>
        <Group gap="0 var(--s-12)" justify="space-between">
          <Text c="dimmed">{t('statements.of', { month: name, sender })}</Text>
          <Muted>{days(from, to)}</Muted>
        </Group>
        {testMode && <Text fz="sm">{t('receipt.test')}</Text>}
      </div>
      {lines.length === 0 ? (
        <EmptyState quiet icon="document" title={t('statements.none')} text={t('statements.noneText')} />
      ) : (
        <>
          <Sums {...statement} />
          <div>
            <h2>{t('statements.transfers')}</h2>
            <StatementTable lines={lines} sums={sums} />
          </div>
          <Muted>
            {!complete && `${t('statements.newest', { count: lines.length })} `}
            {t('statements.basis')} {t('receipt.zone')}
          </Muted>
        </>
      )}
    </Paper>
  );
}

function Sums({ delivered, sums }: Statement) {
  const { t, i18n } = useTranslation();
  const figures = [
    ['delivered', delivered.amount],
    ['fees', delivered.fees],
    ['paid', sums.total],
    ['refunded', sums.refunded],
  ] as const;
  return (
    <SimpleGrid cols={{ base: 2, xs: 4 }} spacing="xs" renderRoot={(props) => <dl {...props} />}>
      {figures.map(([key, amount]) => (
        <div key={key} className="well">
          <Text component="dt" c="dimmed" fz="xs">
            {t(`statements.${key}`)}
          </Text>
          <Text component="dd" fz="lg" fw={600}>
            {formatMoney(amount, i18n.language)}
          </Text>
        </div>
      ))}
    </SimpleGrid>
  );
}
