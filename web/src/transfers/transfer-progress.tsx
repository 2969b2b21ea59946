import { useTranslation } from 'react-i18next';
import { handleText } from '@kernel/handle-text';
import type { Transaction, TransferStep } from '@kernel/transfers';
import { cardText } from '@kernel/cards';
import { formatExact, formatMoment, formatMoney } from '../lib/format';
import { Card } from '../ui/card';
import { Timeline, type TimelineEntry } from '../ui/timeline';
import { progressEntries, type ProgressEntry } from './progress-entries';

/** What a provider has confirmed, each step with its time, and what comes next. */
export function TransferProgress({ transfer }: { readonly transfer: Transaction }) {
  const { t } = useTranslation();
  const entryOf = useEntryText(transfer);
  return (
    <Card title={t('tx.progress')}>
      <div aria-live="polite" aria-relevant="additions">
        <Timeline entries={progressEntries(transfer).map(entryOf)} />
      </div>
    </Card>
  );
}

/** The words of a transfer's steps. */
export function useEntryText(transfer: Transaction): (entry: ProgressEntry) => TimelineEntry {
  const { t, i18n } = useTranslation();
  const { card } = transfer;
  const common = {
    handle: handleText(transfer.handle),
    platform: transfer.platform,
    recipient: transfer.recipient,
    card: card ? cardText(card) : '',
  };
  return ({ id, state, text, step }) => {
    const values = {
      ...common,
      amount: formatMoney(step?.amount ?? transfer.amount, i18n.language),
      total: formatMoney(transfer.fees.total, i18n.language),
      reference: step?.reference ?? '',
      words: step?.words ?? '',
      reason: step ? t(reasonKey(step, i18n.exists.bind(i18n)), { ...common, words: step.words }) : '',
    };
    return {
      id,
      state,
      title: t(`tx.step.${text}`, values),
      text: t(`tx.stepText.${text}`, values),
      ...(step && {
        time: (
          <time dateTime={step.at} title={formatExact(step.at, i18n.language)}>
            {formatMoment(step.at, i18n.language)}
          </time>
        ),
      }),
    };
  };
}

/** What the platform itself said, or our text for the reason; a general one where there is none. */
function reasonKey({ reason = '', words }: TransferStep, exists: (key: string) => boolean): string {
  if (words !== undefined) return 'tx.reason.said';
  const key = `tx.reason.${reason}`;
  return exists(key) ? key : 'tx.reason.other';
}
