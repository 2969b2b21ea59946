import type { RecordedEvent } from '../../event-sourcing/event.js';
import type { EncryptedEventLog } from '../../engine/event-store/encrypted-event-log.js';
import type { TransferProgress } from '../../kernel/transfers.js';
import { transferStream, type LifecycleEvent } from './lifecycle-events.rules.js';
import { initialProgress, progressAfter } from './progress.rules.js';

/** What the sender sees of a transfer, from its own stream and not from a view that may lag. */
export async function readProgress(log: EncryptedEventLog, transferId: string): Promise<TransferProgress> {
  let progress = initialProgress();
  for await (const event of log.read(transferStream(transferId)))
    progress = progressAfter(progress, event as RecordedEvent<LifecycleEvent>);
  return progress;
}
