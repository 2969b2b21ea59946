import { Module } from '@nestjs/common';
import { AccessStream } from '../access/access-stream.js';
import { GetReplay } from './get-replay.query.js';
import { GetSenderAt } from './get-sender-at.query.js';
import { HistoryController } from './history.controller.js';
import { ReplayCursors } from './replay-cursor.js';
import { SenderHistories } from './sender-history.js';

/** The history of a sender or a transfer: replayed step by step, and as it was at any time. */
@Module({
  imports: [AccessStream],
  controllers: [HistoryController],
  providers: [GetReplay, GetSenderAt, SenderHistories, ReplayCursors],
})
export class HistoryModule {}
