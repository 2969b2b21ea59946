import { Injectable } from '@nestjs/common';
import { EncryptedEventLog } from '../../../engine/event-store/encrypted-event-log.js';
import { pagesOf } from '../../../engine/view-store/pages-of.js';
import { ViewStore } from '../../../engine/view-store/view-store.port.js';
import type { OwnData, OwnDataOf, OwnDataSource } from '../../../event-sourcing/own-data.js';
import { draftOf, type Transaction } from '../../../kernel/money/transfers.js';
import { type LifecycleEvent, transferStream } from '../../lifecycle/state/lifecycle-events.rules.js';
import { isInTimeline } from '../../lifecycle/state/progress.rules.js';
import { type SenderEvent, senderStream, type TransferRefused } from '../sending/transfer.decider.js';
import { senderRows } from './sender-rows.js';
import { transactionsProjection } from './transactions.projection.js';

/** Events that are read before others get a turn. */
const PAGE = 200;

/** The transfers of a sender with their steps and the problems that the sender reported, and the attempts over a limit. */
@Injectable()
export class OwnTransferData implements OwnDataSource {
  constructor(
    private readonly log: EncryptedEventLog,
    private readonly views: ViewStore,
  ) {}

  ownData({ uid }: OwnDataOf): Promise<OwnData> {
    const transfers = {
      name: 'transfers',
      pages: () => pagesOf(this.views, transactionsProjection, senderRows(uid, {})),
      detailsOf: (row: object) => this.detailsOf(row as Transaction),
    };
    return Promise.resolve({
      tables: [transfers, { name: 'refused-attempts', pages: () => this.refused(uid) }],
    });
  }

  private async detailsOf({ id, createdAt }: Transaction): Promise<object> {
    const timeline: object[] = [{ event: 'TransferRequested', at: createdAt }];
    const problems: object[] = [];
    for await (const event of this.log.read<LifecycleEvent>(transferStream(id))) {
      if (!isInTimeline(event)) continue;
      const { at } = event.metadata;
      timeline.push({ event: event.type, at });
      if (event.type === 'ProblemReported')
        problems.push({ number: event.data.problemId, at, text: event.data.text });
    }
    return { timeline, problems };
  }

  private async *refused(uid: string): AsyncGenerator<readonly object[]> {
    let [page, read]: [object[], number] = [[], 0];
    for await (const event of this.log.read<SenderEvent>(senderStream(uid), { backwards: true })) {
      if (event.type === 'TransferRefused' && event.data.reason !== 'sending_paused')
        page.push(attemptOf(event.data));
      read += 1;
      if (read % PAGE > 0) continue;
      yield page;
      page = [];
    }
    yield page;
  }
}

const attemptOf = (data: TransferRefused['data']): object => ({
  at: data.refusedAt,
  ...draftOf(data),
  reason: data.reason,
});
