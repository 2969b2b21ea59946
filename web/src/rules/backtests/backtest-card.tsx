import '@mantine/core/styles/Progress.layer.css';
import { Flex, Group, Progress, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Backtest } from '@kernel/staff/backtests';
import type { RuleDefinitionOnWire, RuleDetail } from '@kernel/staff/rule-views';
import { ApiError } from '../../lib/api/api-error';
import { formatNumber, formatShare } from '../../lib/format';
import { useProblemText } from '../../lib/api/use-problem-text';
import { Button } from '../../ui/forms/button';
import { Card } from '../../ui/parts/card';
import { Fine, Muted } from '../../ui/parts/text';
import { EmptyState } from '../../ui/feedback/empty-state';
import { ErrorBlock } from '../../ui/feedback/error-block';
import { Notice } from '../../ui/feedback/notice';
import { SkeletonRows } from '../../ui/feedback/skeleton';
import { BacktestPeriod } from './backtest-period-fields';
import { BacktestResults } from './backtest-results';
import { isSameRule } from '../editor/rule-form';
import { usePeriodText } from '../../review/frame/use-period-text';
import type { RuleBacktest } from './use-rule-backtest';

interface BacktestProps {
  readonly rule: RuleDetail | null;
  readonly backtest: RuleBacktest;
  /** The content of the form; null while it is invalid. */
  readonly definition: RuleDefinitionOnWire | null;
}

/** What a definition would have done in a period: asks for the period, runs, and shows the results. */
export function BacktestCard({ rule, backtest, definition }: BacktestProps) {
  const { t } = useTranslation();
  return (
    <Card
      title={t('backtest.title')}
      aside={
        <Group gap="var(--s-8) var(--s-16)">
          <Ran backtest={backtest} />
          <BacktestPeriod draftedAt={rule?.draft?.at ?? null} backtest={backtest} />
        </Group>
      }
      className="card-flush"
    >
      <div role="status" className="visually-hidden">
        {backtest.data && t(`backtest.states.${backtest.data.state}`)}
      </div>
      <StartProblem backtest={backtest} />
      <BacktestState {...{ rule, backtest, definition }} />
    </Card>
  );
}

/** The subject of the results below. */
function Ran({ backtest: { data } }: Pick<BacktestProps, 'backtest'>) {
  const { t, i18n } = useTranslation();
  const periodText = usePeriodText();
  if (!data?.result) return null;
  const { attempts } = data.result;
  return (
    <Fine span>
      {t('backtest.ran', {
        period: periodText(data),
        count: attempts,
        attempts: formatNumber(attempts, i18n.language),
      })}
    </Fine>
  );
}

/** Why it was not begun. */
function StartProblem({ backtest: { startError } }: Pick<BacktestProps, 'backtest'>) {
  const problemText = useProblemText();
  if (startError === undefined) return null;
  return (
    <div className="table-note">
      <Notice tone="danger" icon="alert" role="alert">
        {problemText(startError)}
      </Notice>
    </div>
  );
}

function BacktestState({ rule, backtest, definition }: BacktestProps) {
  const { t } = useTranslation();
  const { id, data, error, retry } = backtest;
  if (id === null) return <Muted className="table-note">{t('backtest.none')}</Muted>;
  if (error instanceof ApiError && error.status === 404)
    return <Again text={t('errors:backtest_gone')} backtest={backtest} />;
  if (!data && error) return <ErrorBlock title={t('backtest.failed')} error={error} onRetry={retry} />;
  if (!data) return <SkeletonRows count={3} />;
  return <Read {...{ rule, backtest, definition, data }} />;
}

/** A backtest that was read, whatever its state. */
function Read({ rule, backtest, definition, data }: BacktestProps & { readonly data: Backtest }) {
  const { t } = useTranslation();
  if (data.state === 'cancelled') return <Again text={t('backtest.cancelled')} backtest={backtest} />;
  if (!data.result) return <Running backtest={backtest} />;
  if (data.result.attempts === 0) return <EmptyState icon="search" title={t('backtest.noAttempts')} />;
  return (
    <>
      {definition && !isSameRule({ ...definition, name: '' }, { ...data.definition, name: '' }) && (
        <Again text={t('backtest.outdated')} backtest={backtest} />
      )}
      <BacktestResults rule={rule} id={data.id} definition={data.definition} result={data.result} />
    </>
  );
}

/** Why there is nothing, or nothing of now, and the button that runs it again. */
function Again({ text, backtest }: { readonly text: string } & Pick<BacktestProps, 'backtest'>) {
  const { t } = useTranslation();
  return (
    <div className="table-note">
      <Notice tone="info" icon="info" role="status">
        <Group gap="var(--s-8) var(--s-16)">
          <span>{text}</span>
          <Button size="xs" busy={backtest.isStarting} onClick={backtest.run}>
            {t('backtest.again')}
          </Button>
        </Group>
      </Notice>
    </div>
  );
}

/** How far it is, and the way to stop it. */
function Running({ backtest }: Pick<BacktestProps, 'backtest'>) {
  const { t, i18n } = useTranslation();
  const problemText = useProblemText();
  const periodText = usePeriodText();
  const { data, cancel, isCancelling, cancelError, error } = backtest;
  const progress = data?.progress ?? 0;
  return (
    <Stack className="table-note" gap="xs">
      <Text fz="sm">{data && t('backtest.running', { period: periodText(data) })}</Text>
      <Flex gap="sm" align="center">
        <Progress flex={1} value={progress * 100} size={8} radius="xl" aria-label={t('backtest.progress')} />
        <Text component="b" className="figures" w={48} fz="sm">
          {formatShare(progress, i18n.language)}
        </Text>
        <Button size="xs" busy={isCancelling} onClick={cancel}>
          {t('backtest.cancel')}
        </Button>
      </Flex>
      <Fine>{t('backtest.writesNothing')}</Fine>
      {(cancelError ?? error) !== undefined && (
        <Text c="var(--danger)" fz="sm" role="alert">
          {problemText(cancelError ?? error)}
        </Text>
      )}
    </Stack>
  );
}
