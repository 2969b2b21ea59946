import { centsOf, formatAmount } from '@kernel/money/money';
import type { StatementMonth } from '@kernel/money/receipts';

/** A year with statements, and its figures added up. */
export interface StatementYear extends Omit<StatementMonth, 'month'> {
  readonly year: string;
  /** The newest first. */
  readonly months: readonly StatementMonth[];
}

/** The years of a list of months, the newest first. */
export function yearsOf(months: readonly StatementMonth[]): readonly StatementYear[] {
  const years = [...new Set(months.map(({ month }) => month.slice(0, 4)))];
  return years.map((year) =>
    yearOf(
      year,
      months.filter(({ month }) => month.startsWith(year)),
    ),
  );
}

function yearOf(year: string, months: readonly StatementMonth[]): StatementYear {
  const sum = (column: 'sent' | 'fees' | 'paid' | 'refunded') =>
    formatAmount(months.reduce((cents, month) => cents + centsOf(month[column]), 0));
  return {
    year,
    months,
    transfers: months.reduce((count, { transfers }) => count + transfers, 0),
    sent: sum('sent'),
    fees: sum('fees'),
    paid: sum('paid'),
    refunded: sum('refunded'),
  };
}
