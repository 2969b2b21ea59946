import { Injectable } from '@nestjs/common';
import { Clock, isoInstant } from '../../config/clock.js';
import { Config, publicUrl } from '../../config/config.js';
import type { Locale } from '../../kernel/people/accounts.js';
import type { ReceiptFacts } from '../../kernel/money/receipts.js';
import type { Transaction } from '../../kernel/money/transfers.js';
import { ChargedTransfers } from './charged-transfers.js';
import { Documents } from '../../documents/documents.js';
import { DocumentTexts } from '../../documents/document-texts.js';
import { ReceiptCodes } from '../lifecycle/payment/receipt-codes.js';
import { receiptPaper } from './receipt-pdf.js';

/** The receipt of one transfer, as data and as PDF. */
@Injectable()
export class Receipts {
  constructor(
    private readonly charged: ChargedTransfers,
    private readonly codes: ReceiptCodes,
    private readonly texts: DocumentTexts,
    private readonly documents: Documents,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** @throws not_found */
  async facts(uid: string, transferId: string): Promise<ReceiptFacts> {
    return this.factsOf(await this.charged.one(uid, transferId));
  }

  /** @throws not_found, busy */
  async pdf(uid: string, transferId: string, language: Locale): Promise<Buffer> {
    const transaction = await this.charged.one(uid, transferId);
    const facts = await this.factsOf(transaction);
    return this.documents.write(receiptPaper({ transaction, facts }, this.texts.in(language), this.config));
  }

  private async factsOf({ id, uid }: Transaction): Promise<ReceiptFacts> {
    return {
      code: this.codes.codeOf(id),
      checkUrl: `${publicUrl(this.config)}/receipt`,
      senderName: (await this.charged.nameOf(uid)).full,
      testMode: this.config.TEST_MODE,
      issuedAt: isoInstant(this.clock.now()),
    };
  }
}
