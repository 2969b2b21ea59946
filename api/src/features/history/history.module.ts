import { Module } from '@nestjs/common';
import { AccessStream } from '../access/access-stream.js';
import { GetReplay } from './get-replay.query.js';
import { GetSenderAt } from './get-sender-at.query.js';
import { GetTransferSender } from './get-transfer-sender.query.js';
import { ReplayController } from './replay.controller.js';
import { SenderAtController } from './sender-at.controller.js';
import { SenderHistories } from './sender-history.js';

/** The history of a sender or a transfer: replayed step by step, and as it was at any time. */
@Module({
  imports: [AccessStream],
  controllers: [ReplayController, SenderAtController],
  providers: [GetReplay, GetSenderAt, GetTransferSender, SenderHistories],
})
export class HistoryModule {}
