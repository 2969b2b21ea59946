import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import type { Statement } from '@kernel/money/receipts';
import { Box, Flex, Group, Stack } from '@mantine/core';
import { formatMonthHeading, formatMonthShort } from '../../lib/format';
import { MissingPaper } from '../../receipts/missing-paper';
import { PaperColumn } from '../../receipts/paper';
import { PrintButton } from '../../receipts/print-button';
import { StatementFiles } from '../../receipts/statement-files';
import { StatementPaper } from '../../receipts/statement-paper';
import { inMonth } from '../../receipts/in-month';
import { useStatement } from '../../receipts/use-receipts';
import { Icon } from '../../ui/parts/icon';

/** The statement of one month, to read, print or keep, with links to the months before and after. */
export function StatementScreen() {
  const { t, i18n } = useTranslation();
  const { month = '' } = useParams();
  const { data: statement, error, mutate } = useStatement(month);
  return (
    <PaperColumn>
      <div className="page-head no-print">
        <Box component={Link} className="link" c="dimmed" to="/statements">
          <Icon name="chevronLeft" />
          {t('statements.title')}
        </Box>
        {statement && statement.lines.length > 0 && (
          <Group gap="xs">
            <PrintButton />
            <StatementFiles month={month} />
          </Group>
        )}
      </div>
      {statement ? (
        <Stack gap="md">
          <OtherMonths {...statement} />
          <StatementPaper
            statement={statement}
            name={formatMonthHeading(inMonth(statement.month), i18n.language)}
          />
        </Stack>
      ) : (
        <MissingPaper
          title={t('statements.one')}
          error={error}
          missing={{ title: t('statements.missing'), text: t('statements.missingText') }}
          failed={t('statements.oneFailed')}
          onRetry={() => void mutate()}
        />
      )}
    </PaperColumn>
  );
}

function OtherMonths({ previous, next }: Pick<Statement, 'previous' | 'next'>) {
  const { t, i18n } = useTranslation();
  const name = (month: string) => formatMonthShort(inMonth(month), i18n.language);
  return (
    <Flex
      component="nav"
      className="no-print"
      gap="xs"
      align="center"
      justify="space-between"
      aria-label={t('statements.others')}
    >
      {previous && (
        <Link className="link" to={`/statements/${previous}`}>
          <Icon name="chevronLeft" />
          {name(previous)}
        </Link>
      )}
      {next && (
        <Box component={Link} className="link" ml="auto" to={`/statements/${next}`}>
          {name(next)}
          <Icon name="chevronRight" />
        </Box>
      )}
    </Flex>
  );
}
