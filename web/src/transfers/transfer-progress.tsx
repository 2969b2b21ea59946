import { useTranslation } from 'react-i18next';
import type { TimelineStep, Transaction } from '@kernel/transfers';
import { useConfig } from '../accounts/use-config';
import { formatExact, formatMoment, formatMoney } from '../lib/format';
import { Bone, Skeleton } from '../ui/skeleton';
import { Card } from '../ui/card';
import { ErrorBlock } from '../ui/error-block';
import { Timeline, type TimelineEntry } from '../ui/timeline';
import { useTimeline } from './use-transfers';

/** What was recorded, each step with its time, and what comes next. */
export function TransferProgress({ transfer }: { readonly transfer: Transaction }) {
  const { t } = useTranslation();
  const { data: steps, error, mutate } = useTimeline(transfer.id);
  const entries = useEntries(transfer, steps ?? []);
  return (
    <Card title={t('tx.progress')} className="tx-progress" busy={!steps && !error}>
      {steps ? (
        <Timeline entries={entries} />
      ) : error ? (
        <ErrorBlock title={t('tx.timelineFailed')} error={error} onRetry={() => void mutate()} />
      ) : (
        <Skeleton>
          <div className="stack-24">
            <Bone width="80%" height={44} />
            <Bone width="90%" height={104} />
            <Bone width="75%" height={72} />
          </div>
        </Skeleton>
      )}
    </Card>
  );
}

function useEntries(transfer: Transaction, steps: readonly TimelineStep[]): readonly TimelineEntry[] {
  const { t, i18n } = useTranslation();
  const testMode = useConfig()?.testMode ?? false;
  const values = {
    amount: formatMoney(transfer.amount, i18n.language),
    handle: transfer.handle,
    platform: transfer.platform,
  };
  const done = steps.map((step): TimelineEntry => {
    const known = i18n.exists(`tx.step.${step.event}`) ? step.event : 'other';
    return {
      id: `${step.stream} ${step.revision}`,
      state: 'done',
      title: t(`tx.step.${known}`),
      time: (
        <time dateTime={step.at} title={formatExact(step.at, i18n.language)}>
          {formatMoment(step.at, i18n.language)}
        </time>
      ),
      text: t(`tx.stepText.${known}`, values),
    };
  });
  if (transfer.status !== 'processing') return done;
  const now = testMode ? 'processingTest' : 'processing';
  return [
    ...done,
    { id: 'now', state: 'now', title: t(`tx.now.${now}`), text: t(`tx.next.${now}`, values) },
    { id: 'later', state: 'later', title: t('status.delivered'), text: t('tx.deliveredLater', values) },
  ];
}
