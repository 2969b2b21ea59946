import type { ReactNode } from 'react';
import { Flex, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { processingRule, type FeesCents, type FeeScheduleName } from '@kernel/money/fees';
import { formatBasisPoints, formatMoney } from '../../lib/format';
import { Amount } from './amount';
import { useCountUp } from './use-count-up';

interface FeeLinesProps {
  /** Null while there is no amount: dashes keep the place of the figures. */
  readonly fees: FeesCents | null;
  /** The schedule with the rules shown next to the fees; null shows none. */
  readonly schedule: FeeScheduleName | null;
  /** A first line, such as the amount itself. */
  readonly before?: ReactNode;
  /** Lines after the total. */
  readonly after?: ReactNode;
  /** Label of the last line; defaults to "Total to charge". */
  readonly totalLabel?: string;
  /** The review shows the total in 28 px. */
  readonly large?: boolean;
}

/** In the place of a figure that is not known yet, or of nothing. */
export const NO_FIGURE = '–';
const NO_FEES: FeesCents = { flipFeeCents: 0, processingFeeCents: 0, totalFeeCents: 0, totalCents: 0 };

/** Both fees with their rules, their sum and the amount charged to the card: the same everywhere. */
export function FeeLines({ fees, schedule, before, after, totalLabel, large = false }: FeeLinesProps) {
  const { t, i18n } = useTranslation();
  const figures = fees ?? NO_FEES;
  const flip = useCountUp(figures.flipFeeCents);
  const processing = useCountUp(figures.processingFeeCents);
  const totalFee = useCountUp(figures.totalFeeCents);
  const total = useCountUp(figures.totalCents);
  const money = (cents: number) => (fees ? formatMoney(cents, i18n.language) : NO_FIGURE);
  return (
    <dl className="fee-lines">
      {before}
      <Fee name={t('fees.flip')} rule={t('fees.flipRule')} value={money(flip)} />
      <Fee
        name={t('fees.processing')}
        rule={schedule && processingRuleText(schedule, i18n.language)}
        value={money(processing)}
      />
      <div className="fee-total">
        <dt>{t('fees.total')}</dt>
        <dd>{money(totalFee)}</dd>
      </div>
      <div className="fee-charge">
        <dt>{totalLabel ?? t('fees.charge')}</dt>
        <dd>{large ? <Amount value={total} size="lg" /> : money(total)}</dd>
      </div>
      {after}
    </dl>
  );
}

interface FeeProps {
  readonly name: string;
  readonly rule: string | null;
  readonly value: string;
}

/** One fee; its rule is beside its name, or below it where both do not fit. */
function Fee({ name, rule, value }: FeeProps) {
  return (
    <div>
      <Flex component="dt" wrap="wrap" align="baseline" columnGap="xs">
        {name}{' '}
        <Text span fz="xs" c="var(--text-3)">
          {rule}
        </Text>
      </Flex>
      <dd>{value}</dd>
    </div>
  );
}

/** "3% + $0.30": the active card fee in a few signs. */
export function processingRuleText(schedule: FeeScheduleName, language: string): string {
  const { basisPoints, fixedCents } = processingRule(schedule);
  const percent = formatBasisPoints(basisPoints, language);
  return fixedCents === 0 ? percent : `${percent} + ${formatMoney(fixedCents, language)}`;
}
