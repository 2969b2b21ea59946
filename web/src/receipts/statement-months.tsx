import '@mantine/core/styles/Table.layer.css';
import { Flex, Group, Stack, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { StatementMonth } from '@kernel/money/receipts';
import { formatMoney, formatMonth, formatMonthName } from '../lib/format';
import { Amount } from '../ui/parts/amount';
import { Icon } from '../ui/parts/icon';
import { Fine, Muted } from '../ui/parts/text';
import { inMonth } from './in-month';
import { StatementFiles, YearFiles } from './statement-files';
import type { StatementYear } from './statement-years';

const NOTHING = '0.00';
const FIGURES = ['transfers', 'sent', 'feesShort', 'charged', 'returned'] as const;

/** The months of a year in one table; a row opens its statement. A phone has a list instead. */
export function StatementMonths({ year }: { readonly year: StatementYear }) {
  const { t } = useTranslation();
  return (
    <>
      <div className="card card-flush wide-only">
        <Table className="statement-months" verticalSpacing={0} horizontalSpacing="md">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('statements.month')}</Table.Th>
              {FIGURES.map((name) => (
                <Table.Th key={name} scope="col" className="number">
                  {t(`statements.${name}`)}
                </Table.Th>
              ))}
              <Table.Th scope="col" className="number">
                {t('statements.download')}
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {year.months.map((month) => (
              <Table.Tr key={month.month}>
                <Table.Th scope="row">
                  <MonthLink month={month.month} />
                </Table.Th>
                <FigureCells {...month} />
                <Table.Td className="number">
                  <StatementFiles month={month.month} quiet />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
          <Table.Tfoot>
            <Table.Tr>
              <Table.Th scope="row">{year.year}</Table.Th>
              <FigureCells {...year} />
              <Table.Td className="number">
                <YearFiles year={year.year} />
              </Table.Td>
            </Table.Tr>
          </Table.Tfoot>
        </Table>
      </div>
      <ul className="card card-flush month-list narrow-only">
        {year.months.map((month) => (
          <MonthItem key={month.month} month={month} />
        ))}
        <Flex component="li" {...LINE} wrap="wrap" bg="var(--surface-2)">
          <Period name={year.year} transfers={year.transfers} />
          <Sums paid={year.paid} refunded={year.refunded} />
          <Group component="span" w="100%" gap="xs" ml={-8}>
            <YearFiles year={year.year} />
          </Group>
        </Flex>
      </ul>
      <Muted>{t('statements.meaning')}</Muted>
    </>
  );
}

/** "November so far"; the link covers its row. */
function MonthLink({ month }: { readonly month: string }) {
  const { t, i18n } = useTranslation();
  const isNow = new Date().toISOString().startsWith(month);
  return (
    <>
      <Link
        className="cover"
        to={`/statements/${month}`}
        aria-label={t('statements.viewOf', { month: formatMonth(inMonth(month), i18n.language) })}
      >
        {formatMonthName(inMonth(month), i18n.language)}
      </Link>
      {isNow && (
        <Fine span fw={400}>
          {' '}
          {t('statements.soFar')}
        </Fine>
      )}
    </>
  );
}

/** A month of a phone's list, or its year. */
const LINE = { align: 'center', gap: 'xs', mih: 72, px: 'md', py: 'xs' } as const;

type Figures = Omit<StatementMonth, 'month'>;

function FigureCells({ transfers, sent, fees, paid, refunded }: Figures) {
  const { t } = useTranslation();
  return (
    <>
      <Table.Td className="number">{transfers}</Table.Td>
      {[sent, fees].map((value, index) => (
        <Table.Td key={FIGURES[index + 1]} className="number">
          <Amount value={value} />
        </Table.Td>
      ))}
      <Table.Td className="number" fw={600}>
        <Amount value={paid} />
      </Table.Td>
      <Table.Td className="number">
        {refunded === NOTHING ? (
          <Text span c="dimmed">
            {t('statements.nothing')}
          </Text>
        ) : (
          <Amount value={refunded} />
        )}
      </Table.Td>
    </>
  );
}

/** On a phone the files are on the statement's own page. */
function MonthItem({ month: { month, transfers, paid, refunded } }: { readonly month: StatementMonth }) {
  const { i18n } = useTranslation();
  return (
    <li>
      <Flex component={Link} {...LINE} c="var(--text)" td="none" to={`/statements/${month}`}>
        <Period name={formatMonthName(inMonth(month), i18n.language)} transfers={transfers} />
        <Sums paid={paid} refunded={refunded} />
        <Icon name="chevronRight" color="var(--text-3)" />
      </Flex>
    </li>
  );
}

function Period({ name, transfers }: { readonly name: string; readonly transfers: number }) {
  const { t } = useTranslation();
  return (
    <Stack component="span" flex={1} miw={0} gap={0}>
      <b>{name}</b>
      <Muted span>{t('statements.count', { count: transfers })}</Muted>
    </Stack>
  );
}

function Sums({ paid, refunded }: Pick<Figures, 'paid' | 'refunded'>) {
  const { t, i18n } = useTranslation();
  return (
    <Stack component="span" className="number" gap={0}>
      <b>
        <Amount value={paid} />
      </b>
      {refunded !== NOTHING && (
        <Muted span>{t('statements.returnedShort', { amount: formatMoney(refunded, i18n.language) })}</Muted>
      )}
    </Stack>
  );
}
