import '@mantine/core/styles/Table.layer.css';
import type { ReactNode } from 'react';
import { Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Statement, StatementLine } from '@kernel/money/receipts';
import { formatMoney } from '../lib/format';
import { NO_FIGURE } from '../ui/parts/fee-lines';
import { Fine } from '../ui/parts/text';
import { useDocumentDates } from './use-document-dates';

const NONE = '0.00';
const FIGURES = ['amount', 'feesShort', 'total', 'back'];

/** The transfers of a month, each leading to its receipt, and each column added up. A phone shows two of the columns. */
export function StatementTable({ lines, sums }: Pick<Statement, 'lines' | 'sums'>) {
  const { t } = useTranslation();
  return (
    <Table className="statement" verticalSpacing={10} horizontalSpacing={6}>
      <Table.Thead>
        <Table.Tr>
          <Head className="wide-only">{t('statements.date')}</Head>
          <Head>{t('statements.recipient')}</Head>
          <Head className="wide-only">{t('statements.status')}</Head>
          {FIGURES.map((key) => (
            <Head key={key} className={key === 'total' ? 'number' : 'number wide-only'}>
              {t(`statements.${key}`)}
            </Head>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {lines.map((line) => (
          <Line key={line.id} line={line} />
        ))}
      </Table.Tbody>
      {/* No footer, which is printed on every page. */}
      <Table.Tbody>
        <Table.Tr>
          <Table.Td className="wide-only" />
          <Table.Th scope="row">{t('statements.total')}</Table.Th>
          <Table.Td className="wide-only" />
          <Figures {...sums} strong />
        </Table.Tr>
      </Table.Tbody>
    </Table>
  );
}

interface HeadProps {
  readonly className?: string;
  readonly children: ReactNode;
}

function Head({ className, children }: HeadProps) {
  return (
    <Table.Th scope="col" className={className}>
      {children}
    </Table.Th>
  );
}

function Line({ line }: { readonly line: StatementLine }) {
  const { t } = useTranslation();
  const { day } = useDocumentDates();
  const { id, at, recipient, platform, status } = line;
  return (
    <Table.Tr>
      <Table.Td className="wide-only nowrap">{day(at)}</Table.Td>
      <Table.Td className="wrap-anywhere">
        <Link to={`/transactions/${id}/receipt`}>{recipient}</Link>
        <Fine>{t('tx.via', { platform })}</Fine>
        <Fine className="narrow-only">
          {day(at)} · {t(`status.${status}`)}
        </Fine>
      </Table.Td>
      <Table.Td className="wide-only">{t(`status.${status}`)}</Table.Td>
      <Figures {...line} />
    </Table.Tr>
  );
}

interface FiguresProps extends Pick<StatementLine, 'amount' | 'fees' | 'total' | 'refunded'> {
  readonly strong?: boolean;
}

function Figures({ amount, fees, total, refunded, strong = false }: FiguresProps) {
  const { t, i18n } = useTranslation();
  const money = (figure: string) => formatMoney(figure, i18n.language);
  const fw = strong ? 600 : undefined;
  return (
    <>
      <Table.Td className="number wide-only" fw={fw}>
        {money(amount)}
      </Table.Td>
      <Table.Td className="number wide-only" fw={fw}>
        {money(fees)}
      </Table.Td>
      <Table.Td className="number" fw={fw}>
        {money(total)}
        <Fine className="narrow-only">{t('statements.feesOf', { fees: money(fees) })}</Fine>
        {refunded !== NONE && (
          <Fine className="narrow-only">{t('statements.backOf', { amount: money(refunded) })}</Fine>
        )}
      </Table.Td>
      <Table.Td className="number wide-only" fw={fw}>
        {refunded === NONE && !strong ? NO_FIGURE : money(refunded)}
      </Table.Td>
    </>
  );
}
