import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { isCharged } from '@kernel/money/charge';
import { centsOf } from '@kernel/money/money';
import { countsAsSent, type Transaction } from '@kernel/money/transfers';
import { Group, Text } from '@mantine/core';
import { formatMonth, formatMonthHeading } from '../../lib/format';
import { Amount } from '../../ui/parts/amount';
import { Icon } from '../../ui/parts/icon';
import { Rows } from '../../ui/parts/row';
import { Muted } from '../../ui/parts/text';
import { groupByMonth, type MonthGroup } from './month-groups';
import type { PendingPayment } from '../payment/pending-payment';
import { withinMonth, type TransferFilter } from './transfer-filter';
import { TransferRow } from './transfer-row';
import { useTransfersTotal } from '../use-transfers';

type Listed = Transaction | PendingPayment;

interface TransferMonthsProps {
  readonly transfers: readonly Listed[];
  readonly filter: TransferFilter;
  /** Older transfers are not loaded yet: they may belong to the last month. */
  readonly hasMore: boolean;
}

/** The transfers under their months, each with how many match and what was sent. */
export function TransferMonths({ transfers, filter, hasMore }: TransferMonthsProps) {
  const months = groupByMonth(transfers);
  return months.map((group, index) => (
    <section key={group.month} aria-labelledby={`month-${group.month}`}>
      <MonthHead group={group} filter={filter} isWhole={!hasMore || index < months.length - 1} />
      <Rows>
        {group.items.map((transfer) => (
          <TransferRow key={transfer.id} transfer={transfer} />
        ))}
      </Rows>
    </section>
  ));
}

interface MonthHeadProps {
  readonly group: MonthGroup<Listed>;
  readonly filter: TransferFilter;
  readonly isWhole: boolean;
}

/** A month that is loaded whole adds itself up; of the last one only the server knows the rest. */
function MonthHead({ group, filter, isWhole }: MonthHeadProps) {
  const { t, i18n } = useTranslation();
  const { data } = useTransfersTotal(isWhole ? null : withinMonth(filter, group.month));
  const first = group.items[0]?.createdAt ?? '';
  const total = isWhole ? totalOf(group.items) : data?.complete ? data : null;
  return (
    <Group
      className="tx-month"
      px="var(--pad)"
      py="md"
      bg="var(--surface-2)"
      gap="md"
      wrap="nowrap"
      justify="space-between"
    >
      <Group gap="0 var(--s-12)" align="baseline">
        <Text component="h2" fz="md" lts={0} id={`month-${group.month}`}>
          {formatMonthHeading(first, i18n.language)}
        </Text>
        {total && <Muted span>{t('tx.transfers', { count: total.count })}</Muted>}
      </Group>
      <Group gap="lg" wrap="nowrap">
        {group.items.some((item) => 'steps' in item && isCharged(item)) && (
          <Link
            className="link wide-only"
            to={`/statements/${group.month}`}
            aria-label={t('statements.viewOf', { month: formatMonth(first, i18n.language) })}
          >
            <Icon name="document" size={16} />
            {t('statements.one')}
          </Link>
        )}
        {total && (
          <b>
            <span className="visually-hidden">{t('tx.sentInMonth')} </span>
            <Amount value={total.sent} />
          </b>
        )}
      </Group>
    </Group>
  );
}

/** How many were accepted, and the sum of those that count as sent. */
function totalOf(items: readonly Listed[]): { readonly count: number; readonly sent: number } {
  const accepted = items.filter((item) => 'status' in item);
  const sent = accepted.filter(countsAsSent).reduce((sum, { amount }) => sum + centsOf(amount), 0);
  return { count: accepted.length, sent };
}
