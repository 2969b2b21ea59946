import { useTranslation } from 'react-i18next';
import { centsOf } from '@kernel/money/money';
import type { DeskDispute, DeskLoss, DeskPaidBack, DeskTask } from '@kernel/money/payouts';
import { formatMoney } from '../lib/format';
import { Moment } from '../review/case/case-facts';

/** What the bank disputes or has taken back, and what left otherwise. */
export function MoneyFacts({ task: { disputes, paidBack, loss } }: { readonly task: DeskTask }) {
  return (
    <>
      {disputes.map((dispute) => (
        <DisputeFacts key={`${dispute.reason} ${dispute.amount} ${dispute.dueBy ?? ''}`} dispute={dispute} />
      ))}
      {paidBack && <PaidBackFacts paidBack={paidBack} />}
      {loss && <LossFacts loss={loss} />}
    </>
  );
}

/** What the sender's bank disputes, and until when it takes an answer. */
function DisputeFacts({ dispute }: { readonly dispute: DeskDispute }) {
  const { t, i18n } = useTranslation();
  const { reason, amount, dueBy } = dispute;
  return (
    <div>
      <p>
        <b>{t('desk.dispute.about', { amount: formatMoney(amount, i18n.language) })}</b>
      </p>
      <p className="wrap-anywhere">{t('desk.dispute.reason', { reason: reason.replaceAll('_', ' ') })}</p>
      <p>
        {t('desk.dispute.dueBy')} {dueBy === null ? t('desk.dispute.noDeadline') : <Moment at={dueBy} />}
      </p>
    </div>
  );
}

/** The refund that a disputed charge has had: the answer to the bank. */
function PaidBackFacts({ paidBack: { amount, at, reference } }: { readonly paidBack: DeskPaidBack }) {
  const { t, i18n } = useTranslation();
  return (
    <p className="wrap-anywhere">
      <b>
        {t('desk.dispute.paidBack', { amount: formatMoney(amount, i18n.language), reference })},{' '}
        <Moment at={at} />
      </b>
    </p>
  );
}

/** What is to be booked: all of the loss, and what is booked of it. */
function LossFacts({ loss: { amount, booked } }: { readonly loss: DeskLoss }) {
  const { t, i18n } = useTranslation();
  const money = { amount: formatMoney(amount, i18n.language), booked: formatMoney(booked, i18n.language) };
  const hasFallen = centsOf(amount) < centsOf(booked);
  return (
    <p>
      <b>{t('desk.loss.amount', money)}</b>
      {centsOf(booked) > 0 && <> {t('desk.loss.booked', money)}</>}
      {hasFallen && <> {t('desk.loss.fallen')}</>}
    </p>
  );
}
