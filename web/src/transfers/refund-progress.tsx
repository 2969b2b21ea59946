import { useTranslation } from 'react-i18next';
import type { Transaction } from '@kernel/transfers';
import { formatMoment, formatMoney } from '../lib/format';
import { cardText } from '@kernel/cards';
import { stepOf } from '@kernel/charge';
import { Card } from '../ui/card';
import { StepBars } from '../ui/step-bars';
import { returnedOf } from './transfer-state';

/** How far a refund is: started, with the card processor, on the card. */
export function RefundProgress({ transfer }: { readonly transfer: Transaction }) {
  const { t, i18n } = useTranslation();
  const { card, status } = transfer;
  const started = stepOf(transfer, 'refund_initiated');
  const refunded = stepOf(transfer, 'refunded');
  if (!started || (status !== 'refunding' && status !== 'refunded')) return null;
  // It did not go to the card.
  if (stepOf(transfer, 'refund_settled')) return null;
  const isDone = status === 'refunded';
  const waiting = stepOf(transfer, 'refund_failed') ? 'processorAgain' : 'processorNext';
  const parts = [
    { name: 'started', done: true, at: started.at, next: 'startedNext' },
    // What a bank gives back in a dispute comes without a confirmation of the processor.
    { name: 'processor', done: isDone, at: isDone ? (refunded ?? started).at : undefined, next: waiting },
    { name: 'card', done: false, at: undefined, next: 'cardNext' },
  ];
  return (
    <Card title={t('tx.refund.title')}>
      <dl className="pairs">
        <div>
          <dt>{t('tx.refund.to', { card: card ? cardText(card) : '' })}</dt>
          <dd>
            <b>{formatMoney(returnedOf(transfer) ?? transfer.fees.total, i18n.language)}</b>
          </dd>
        </div>
      </dl>
      <StepBars
        steps={parts.map(({ name, done, at, next }) => ({
          name: t(`tx.refund.${name}`),
          text: at === undefined ? t(`tx.refund.${next}`) : formatMoment(at, i18n.language),
          done,
        }))}
      />
    </Card>
  );
}
