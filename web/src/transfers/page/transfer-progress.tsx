import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { handleText } from '@kernel/text/handle-text';
import type { Transaction, TransferStep } from '@kernel/money/transfers';
import { claimableUntil } from '@kernel/money/arrival';
import { cardText } from '@kernel/money/cards';
import {
  firstNameOf,
  formatArrival,
  formatDay,
  formatExact,
  formatMoment,
  formatMoney,
  formatTime,
} from '../../lib/format';
import { Card } from '../../ui/parts/card';
import { Timeline, type TimelineEntry } from '../../ui/feedback/timeline';
import { progressEntries, type ProgressEntry } from './progress-entries';
import { useArrival } from './use-arrival';

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
  const aheadTime = useAheadTime(transfer);
  const { card } = transfer;
  const common = {
    handle: handleText(transfer.handle),
    platform: transfer.platform,
    recipient: firstNameOf(transfer.recipient),
    card: card ? cardText(card) : '',
    amount: formatMoney(transfer.amount, i18n.language),
    total: formatMoney(transfer.fees.total, i18n.language),
  };
  const reasonOf = (step: TransferStep) =>
    t(reasonKey(step, i18n.exists.bind(i18n)), { ...common, words: step.words });
  const ofStep = (step: TransferStep) => ({
    ...(step.card && { card: cardText(step.card) }),
    ...(step.amount !== undefined && { amount: formatMoney(step.amount, i18n.language) }),
    until: formatDay(claimableUntil(step.at), i18n.language),
    reference: step.reference ?? '',
    words: step.words ?? '',
    reason: reasonOf(step),
  });
  return ({ id, state, text, step, tries }) => {
    const values = { ...common, ...(step && ofStep(step)) };
    const time = step ? (
      <time dateTime={step.at} title={formatExact(step.at, i18n.language)}>
        {formatMoment(step.at, i18n.language)}
      </time>
    ) : (
      aheadTime(text, state)
    );
    if (!tries)
      return { id, state, time, title: t(`tx.step.${text}`, values), text: t(`tx.stepText.${text}`, values) };
    const title = t('tx.declinedMany', { count: tries.length });
    return { id, state, time, title, text: <Tries tries={tries} reasonOf={reasonOf} /> };
  };
}

interface TriesProps {
  readonly tries: readonly TransferStep[];
  readonly reasonOf: (step: TransferStep) => string;
}

/** The cards that were tried in vain; each with its time and its reason on request. */
function Tries({ tries, reasonOf }: TriesProps) {
  const { t, i18n } = useTranslation();
  const names = tries.map(({ card }) => (card ? cardText(card) : t('tx.card')));
  return (
    <>
      {new Intl.ListFormat(i18n.language).format(new Set(names))}
      <details>
        <summary>{t('tx.showWhy')}</summary>
        <dl className="pairs">
          {tries.map((step, index) => (
            <div key={step.at}>
              <dt>
                {names[index]} · <time dateTime={step.at}>{formatTime(step.at, i18n.language)}</time>
              </dt>
              <dd>{reasonOf(step)}</dd>
            </div>
          ))}
        </dl>
      </details>
    </>
  );
}

/** Steps ahead that have a usual time: of the money, and of a refund. */
const ARRIVALS: readonly string[] = ['delivering', 'delivered_later'];
const REFUNDS: readonly string[] = ['refunded_later'];

/** When a step ahead usually happens; nothing once that time has passed. */
function useAheadTime(transfer: Transaction): (text: string, state: TimelineEntry['state']) => ReactNode {
  const { t, i18n } = useTranslation();
  const { arrivesBy, refundBy, isLate } = useArrival(transfer);
  return (text, state) => {
    const isArrival = ARRIVALS.includes(text);
    const by = isArrival ? arrivesBy : REFUNDS.includes(text) ? refundBy : null;
    if (by !== null && !isLate) {
      const shown = isArrival ? formatArrival(by, i18n.language) : formatDay(by, i18n.language);
      return (
        <time dateTime={by} title={formatExact(by, i18n.language)}>
          {t('tx.by', { time: shown })}
        </time>
      );
    }
    return state === 'now' && <span>{t('tx.now')}</span>;
  };
}

/** What the platform itself said, or our text for the reason; a general one where there is none. */
function reasonKey({ reason = '', words }: TransferStep, exists: (key: string) => boolean): string {
  if (words !== undefined) return 'tx.reason.said';
  const key = `tx.reason.${reason}`;
  return exists(key) ? key : 'tx.reason.other';
}
