import { Command } from '@nestjs/cqrs';
import type { HistoryReplayed, LogAccess } from './access.decider.js';
import type { RecordedAt } from './access-log.js';

/**
 * Records that a history is about to be shown, and returns when that was. The review feature responds.
 * @throws not_found for the reader's own history, an unknown sender, and a case about another sender
 */
export class LogHistoryReplay extends Command<RecordedAt> {
  constructor(
    readonly staffUid: string,
    readonly subject: Pick<HistoryReplayed['data'], 'uid' | 'transferId' | 'view' | 'point'>,
    readonly reason: string,
  ) {
    super();
  }
}

/**
 * Records what a search is about to show, and returns when that was. The review feature responds.
 * @throws not_found for a case that does not exist or is about the reader
 */
export class LogSearch extends Command<RecordedAt> {
  constructor(
    readonly staffUid: string,
    readonly search: Extract<LogAccess['seen'], { readonly by: string }>,
  ) {
    super();
  }
}
