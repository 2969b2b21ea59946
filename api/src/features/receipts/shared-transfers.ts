import { Injectable } from '@nestjs/common';
import { sentStepOf, stepOf } from '../../kernel/money/charge.js';
import { DomainError } from '../../kernel/domain-error.js';
import { maskHandle } from '../../kernel/text/masks.js';
import { sharedStatusOf, type SharedStep, type SharedTransfer } from '../../kernel/money/receipts.js';
import type { Transaction } from '../../kernel/money/transfers.js';
import { ChargedTransfers } from './charged-transfers.js';
import { ReceiptCodes } from '../lifecycle/payment/receipt-codes.js';
import { ShareLinks } from './share-links.js';

/** What anyone with a link or a receipt's code sees of a transfer (docs/security.md). */
@Injectable()
export class SharedTransfers {
  constructor(
    private readonly charged: ChargedTransfers,
    private readonly codes: ReceiptCodes,
    private readonly links: ShareLinks,
  ) {}

  /** What a link shows. @throws not_found, the same for an unknown, expired and turned-off one */
  async open(token: string): Promise<SharedTransfer> {
    const { uid, transferId, expiresAt } = await this.links.open(token);
    return this.shown(await this.charged.one(uid, transferId), expiresAt);
  }

  /** What the code of a receipt shows. @throws not_found */
  async check(code: string): Promise<SharedTransfer> {
    const found = await this.codes.find(code);
    if (!found) throw new DomainError('not_found');
    return this.shown(await this.charged.one(found.uid, found.id), null);
  }

  private async shown(transaction: Transaction, expiresAt: string | null): Promise<SharedTransfer> {
    const { amount, platform, handle, uid } = transaction;
    return {
      senderFirstName: (await this.charged.nameOf(uid)).first,
      amount,
      platform,
      handleMasked: maskHandle(handle),
      status: sharedStatusOf(transaction.status),
      steps: sharedSteps(transaction),
      expiresAt,
    };
  }
}

function sharedSteps(transaction: Transaction): SharedStep[] {
  const isReturned = sharedStatusOf(transaction.status) === 'returned';
  const known = [
    ['paid', stepOf(transaction, 'captured')],
    ['sent', sentStepOf(transaction)],
    ['unclaimed', isClaimable(transaction) ? stepOf(transaction, 'unclaimed') : undefined],
    ['delivered', stepOf(transaction, 'delivered')],
    [
      'returned',
      isReturned ? stepOf(transaction, 'refund_initiated', 'cancelled', 'cancel_requested') : undefined,
    ],
  ] as const;
  return known.flatMap(([step, recorded]) => (recorded ? [{ step, at: recorded.at }] : []));
}

/** Unclaimed, and not recalled by its sender. */
const isClaimable = ({ cancellable }: Transaction): boolean => cancellable === 'recall';
