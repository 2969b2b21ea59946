import type { SavedCard } from '../money/cards.js';
import { stepOf } from '../money/charge.js';
import type { PaymentProgress, Transaction } from '../money/transfers.js';
import type { KycNext } from './verification.js';

/**
 * What one transfer waits for from its sender: a confirmation at the bank, another card after a decline, a first card. A
 * refund that did not reach the card is named as well: the sender has to know of it.
 */
export type TransferNeed = 'confirm' | 'pay_again' | 'pay' | 'refund';

/** What decides it, as the sender's view and the transfer's own stream both know it. */
export interface NeedFacts {
  /** Not ended, and not on its way back. */
  readonly isOpen: boolean;
  readonly payment: Pick<PaymentProgress, 'state' | 'abandoned'> | null;
  /** The newest attempt to refund it failed. */
  readonly refundFailed: boolean;
}

const NEED_OF_PAYMENT: Readonly<Partial<Record<PaymentProgress['state'], TransferNeed>>> = {
  awaited: 'pay',
  declined: 'pay_again',
  requires_action: 'confirm',
};

/** The rule behind the dashboard's list and behind the mails about the same things. */
export function transferNeed({ isOpen, payment, refundFailed }: NeedFacts): TransferNeed | null {
  if (refundFailed) return 'refund';
  if (!isOpen || !payment || payment.abandoned) return null;
  return NEED_OF_PAYMENT[payment.state] ?? null;
}

/** The same of a transfer as its sender reads it. */
export function needOfTransfer(
  transfer: Pick<Transaction, 'status' | 'payment' | 'steps'>,
): TransferNeed | null {
  return transferNeed({
    isOpen: transfer.status === 'processing',
    payment: transfer.payment,
    refundFailed: transfer.status === 'refunding' && stepOf(transfer, 'refund_failed') !== undefined,
  });
}

/** A task of a sender, with its subject. */
export type Need =
  | { readonly kind: TransferNeed; readonly transfer: Transaction }
  | { readonly kind: 'card'; readonly card: SavedCard }
  | { readonly kind: 'verify'; readonly next: KycNext }
  | { readonly kind: 'email' };

/** The loaded data of a sender; missing parts are empty. */
export interface SenderFacts {
  readonly emailConfirmed: boolean;
  readonly transfers: readonly Transaction[];
  readonly cards: readonly SavedCard[];
  /** Of a verification that is not done. */
  readonly verification: KycNext | null;
}

/** The most urgent first: what ends by itself before what stays. */
const ORDER: readonly Need['kind'][] = ['confirm', 'pay_again', 'pay', 'refund', 'email', 'card', 'verify'];

/** Everything that waits for a sender, the most urgent first. */
export function needsOf({ emailConfirmed, transfers, cards, verification }: SenderFacts): readonly Need[] {
  const needs: Need[] = [
    ...transfers.flatMap((transfer): Need[] => {
      const kind = needOfTransfer(transfer);
      return kind ? [{ kind, transfer }] : [];
    }),
    ...(emailConfirmed ? [] : [{ kind: 'email' } as const]),
    ...cards.filter(isCardNeed).map((card): Need => ({ kind: 'card', card })),
    ...(verification !== null && isVerificationNeed(verification)
      ? [{ kind: 'verify', next: verification } as const]
      : []),
  ];
  return needs.sort((one, other) => ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind));
}

/** Whether a card's expiry waits for its owner: only of the usual one, since another is just not chosen. */
export const isCardNeed = ({ state, isDefault }: Pick<SavedCard, 'state' | 'isDefault'>): boolean =>
  isDefault && state !== 'active';

/** Whether a verification waits for its sender: begun, or ended without success. */
export const isVerificationNeed = (next: KycNext): boolean =>
  next === 'continue' || next === 'retry' || next === 'restart' || next === 'support';
