import { Module } from '@nestjs/common';
import { AccessStream } from '../access/access-stream.js';
import { GetSenderActivity } from './activity/get-sender-activity.query.js';
import { GetReplay } from './get-replay.query.js';
import { GetSenderAt } from './get-sender-at.query.js';
import { HistoryController } from './history.controller.js';
import { ReplayCursors } from './replay-cursor.js';
import { SenderHistories } from './sender-history.js';

/** The history of a sender or a transfer: replayed step by step, as it was at any time, and as it is on the sender's page. */
@Module({
  imports: [AccessStream],
  controllers: [HistoryController],
  providers: [GetReplay, GetSenderAt, GetSenderActivity, SenderHistories, ReplayCursors],
})
export class HistoryModule {}
