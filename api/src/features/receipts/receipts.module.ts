import { Module } from '@nestjs/common';
import { ChargedTransfers } from './charged-transfers.js';
import { DocumentsModule } from '../../documents/documents.module.js';
import { ReceiptCodes } from '../lifecycle/payment/receipt-codes.js';
import { ReceiptsController } from './receipts.controller.js';
import { EventSourcingModule } from '../../event-sourcing/event-sourcing.module.js';
import { OwnReceipts } from './own-receipts.js';
import { Receipts } from './receipts.js';
import { ShareLinks } from './share-links.js';
import { ShareLinksWorker } from './share-links.worker.js';
import { SharedTransfers } from './shared-transfers.js';
import { SharesController } from './shares.controller.js';
import { Statements } from './statements.js';

/** Receipts, statements and the recipient's page, read from views. */
@Module({
  imports: [DocumentsModule, EventSourcingModule.forFeature({ ownData: [OwnReceipts] })],
  controllers: [ReceiptsController, SharesController],
  providers: [
    ChargedTransfers,
    OwnReceipts,
    ReceiptCodes,
    Receipts,
    SharedTransfers,
    ShareLinks,
    ShareLinksWorker,
    Statements,
  ],
})
export class ReceiptsModule {}
