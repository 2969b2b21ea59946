import type { Locale } from '../../../kernel/people/accounts.js';
import { type ArrivalTable, arrivalAfter, refundArrivalAfter } from '../../../kernel/money/arrival.js';
import { type CardFacts, cardText } from '../../../kernel/money/cards.js';
import { flipFeeCentsOf } from '../../../kernel/money/fees.js';
import { maskHandle } from '../../../kernel/text/masks.js';
import { transferNeed, type NeedFacts } from '../../../kernel/people/needs.js';
import type { Platform } from '../../../kernel/money/platforms.js';
import type { RefundWay } from '../../../kernel/money/payouts.js';
import type { LifecycleState, Refund } from '../../lifecycle/state/lifecycle-state.rules.js';
import { owedCents } from '../../lifecycle/refund/lost-disputes.rules.js';
import type { PaymentProgress } from '../../../kernel/money/transfers.js';
import type { MailKind, TransferMailKind } from './mail-kinds.rules.js';

/** Where the company is (its mails say so), so that every reader reads the same time, with its zone. */
const TIME_ZONE = 'America/New_York';

/** What a mail shows of a transfer. Texts that a person entered are omitted from mail to an unconfirmed address. */
export interface TransferFacts {
  readonly platform: Platform;
  /** As others may see it. */
  readonly handle: string | null;
  readonly recipient: string | null;
  /** "Visa •••• 5556" */
  readonly card: string | null;
  readonly amount: string;
  readonly flipFee: string;
  readonly processingFee: string;
  readonly totalFee: string;
  readonly total: string;
  readonly refund: string;
  /** How a refund was paid back that could not go to the card. */
  readonly way: RefundWay | null;
  readonly wayReference: string | null;
  /** The verification code of its receipt. */
  readonly code: string | null;
  readonly chargedAt: string | null;
  /** When the recipient usually has it; null when it is there, or will not be. */
  readonly arrivesBy: string | null;
  /** When the refund is usually on the card. */
  readonly refundBy: string | null;
  readonly endedAt: string | null;
}
export type TransferFact = Exclude<keyof TransferFacts, 'platform' | 'handle' | 'recipient' | 'way'>;

/** How a kind of mail shows its transfer. */
interface TransferView {
  readonly tone: 'good' | 'neutral' | 'bad';
  /** The amount in large type. */
  readonly large: TransferFact;
  readonly rows: readonly TransferFact[];
  /** The last row, in strong type. */
  readonly sum: TransferFact | null;
}

export const TRANSFER_VIEWS: Readonly<Record<TransferMailKind, TransferView>> = {
  'transfer-receipt': {
    tone: 'good',
    large: 'total',
    rows: ['arrivesBy', 'chargedAt', 'card', 'code', 'amount', 'flipFee', 'processingFee'],
    sum: 'total',
  },
  'transfer-delivered': {
    tone: 'good',
    large: 'amount',
    rows: ['endedAt', 'code', 'amount', 'totalFee'],
    sum: 'total',
  },
  'transfer-refunded': {
    tone: 'neutral',
    large: 'refund',
    rows: ['refundBy', 'endedAt', 'card', 'total'],
    sum: 'refund',
  },
  'transfer-refund-settled': {
    tone: 'neutral',
    large: 'refund',
    rows: ['endedAt', 'wayReference', 'total'],
    sum: 'refund',
  },
  'transfer-problem-answered': { tone: 'neutral', large: 'amount', rows: ['code'], sum: null },
  'transfer-refund-failed': { tone: 'neutral', large: 'refund', rows: ['card', 'total'], sum: 'refund' },
  'transfer-unpaid': { tone: 'neutral', large: 'total', rows: ['amount', 'totalFee'], sum: null },
  'transfer-declined': { tone: 'bad', large: 'total', rows: ['card', 'amount', 'totalFee'], sum: null },
  'transfer-cancelled': { tone: 'neutral', large: 'amount', rows: ['endedAt'], sum: null },
  'transfer-expired': { tone: 'neutral', large: 'amount', rows: ['endedAt'], sum: null },
  'transfer-not-completed': { tone: 'neutral', large: 'amount', rows: ['endedAt'], sum: null },
};

/**
 * Whether what a mail asks of its reader, or tells as open, is over when the mail is sent: then it stays unsent. So does one about
 * money on a card that was paid back another way, and one about a card that no longer needs it.
 */
export function isOutdated(
  kind: MailKind,
  { transfer, card }: { readonly transfer: LifecycleState | null; readonly card: object | null },
): boolean {
  if (kind === 'card-expiring') return card === null;
  if (!transfer) return false;
  const need = transferNeed(needFactsOf(transfer));
  switch (kind) {
    case 'transfer-unpaid':
      return need !== 'pay' && need !== 'confirm';
    case 'transfer-refunded':
      return transfer.refund?.state === 'settled';
    case 'transfer-refund-failed':
      return need !== 'refund';
    case 'transfer-declined':
      return need !== 'pay_again' && !mayBeDeclined(transfer);
    default:
      return false;
  }
}

/** While another card is being charged it is not known: a second decline would not be mailed about again. */
const mayBeDeclined = ({ stage, payment }: LifecycleState): boolean =>
  stage === 'declined' || payment?.state === 'requested';

/** What the dashboard's rule decides by. */
function needFactsOf({ stage, payment, cancel, refund, terms }: LifecycleState): NeedFacts {
  return {
    isOpen: stage === 'requested' && cancel === null,
    payment: payment ? { state: PAYMENT_STATES[payment.state] } : terms && { state: 'awaited' },
    refundFailed: stage === 'refund_failed' || (stage === 'refund_pending' && (refund?.attempt ?? 1) > 1),
  };
}

/** The states of an attempt under the names that senders read. */
const PAYMENT_STATES = {
  requested: 'pending',
  action: 'requires_action',
  declined: 'declined',
  authorized: 'authorized',
  captured: 'captured',
  voided: 'awaited',
} as const satisfies Record<NonNullable<LifecycleState['payment']>['state'], PaymentProgress['state']>;

/** Who reads a mail, and the code of the receipt that it may have. */
interface Reader {
  readonly locale: Locale;
  readonly emailConfirmed: boolean;
  readonly code: string | null;
  readonly arrival: ArrivalTable;
}

/** Null for a transfer that was never to be paid by card. */
export function transferFacts(transfer: LifecycleState, reader: Reader): TransferFacts | null {
  const { terms, capturedAt, endedAt } = transfer;
  const { locale } = reader;
  if (!terms) return null;
  const money = (cents: number) => FORMATS[locale].dollars.format(cents / 100);
  const flipFeeCents = flipFeeCentsOf(terms.amountCents);
  return {
    platform: terms.platform,
    ...privateFacts(transfer, reader),
    amount: money(terms.amountCents),
    flipFee: money(flipFeeCents),
    processingFee: money(terms.totalFeeCents - flipFeeCents),
    totalFee: money(terms.totalFeeCents),
    total: money(terms.totalCents),
    refund: money(refundedCents(transfer) ?? terms.totalCents),
    way: settledBy(transfer)?.way ?? null,
    ...timesOf(transfer, reader),
    chargedAt: capturedAt && mailTime(capturedAt, locale),
    endedAt: endedAt && mailTime(endedAt, locale),
  };
}

/** What the reader waits for. A held transfer reads like any other. */
function timesOf(
  transfer: LifecycleState,
  { arrival, locale }: Reader,
): Pick<TransferFacts, 'arrivesBy' | 'refundBy'> {
  const { terms, stage, capturedAt, endedAt } = transfer;
  const arrivesBy =
    terms && capturedAt && isOnItsWay(transfer) ? arrivalAfter(arrival, terms.platform, capturedAt) : null;
  const refundBy =
    stage === 'refunded' && endedAt && !settledBy(transfer) ? refundArrivalAfter(arrival, endedAt) : null;
  return {
    arrivesBy: arrivesBy && mailTime(arrivesBy, locale),
    refundBy: refundBy && mailDay(refundBy, locale),
  };
}

const isOnItsWay = ({ stage, payout, cancel }: LifecycleState): boolean =>
  cancel === null &&
  (stage === 'captured' || (stage === 'payout_submitted' && payout?.state !== 'unclaimed'));

/** What goes, or has gone, back to the sender. */
const refundedCents = (transfer: LifecycleState): number | undefined =>
  settledBy(transfer) && transfer.refund ? owedCents(transfer.refund, transfer) : transfer.refund?.cents;

const settledBy = ({ refund }: LifecycleState): Refund['settlement'] =>
  refund?.state === 'settled' ? refund.settlement : null;

type PrivateFacts = Pick<TransferFacts, 'recipient' | 'handle' | 'card' | 'code' | 'wayReference'>;

/** What only a confirmed address may read. */
function privateFacts(transfer: LifecycleState, { emailConfirmed, code }: Reader): PrivateFacts {
  const { terms, payment, capturedAt } = transfer;
  if (!emailConfirmed || !terms)
    return { recipient: null, handle: null, card: null, code: null, wayReference: null };
  return {
    recipient: terms.recipient,
    handle: maskHandle(terms.handle),
    card: payment && cardText(payment.card),
    code: capturedAt && code,
    wayReference: settledBy(transfer)?.reference ?? null,
  };
}

/** Made once: each costs more than the rest of a mail. */
const FORMATS = { en: formatsOf('en-US'), es: formatsOf('es-US') };

function formatsOf(locale: string) {
  return {
    dollars: new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' }),
    day: new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: TIME_ZONE }),
    month: new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'long', timeZone: 'UTC' }),
    time: new Intl.DateTimeFormat(locale, {
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZone: TIME_ZONE,
      timeZoneName: 'short',
    }),
  };
}

/** "Dec 4, 2026" */
export const mailDay = (instant: string, locale: Locale): string =>
  FORMATS[locale].day.format(new Date(instant));

/** "April 2027" */
export const mailMonth = (
  { expMonth, expYear }: Pick<CardFacts, 'expMonth' | 'expYear'>,
  locale: Locale,
): string => FORMATS[locale].month.format(Date.UTC(expYear, expMonth - 1));

/** "Nov 24, 2026, 2:40 PM EST", with a time that is not broken between lines. */
export function mailTime(instant: string | number, locale: Locale): string {
  const text = FORMATS[locale].time.format(new Date(instant));
  const time = text.lastIndexOf(', ') + 2;
  return text.slice(0, time) + text.slice(time).replaceAll(' ', '\u00a0');
}
