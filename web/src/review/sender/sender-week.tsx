import '@mantine/core/styles/Progress.layer.css';
import type { ReactNode } from 'react';
import { Progress } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { centsOf } from '@kernel/money/money';
import type { SenderActivity, TransfersSum } from '@kernel/staff/sender-activity';
import type { SenderStanding } from '@kernel/staff/standing';
import { formatMoneyShort, formatNumber } from '../../lib/format';
import { Amount } from '../../ui/parts/amount';
import { Fine } from '../../ui/parts/text';

interface SenderWeekProps {
  readonly activity: SenderActivity;
  readonly standing: Pick<SenderStanding, 'requested30Days' | 'transfers30Days'>;
}

/** What a sender used, may use, and did in thirty days. */
export function SenderWeek({ activity, standing }: SenderWeekProps) {
  const { t, i18n } = useTranslation();
  const { allowance, unpaid, held, refused30Days } = activity;
  const { used, remaining, weeklyLimit } = allowance;
  const transfers = (count: number) => t('activity.transfers', { count });
  const refused = refused30Days.reduce((sum, { count }) => sum + count, 0);
  return (
    <dl className="card tile-row sender-week" aria-label={t('activity.week')}>
      <Figure name={t('activity.used')} value={<Amount value={used} />}>
        {weeklyLimit !== null && (
          <Progress
            size={6}
            radius="xl"
            mt={6}
            value={Math.min(1, centsOf(used) / centsOf(weeklyLimit)) * 100}
            aria-label={t('activity.used')}
          />
        )}
      </Figure>
      <Figure
        name={t('activity.remaining')}
        value={remaining === null ? t('activity.unlimited') : <Amount value={remaining} />}
      >
        {weeklyLimit !== null &&
          t('activity.ofLimit', { limit: formatMoneyShort(weeklyLimit, i18n.language) })}
      </Figure>
      <SumFigure name={t('activity.unpaid')} sum={unpaid} />
      <SumFigure name={t('activity.held')} sum={held} isWarning />
      <Figure name={t('activity.refused30')} value={formatNumber(refused, i18n.language)}>
        {refused30Days
          .map(({ reason, count }) =>
            [refused30Days.length > 1 && count, t(`compliance.refusals.${reason}`)].filter(Boolean).join(' '),
          )
          .join(', ')}
      </Figure>
      <Figure name={t('compliance.requested30')} value={<Amount value={standing.requested30Days} />}>
        {transfers(standing.transfers30Days)}
      </Figure>
    </dl>
  );
}

interface SumFigureProps {
  readonly name: string;
  readonly sum: TransfersSum;
  readonly isWarning?: boolean;
}

function SumFigure({ name, sum: { count, amount }, isWarning = false }: SumFigureProps) {
  const { t } = useTranslation();
  return (
    <Figure name={name} value={<Amount value={amount} />} isWarning={isWarning && count > 0}>
      {t('activity.transfers', { count })}
    </Figure>
  );
}

interface FigureProps {
  readonly name: string;
  readonly value: ReactNode;
  readonly isWarning?: boolean;
  readonly children: ReactNode;
}

function Figure({ name, value, isWarning = false, children }: FigureProps) {
  return (
    <div>
      <Fine component="dt">{name}</Fine>
      <dd data-warning={isWarning || undefined}>{value}</dd>
      <Fine component="dd">{children}</Fine>
    </div>
  );
}
