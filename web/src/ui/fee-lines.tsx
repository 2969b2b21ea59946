import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { processingRule, type FeesCents, type FeeScheduleName } from '@kernel/fees';
import { formatBasisPoints, formatMoney } from '../lib/format';
import { Amount } from './amount';
import { useCountUp } from './use-count-up';

interface FeeLinesProps {
  readonly fees: FeesCents;
  /** The schedule whose rules are shown beside the fees; null shows none. */
  readonly schedule: FeeScheduleName | null;
  /** A first line, such as the amount itself. */
  readonly before?: ReactNode;
  /** Label of the last line; defaults to "Total to charge". */
  readonly totalLabel?: string;
  /** The review shows the total in 28 px. */
  readonly large?: boolean;
}

/** Both fees with their rules, their sum and the amount charged to the card: the same everywhere. */
export function FeeLines({ fees, schedule, before, totalLabel, large = false }: FeeLinesProps) {
  const { t, i18n } = useTranslation();
  const flip = useCountUp(fees.flipFeeCents);
  const processing = useCountUp(fees.processingFeeCents);
  const totalFee = useCountUp(fees.totalFeeCents);
  const total = useCountUp(fees.totalCents);
  return (
    <dl className="fee-lines">
      {before}
      <div>
        <dt>
          {t('fees.flip')} <small>{t('fees.flipRule')}</small>
        </dt>
        <dd>{formatMoney(flip, i18n.language)}</dd>
      </div>
      <div>
        <dt>
          {t('fees.processing')} {schedule && <small>{processingRuleText(schedule, i18n.language)}</small>}
        </dt>
        <dd>{formatMoney(processing, i18n.language)}</dd>
      </div>
      <div className="fee-total">
        <dt>{t('fees.total')}</dt>
        <dd>{formatMoney(totalFee, i18n.language)}</dd>
      </div>
      <div className="fee-charge">
        <dt>{totalLabel ?? t('fees.charge')}</dt>
        <dd>{large ? <Amount value={total} size="lg" /> : formatMoney(total, i18n.language)}</dd>
      </div>
    </dl>
  );
}

/** "3% + $0.30": the active card fee in a few signs. */
export function processingRuleText(schedule: FeeScheduleName, language: string): string {
  const { basisPoints, fixedCents } = processingRule(schedule);
  const percent = formatBasisPoints(basisPoints, language);
  return fixedCents === 0 ? percent : `${percent} + ${formatMoney(fixedCents, language)}`;
}
