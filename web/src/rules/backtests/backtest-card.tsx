import '@mantine/core/styles/Progress.layer.css';
import { Progress } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Backtest } from '@kernel/staff/backtests';
import type { RuleDefinitionOnWire, RuleDetail } from '@kernel/staff/rule-views';
import { ApiError } from '../../lib/api/api-error';
import { formatNumber, formatShare } from '../../lib/format';
import { useProblemText } from '../../lib/api/use-problem-text';
import { Button } from '../../ui/forms/button';
import { Card } from '../../ui/parts/card';
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
  /** What is in the form; null while something is wrong with it. */
  readonly definition: RuleDefinitionOnWire | null;
}

/** What a definition would have done in a period: asks for the period, runs, and shows the results. */
export function BacktestCard({ rule, backtest, definition }: BacktestProps) {
  const { t } = useTranslation();
  return (
    <Card
      title={t('backtest.title')}
      aside={
        <div className="flow backtest-head">
          <Ran backtest={backtest} />
          <BacktestPeriod draftedAt={rule?.draft?.at ?? null} backtest={backtest} />
        </div>
      }
      className="card-flush backtest"
    >
      <div role="status" className="visually-hidden">
        {backtest.data && t(`backtest.states.${backtest.data.state}`)}
      </div>
      <StartProblem backtest={backtest} />
      <BacktestState {...{ rule, backtest, definition }} />
    </Card>
  );
}

/** What the results below are of. */
function Ran({ backtest: { data } }: Pick<BacktestProps, 'backtest'>) {
  const { t, i18n } = useTranslation();
  const periodText = usePeriodText();
  if (!data?.result) return null;
  const { attempts } = data.result;
  return (
    <span className="muted t12">
      {t('backtest.ran', {
        ...{ period: periodText(data), count: attempts, attempts: formatNumber(attempts, i18n.language) },
      })}
    </span>
  );
}

/** Why it was not begun. */
function StartProblem({ backtest: { startError } }: Pick<BacktestProps, 'backtest'>) {
  const problemText = useProblemText();
  if (startError === undefined) return null;
  return (
    <div className="backtest-part">
      <Notice tone="danger" icon="alert" role="alert">
        {problemText(startError)}
      </Notice>
    </div>
  );
}

function BacktestState({ rule, backtest, definition }: BacktestProps) {
  const { t } = useTranslation();
  const { id, data, error, retry } = backtest;
  if (id === null) return <p className="backtest-part muted t14">{t('backtest.none')}</p>;
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
    <div className="backtest-part">
      <Notice tone="info" icon="info" role="status">
        <div className="flow backtest-again">
          <span>{text}</span>
          <Button size="xs" busy={backtest.isStarting} onClick={backtest.run}>
            {t('backtest.again')}
          </Button>
        </div>
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
    <div className="backtest-part stack-8">
      <p className="t14">{data && t('backtest.running', { period: periodText(data) })}</p>
      <div className="backtest-progress">
        <Progress value={progress * 100} size={8} radius="xl" aria-label={t('backtest.progress')} />
        <b className="figures">{formatShare(progress, i18n.language)}</b>
        <Button size="xs" busy={isCancelling} onClick={cancel}>
          {t('backtest.cancel')}
        </Button>
      </div>
      <p className="muted t12">{t('backtest.writesNothing')}</p>
      {(cancelError ?? error) !== undefined && (
        <p className="tone-danger t14" role="alert">
          {problemText(cancelError ?? error)}
        </p>
      )}
    </div>
  );
}
