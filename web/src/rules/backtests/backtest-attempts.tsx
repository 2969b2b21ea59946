import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { BacktestAlert } from '@kernel/staff/backtests';
import { caseNumberOf } from '@kernel/staff/compliance';
import { Flex, Stack } from '@mantine/core';
import { ApiError } from '../../lib/api/api-error';
import { Dialog } from '../../ui/feedback/dialog';
import { ErrorBlock } from '../../ui/feedback/error-block';
import { Notice } from '../../ui/feedback/notice';
import { SkeletonRows } from '../../ui/feedback/skeleton';
import { AttemptsTable } from '../../review/case/attempts-table';
import { OutcomeBadge } from '../../review/case/case-badges';
import { useBacktestAlert } from './use-backtest';
import { useRuleWords } from '../editor/use-rule-words';
import { Muted } from '../../ui/parts/text';

interface AttemptsProps {
  /** Of the backtest. */
  readonly id: string;
  /** The one that is open; null while none is. */
  readonly alert: BacktestAlert | null;
  readonly onClose: () => void;
}

/** The attempts behind one alert of a backtest, in a dialog. */
export function BacktestAttempts({ id, alert, onClose }: AttemptsProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      open={alert !== null}
      onClose={onClose}
      title={t('backtest.attemptsOf', { sender: alert?.senderName ?? '' })}
    >
      {alert && <Behind id={id} alert={alert} />}
    </Dialog>
  );
}

function Behind({ id, alert }: { readonly id: string; readonly alert: BacktestAlert }) {
  const { t } = useTranslation();
  const { sentence } = useRuleWords();
  const { data, error, mutate } = useBacktestAlert(id, alert.transferId);
  if (error instanceof ApiError && error.status === 404)
    return (
      <Notice tone="info" icon="info" role="status">
        {t('errors:backtest_gone')}
      </Notice>
    );
  if (error && !data)
    return <ErrorBlock title={t('backtest.attemptsFailed')} error={error} onRetry={() => void mutate()} />;
  if (!data) return <SkeletonRows count={alert.attempts} />;
  return (
    <Stack gap="md">
      <Muted>{sentence(data.definition)}</Muted>
      <AttemptsTable attempts={data.attempts} triggerId={alert.transferId} caseId={alert.caseId} />
      {alert.caseId !== null && (
        <Flex component="p" gap="xs" align="center" wrap="wrap" fz="sm">
          <Link className="link link-inline" to={`/compliance/cases/${alert.caseId}`}>
            {t('backtest.caseThen', { number: caseNumberOf(alert.caseId) })}
          </Link>
          {alert.outcome && <OutcomeBadge outcome={alert.outcome} />}
        </Flex>
      )}
    </Stack>
  );
}
