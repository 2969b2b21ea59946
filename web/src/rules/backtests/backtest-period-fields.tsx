import { Group, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { errorProps } from '../../ui/forms/field';
import { SelectField } from '../../ui/forms/select-field';
import { PERIODS, type ChosenPeriod } from './backtest-period';
import type { RuleBacktest } from './use-rule-backtest';

interface PeriodProps {
  /** When the draft was saved; null without one. */
  readonly draftedAt: string | null;
  readonly backtest: RuleBacktest;
}

/** The period of the next run: the last days, since the draft was saved, or days of one's own. */
export function BacktestPeriod({ draftedAt, backtest }: PeriodProps) {
  const { t } = useTranslation();
  const { period, choosePeriod } = backtest;
  const kinds = PERIODS.filter((kind) => kind !== 'drafted' || draftedAt !== null);
  return (
    <Group align="end" gap="xs">
      <SelectField
        size="xs"
        aria-label={t('backtest.period')}
        allowDeselect={false}
        data={kinds.map((value) => ({ value, label: t(`backtest.periods.${value}`) }))}
        value={kinds.includes(period.kind) ? period.kind : '30'}
        onChange={(value) => {
          choosePeriod({ ...period, kind: kinds.find((kind) => kind === value) ?? period.kind });
        }}
      />
      {period.kind === 'own' && (
        <>
          <Day field="from" backtest={backtest} />
          <Day field="to" backtest={backtest} />
        </>
      )}
    </Group>
  );
}

function Day({ field, backtest }: Pick<PeriodProps, 'backtest'> & { readonly field: 'from' | 'to' }) {
  const { t } = useTranslation();
  const { period, choosePeriod, periodProblem } = backtest;
  const error = periodProblem?.field === field ? t(`backtest.periodProblems.${periodProblem.problem}`) : null;
  const change = (changed: ChosenPeriod) => {
    choosePeriod(changed);
  };
  return (
    <TextInput
      size="xs"
      type="date"
      label={t(`backtest.days.${field}`)}
      value={period[field]}
      onChange={({ currentTarget: { value } }) => {
        change({ ...period, [field]: value });
      }}
      {...errorProps({ error })}
    />
  );
}
