import { useTranslation } from 'react-i18next';
import type { Transaction } from '@kernel/money/transfers';
import { formatDay, formatMoment, formatMoney } from '../../lib/format';
import { cardText } from '@kernel/money/cards';
import { stepOf } from '@kernel/money/charge';
import { Card } from '../../ui/parts/card';
import { Muted } from '../../ui/parts/text';
import { StepBars } from '../../ui/feedback/step-bars';
import { returnedOf } from './shown-state';
import { useArrival } from './use-arrival';

/** How far a refund is: started, with the bank, on the card. */
export function RefundProgress({ transfer }: { readonly transfer: Transaction }) {
  const { t, i18n } = useTranslation();
  const { card, status } = transfer;
  const onCard = useOnCard(transfer);
  const started = stepOf(transfer, 'refund_initiated');
  const refunded = stepOf(transfer, 'refunded');
  if (!started || (status !== 'refunding' && status !== 'refunded')) return null;
  // It did not go to the card.
  if (stepOf(transfer, 'refund_settled')) return null;
  const isDone = status === 'refunded';
  const waiting = stepOf(transfer, 'refund_failed') ? 'bankAgain' : 'bankNext';
  const moment = (at: string) => formatMoment(at, i18n.language);
  const parts = [
    { name: 'started', done: true, text: moment(started.at) },
    // What a bank gives back in a dispute comes without a confirmation of the processor.
    {
      name: 'bank',
      done: isDone,
      text: isDone ? moment((refunded ?? started).at) : t(`tx.refund.${waiting}`),
    },
    { name: 'card', done: false, text: onCard },
  ];
  return (
    <Card
      title={t('tx.refund.title')}
      aside={<b>{formatMoney(returnedOf(transfer) ?? transfer.fees.total, i18n.language)}</b>}
    >
      <Muted>{t('tx.refund.to', { card: card ? cardText(card) : '' })}</Muted>
      <StepBars steps={parts.map((part) => ({ ...part, name: t(`tx.refund.${part.name}`) }))} />
    </Card>
  );
}

/** When the refund is usually on the card; nothing once that has passed. */
function useOnCard(transfer: Transaction): string {
  const { t, i18n } = useTranslation();
  const { refundBy, isLate } = useArrival(transfer);
  return refundBy === null || isLate ? '' : t('tx.by', { time: formatDay(refundBy, i18n.language) });
}
