import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { caseNumberOf } from '@kernel/staff/compliance';
import type { Overview } from '@kernel/staff/overview';
import { Box, Flex, Text } from '@mantine/core';
import { Card } from '../../ui/parts/card';
import { DueTime } from '../case/case-badges';
import { useCount } from '../frame/use-count';
import { useMasked } from '../reveal/use-masked';

const ROW = { gap: 'sm', align: 'center', mih: 40, py: 'xs' } as const;

/** The reports about suspicious cases that have to be filed next. */
export function ReportsCard({ figures }: { readonly figures: Overview }) {
  const { t } = useTranslation();
  const masked = useMasked();
  const counted = useCount();
  const { nextReports, reportsFiled, reports, days } = figures;
  return (
    <Card
      title={t('overview.reports')}
      className="card-flush"
      aside={
        <Box component={Link} className="link link-inline" fz="xs" to="/compliance/cases?show=reports">
          {t('overview.reportsAll', { count: reports, number: counted(reports) })}
        </Box>
      }
    >
      <Box component="ul" fz="sm">
        {nextReports.map(({ id, senderName, dueAt }) => (
          <Flex component="li" key={id} className="table-note covered" {...ROW}>
            <Box component={Link} className="cover" ff="monospace" fz="xs" to={`/compliance/cases/${id}`}>
              {caseNumberOf(id)}
            </Box>
            <Text span truncate flex={1} miw={0}>
              {masked(senderName)}
            </Text>
            <DueTime dueAt={dueAt} text="dueIn" />
          </Flex>
        ))}
        {nextReports.length === 0 && (
          <Flex component="li" className="table-note" {...ROW} c="dimmed">
            {t('overview.noReports')}
          </Flex>
        )}
        <Flex component="li" className="table-note" {...ROW}>
          <Text span flex={1} miw={0} c="dimmed">
            {t('overview.filed', { count: days })}
          </Text>
          <b>{counted(reportsFiled)}</b>
        </Flex>
      </Box>
    </Card>
  );
}
