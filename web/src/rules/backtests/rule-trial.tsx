import '@mantine/core/styles/Progress.layer.css';
import { Progress, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { WARNING_DAYS } from '@kernel/staff/backtests';
import { formatNumber } from '../../lib/format';
import { useProblemText } from '../../lib/api/use-problem-text';
import { Checkbox } from '../../ui/forms/checkbox';
import { Notice } from '../../ui/feedback/notice';
import type { Trial } from './use-rule-trial';

interface TrialProps {
  readonly trial: Trial;
  /** The reader has confirmed that so many alerts are meant. */
  readonly isSure: boolean;
  readonly onSure: (isSure: boolean) => void;
  /** The confirmation was needed and is not given. */
  readonly isMissing: boolean;
}

/** What the draft would have done in the last month; too many alerts to read need a confirmation. */
export function RuleTrial({ trial, isSure, onSure, isMissing }: TrialProps) {
  const { t, i18n } = useTranslation();
  const problemText = useProblemText();
  const number = (value: number) => formatNumber(value, i18n.language);
  if (trial.state === 'running')
    return (
      <Stack gap="xs" role="status">
        <Text fz="sm">{t('rules.trial.running', { days: WARNING_DAYS })}</Text>
        <Progress value={trial.progress * 100} size={8} radius="xl" aria-label={t('backtest.progress')} />
      </Stack>
    );
  if (trial.state === 'failed')
    return (
      <Notice tone="info" icon="info" role="status">
        {t('rules.trial.failed', { days: WARNING_DAYS })} {trial.error !== null && problemText(trial.error)}
      </Notice>
    );
  const counts = {
    count: trial.attempts,
    days: WARNING_DAYS,
    alerts: number(trial.alerts),
    attempts: number(trial.attempts),
  };
  const found = trial.attempts === 0 ? t('rules.trial.nothing', counts) : t('rules.trial.found', counts);
  const before = trial.before === null ? '' : ` ${t('rules.trial.before', { alerts: number(trial.before) })}`;
  if (!trial.isTooOften)
    return (
      <Text role="status" p="md" bdrs="md" bg="var(--surface-2)" fz="sm">
        {found}
        {before}
      </Text>
    );
  return (
    <Notice tone="warning" icon="alert" role="alert">
      <p>
        <b>{found}</b>
        {before}
      </p>
      <p>{t('rules.trial.tooOften')}</p>
      <Checkbox
        checked={isSure}
        label={t('rules.trial.sure')}
        error={isMissing && t('rules.trial.sureNeeded')}
        onChange={(event) => {
          onSure(event.currentTarget.checked);
        }}
      />
    </Notice>
  );
}
