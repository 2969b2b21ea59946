import '@mantine/core/styles/Progress.layer.css';
import { Progress } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { centsOf } from '@kernel/money/money';
import type { SenderActivity, TransfersSum } from '@kernel/staff/sender-activity';
import type { SenderStanding } from '@kernel/staff/standing';
import { formatMoneyShort, formatNumber } from '../../lib/format';
import { Amount } from '../../ui/parts/amount';
import { FigureTile, Tiles } from '../frame/tiles';

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
    <Tiles
      component="dl"
      className="card card-flush"
      cols={{ base: 2, sm: 3, md: 6 }}
      aria-label={t('activity.week')}
    >
      <FigureTile name={t('activity.used')} value={<Amount value={used} />}>
        {weeklyLimit !== null && (
          <Progress
            size={6}
            radius="xl"
            mt={6}
            value={Math.min(1, centsOf(used) / centsOf(weeklyLimit)) * 100}
            aria-label={t('activity.used')}
          />
        )}
      </FigureTile>
      <FigureTile
        name={t('activity.remaining')}
        value={remaining === null ? t('activity.unlimited') : <Amount value={remaining} />}
      >
        {weeklyLimit !== null &&
          t('activity.ofLimit', { limit: formatMoneyShort(weeklyLimit, i18n.language) })}
      </FigureTile>
      <SumFigure name={t('activity.unpaid')} sum={unpaid} />
      <SumFigure name={t('activity.held')} sum={held} isWarning />
      <FigureTile name={t('activity.refused30')} value={formatNumber(refused, i18n.language)}>
        {refused30Days
          .map(({ reason, count }) =>
            [refused30Days.length > 1 && count, t(`compliance.refusals.${reason}`)].filter(Boolean).join(' '),
          )
          .join(', ')}
      </FigureTile>
      <FigureTile name={t('compliance.requested30')} value={<Amount value={standing.requested30Days} />}>
        {transfers(standing.transfers30Days)}
      </FigureTile>
    </Tiles>
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
    <FigureTile
      name={name}
      value={<Amount value={amount} />}
      color={isWarning && count > 0 ? 'var(--warning)' : undefined}
    >
      {t('activity.transfers', { count })}
    </FigureTile>
  );
}
