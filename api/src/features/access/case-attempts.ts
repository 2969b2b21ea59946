import type { EncryptedEventLog } from '../../engine/event-store/encrypted-event-log.js';
import type { Position, RecordedEvent } from '../../event-sourcing/event.js';
import type { AttemptItem } from '../../kernel/staff/compliance.js';
import { maskText } from '../../kernel/text/masks.js';
import { formatAmount } from '../../kernel/money/money.js';
import type {
  SenderEvent,
  TransferRefused,
  TransferRequested,
} from '../transfers/sending/transfer.decider.js';
import { senderStream } from './sender-stream.rules.js';

/** Most events of the sender's stream that a case reads, newest first. */
const SENDER_EVENTS_LIMIT = 10_000;

/** An attempt before its payment is looked up. */
export type Attempted = Omit<AttemptItem, 'payment'>;

/** The sender's attempts as of a position, newest first; personal texts are masked. */
export async function readAttempts(
  log: EncryptedEventLog,
  uid: string,
  position: Position,
): Promise<readonly Attempted[]> {
  const attempts: Attempted[] = [];
  const options = { backwards: true, limit: SENDER_EVENTS_LIMIT };
  for await (const event of log.read<SenderEvent>(senderStream(uid), options)) {
    const attempt = event.position <= position ? attemptOf(event) : null;
    if (attempt) attempts.push(attempt);
  }
  return attempts;
}

/** Null for another event. */
export function attemptOf(event: RecordedEvent<SenderEvent>): Attempted | null {
  if (event.type === 'TransferRequested') return attemptItem(event, event.data.requestedAt, null);
  if (event.type === 'TransferRefused') return attemptItem(event, event.data.refusedAt, event.data.reason);
  return null;
}

function attemptItem(
  { data }: RecordedEvent<TransferRequested> | RecordedEvent<TransferRefused>,
  at: string,
  refused: AttemptItem['refused'],
): Attempted {
  return {
    transferId: data.transferId,
    recipient: maskText(data.recipient),
    platform: data.platform,
    handle: maskText(data.handle),
    amount: formatAmount(data.amountCents),
    at,
    refused,
  };
}
