import { useTranslation } from 'react-i18next';
import { cardText } from '@kernel/cards';
import { confirmedRefund, refundedCents, stepOf } from '@kernel/charge';
import type { ReceiptFacts } from '@kernel/receipts';
import type { Transaction } from '@kernel/transfers';
import { useConfig } from '../accounts/use-config';
import { formatMoney } from '../lib/format';
import { TransferAmounts } from '../transfers/transfer-money';
import { StatusBadge } from '../ui/badge';
import { PageHeading } from '../ui/page-heading';
import { useDocumentDates } from './use-document-dates';
import { Paper } from './paper';

interface ReceiptProps {
  readonly transfer: Transaction;
  readonly facts: ReceiptFacts;
}

/** The receipt of a transfer: the same lines as in its PDF. */
export function ReceiptPaper({ transfer, facts }: ReceiptProps) {
  const { t, i18n } = useTranslation();
  const { recipient, platform, amount, status } = transfer;
  const money = (figure: string | number) => formatMoney(figure, i18n.language);
  const sent = { sender: facts.senderName, amount: money(amount), recipient, platform };
  const refund = stepOf(transfer, 'refund_initiated')?.amount;
  const isBack = refundedCents(transfer) > 0;
  return (
    <Paper label={t('receipt.title')} issuedAt={facts.issuedAt}>
      <div className="stack-8">
        <PageHeading title={t('receipt.title')}>{t('receipt.title')}</PageHeading>
        <div className="flow spread">
          <p className="muted wrap-anywhere">{t('receipt.sent', sent)}</p>
          <StatusBadge status={status} />
        </div>
        {facts.testMode && <p className="t14">{t('receipt.test')}</p>}
      </div>
      <div className="stack-8">
        <h2>{t('receipt.amounts')}</h2>
        <TransferAmounts transfer={transfer} />
        {status === 'delivered' && (
          <AmountLine label={t('receipt.got', { recipient })} amount={money(amount)} />
        )}
        {refund !== undefined && (
          <AmountLine
            label={t(isBack ? 'receipt.refunded' : 'receipt.refundStarted')}
            amount={money(refund)}
          />
        )}
      </div>
      <Times transfer={transfer} />
      <div className="well">
        <div className="flow spread">
          <div>
            <p className="muted t12">{t('receipt.code')}</p>
            <p className="mono strong">{facts.code}</p>
          </div>
          <p className="muted t14">
            {t('receipt.checkAt')} <span className="wrap-anywhere">{facts.checkUrl}</span>
          </p>
        </div>
      </div>
      <Company />
    </Paper>
  );
}

function AmountLine({ label, amount }: { readonly label: string; readonly amount: string }) {
  return (
    <p className="gets">
      <span className="wrap-anywhere">{label}</span>
      <b>{amount}</b>
    </p>
  );
}

type Lines = readonly (readonly [label: string, value: string | undefined])[];

function Times({ transfer }: { readonly transfer: Transaction }) {
  const { t } = useTranslation();
  const { moment } = useDocumentDates();
  const { platform, handle, card, id, note } = transfer;
  const timeOf = (step?: { readonly at: string }) => step && moment(step.at);
  const sent = stepOf(transfer, 'payout_accepted', 'unclaimed');
  const delivered = stepOf(transfer, 'delivered');
  const refunded = confirmedRefund(transfer);
  return (
    <div>
      <h2>{t('receipt.times')}</h2>
      <div className="receipt-times">
        <Pairs
          lines={[
            [t('tx.step.requested'), timeOf({ at: transfer.createdAt })],
            [t('tx.step.captured'), timeOf(stepOf(transfer, 'captured'))],
            [t('tx.step.payout_accepted'), timeOf(sent)],
            [t('tx.step.delivered'), timeOf(delivered)],
            [t('tx.step.refund_initiated'), timeOf(stepOf(transfer, 'refund_initiated'))],
            [t('tx.step.refunded'), timeOf(refunded)],
          ]}
        />
        <Pairs
          lines={[
            [t('receipt.card'), card ? cardText(card) : undefined],
            [t('tx.platformHandle', { platform }), handle],
            [t('tx.note'), note],
            [t('receipt.paymentReference'), stepOf(transfer, 'authorized')?.reference],
            [t('receipt.platformReference', { platform }), delivered?.reference ?? sent?.reference],
            [t('receipt.refundReference'), refunded?.reference],
          ]}
        />
      </div>
      <p className="muted t12 wrap-anywhere">
        {t('receipt.zone')} {t('tx.id')}: {id}
      </p>
    </div>
  );
}

function Pairs({ lines }: { readonly lines: Lines }) {
  return (
    <dl className="pairs">
      {lines.map(
        ([label, value]) =>
          value !== undefined && (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

function Company() {
  const { t } = useTranslation();
  const { name, license, regulator } = useConfig()?.company ?? {};
  if (!name) return null;
  return (
    <p className="muted t12">
      {license ? t('footer.license', { company: name, license }) : name}
      {regulator && ` · ${t('receipt.regulator', { regulator })}`}
    </p>
  );
}
