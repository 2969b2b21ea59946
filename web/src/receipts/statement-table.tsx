import '@mantine/core/styles/Table.layer.css';
import type { ReactNode } from 'react';
import { Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Statement, StatementLine } from '@kernel/receipts';
import { formatMoney } from '../lib/format';
import { NO_FIGURE } from '../ui/fee-lines';
import { useDocumentDates } from './use-document-dates';

const NONE = '0.00';
const FIGURES = ['amount', 'feesShort', 'total', 'back'];
const TOP = { verticalAlign: 'top' } as const;

/** The transfers of a month, each leading to its receipt, and each column added up. A phone shows two of the columns. */
export function StatementTable({ lines, sums }: Pick<Statement, 'lines' | 'sums'>) {
  const { t } = useTranslation();
  return (
    <Table verticalSpacing={10} horizontalSpacing={6} fz="sm" mx={-6} w="calc(100% + 12px)">
      <Table.Thead c="dimmed" fz="xs">
        <Table.Tr>
          <Head className="wide-only">{t('statements.date')}</Head>
          <Head>{t('statements.recipient')}</Head>
          <Head className="wide-only">{t('statements.status')}</Head>
          {FIGURES.map((key) => (
            <Head key={key} className={key === 'total' ? '' : 'wide-only'} right>
              {t(`statements.${key}`)}
            </Head>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody style={TOP}>
        {lines.map((line) => (
          <Line key={line.id} line={line} />
        ))}
      </Table.Tbody>
      {/* No footer, which is printed on every page. */}
      <Table.Tbody style={TOP}>
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
  readonly right?: boolean;
  readonly children: ReactNode;
}

function Head({ className, right = false, children }: HeadProps) {
  return (
    <Table.Th scope="col" fw={600} className={className} ta={right ? 'right' : undefined}>
      {children}
    </Table.Th>
  );
}

function Line({ line }: { readonly line: StatementLine }) {
  const { t } = useTranslation();
  const { day } = useDocumentDates();
  const { id, at, recipient, platform, status } = line;
  return (
    <Table.Tr style={{ breakInside: 'avoid' }}>
      <Table.Td className="wide-only" style={{ whiteSpace: 'nowrap' }}>
        {day(at)}
      </Table.Td>
      <Table.Td className="wrap-anywhere">
        <Link to={`/transactions/${id}/receipt`}>{recipient}</Link>
        <p className="muted t12">{t('tx.via', { platform })}</p>
        <p className="muted t12 narrow-only">
          {day(at)} · {t(`status.${status}`)}
        </p>
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
  const look = { ta: 'right', ...(strong && { fw: 600 }) } as const;
  return (
    <>
      <Table.Td {...look} className="wide-only">
        {money(amount)}
      </Table.Td>
      <Table.Td {...look} className="wide-only">
        {money(fees)}
      </Table.Td>
      <Table.Td {...look}>
        {money(total)}
        <p className="muted t12 narrow-only">{t('statements.feesOf', { fees: money(fees) })}</p>
        {refunded !== NONE && (
          <p className="muted t12 narrow-only">{t('statements.backOf', { amount: money(refunded) })}</p>
        )}
      </Table.Td>
      <Table.Td {...look} className="wide-only">
        {refunded === NONE && !strong ? NO_FIGURE : money(refunded)}
      </Table.Td>
    </>
  );
}
