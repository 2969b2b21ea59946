import { useTranslation } from 'react-i18next';
import type { Transaction } from '@kernel/money/transfers';
import { claimableUntil } from '@kernel/money/arrival';
import { cardText } from '@kernel/money/cards';
import { stepOf } from '@kernel/money/charge';
import { type Ending, endingOf } from '@kernel/money/endings';
import {
  firstNameOf,
  formatArrival,
  formatDay,
  formatMoment,
  formatMoney,
  formatTime,
} from '../../lib/format';
import { StateBox } from '../../ui/feedback/state-box';
import { STRONG, WithStrong } from '../../ui/parts/with-strong';
import { dayWordOf } from '../list/day-word';
import { isFinal, isOpen, lookOf, returnedOf, type ShownState, shownStateOf } from './shown-state';
import { StateRow } from './state-row';
import { type ShownArrival, useArrival } from './use-arrival';

/** The transfer's state in one sentence, with the time that its sender waits for, and what they can do. */
export function TransferState({ transfer }: { readonly transfer: Transaction }) {
  const arrival = useArrival(transfer);
  const state = shownStateOf(transfer, arrival.isLate);
  const values = useValues(transfer);
  const { t, i18n } = useTranslation();
  if (state === null) return null;
  const ending = endingOf(transfer);
  const { key, strong } = sentenceOf(transfer, { state, arrival, language: i18n.language });
  const sentence = t(`tx.state.${key}`, { ...values, when: STRONG });
  const nothing = ending && isNothingReceived(state, ending) ? `${t('tx.nothingReceived', values)} ` : '';
  return (
    <StateBox
      {...lookOf(state, ending)}
      title={
        isOpen(state) || !ending
          ? t(`tx.state.${state}.title`, values)
          : t(`tx.ending.${ending}.title`, values)
      }
      text={<WithStrong text={`${nothing}${sentence}`} strong={strong} />}
      isLive={!isFinal(state)}
    >
      <StateRow transfer={transfer} state={state} ending={ending} />
    </StateBox>
  );
}

/** Where nothing was charged, that says it; what a bank gives back may have been delivered. */
const isNothingReceived = (state: ShownState, ending: Ending): boolean =>
  !isOpen(state) && state !== 'uncharged' && state !== 'cancelling' && ending !== 'disputed';

function useValues(transfer: Transaction) {
  const { t, i18n } = useTranslation();
  const { recipient, platform, amount, fees, card, payment } = transfer;
  return {
    recipient: firstNameOf(recipient),
    platform,
    amount: formatMoney(amount, i18n.language),
    total: formatMoney(returnedOf(transfer) ?? fees.total, i18n.language),
    card: card ? cardText(card) : '',
    // A decline that may be named is the title.
    context: payment?.group ?? '',
    way: t(`tx.reason.${wayOf(transfer)}`),
    duration: durationOf(transfer, i18n.language) ?? t('tx.underMinute'),
  };
}

/** How a refund was paid back that the bank did not accept. */
const wayOf = (transfer: Transaction): string => stepOf(transfer, 'refund_settled')?.reason ?? 'another_way';

interface Shown {
  readonly state: ShownState;
  readonly arrival: ShownArrival;
  readonly language: string;
}

interface Sentence {
  readonly key: string;
  readonly strong: string;
}

/** The text of a state, and the time in it. */
function sentenceOf(transfer: Transaction, shown: Shown): Sentence {
  const { state, language } = shown;
  const at = state === 'delivered' ? stepOf(transfer, 'delivered')?.at : undefined;
  if (at !== undefined) return { key: 'delivered.since', strong: recently(at, language) };
  const unclaimed = state === 'unclaimed' ? stepOf(transfer, 'unclaimed') : undefined;
  if (unclaimed) return { key: 'unclaimed.text', strong: formatDay(claimableUntil(unclaimed.at), language) };
  const payBy = transfer.payment?.payBy ?? null;
  const strong = payBy === null ? '' : formatTime(payBy, language);
  return estimateOf(shown) ?? { key: `${state}.text`, strong };
}

function estimateOf({ state, arrival: { arrivesBy, refundBy }, language }: Shown): Sentence | null {
  if (state === 'late') return null;
  if (arrivesBy !== null) return { key: 'arrives', strong: formatArrival(arrivesBy, language) };
  return refundBy === null ? null : { key: 'refundBy', strong: formatDay(refundBy, language) };
}

const recently = (at: string, language: string): string =>
  dayWordOf(at, new Date()) === 'today' ? formatTime(at, language) : formatMoment(at, language);

/** "9 minutes" from the request to the delivery; null for less than one. */
function durationOf(transfer: Transaction, language: string): string | null {
  const at = stepOf(transfer, 'delivered')?.at ?? transfer.createdAt;
  const minutes = Math.floor((Date.parse(at) - Date.parse(transfer.createdAt)) / 60_000);
  if (minutes < 1) return null;
  const unit = UNITS.find(({ from }) => minutes >= from) ?? { name: 'minute', length: 1 };
  const value = Math.round(minutes / unit.length);
  return new Intl.NumberFormat(language, { style: 'unit', unit: unit.name, unitDisplay: 'long' }).format(
    value,
  );
}

/** Shorter durations are shown in minutes. */
const UNITS = [
  { name: 'day', length: 1_440, from: 2_880 },
  { name: 'hour', length: 60, from: 120 },
];
