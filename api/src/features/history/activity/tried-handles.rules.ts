import type { RecordedEvent } from '../../../event-sourcing/event.js';
import { formatAmount } from '../../../kernel/money/money.js';
import type { Platform } from '../../../kernel/money/platforms.js';
import { maskHandle } from '../../../kernel/text/masks.js';
import type { TransferRefused, TransferRequested } from '../../transfers/sending/transfer.decider.js';

/** A transfer or a refused attempt as it was recorded. */
export type RecordedAttempt = RecordedEvent<TransferRequested> | RecordedEvent<TransferRefused>;

/** A handle that a sender attempted to send to; masked. */
export interface TriedHandle {
  /** The newest transfer to it; null when every attempt was refused. */
  readonly transferId: string | null;
  readonly platform: Platform;
  readonly handle: string;
  readonly sent: number;
  readonly refused: number;
  readonly amount: string;
  /** By which other senders to it are found; null where none was recorded. */
  readonly handleIndex: string | null;
}

/** The handles of some attempts in their order, the newest first. */
export function triedHandles(newestFirst: readonly RecordedAttempt[]): readonly TriedHandle[] {
  const byHandle = new Map<string, RecordedAttempt[]>();
  for (const attempt of newestFirst) {
    const { handleIndex, platform, handle } = attempt.data;
    const key = handleIndex ?? JSON.stringify([platform, handle]);
    const attempts = byHandle.get(key);
    if (attempts) attempts.push(attempt);
    else byHandle.set(key, [attempt]);
  }
  return [...byHandle.values()].map(triedHandle);
}

function triedHandle(attempts: readonly RecordedAttempt[]): TriedHandle {
  const [newest] = attempts;
  if (!newest) throw new Error('a handle has an attempt');
  const { platform, handle, handleIndex } = newest.data;
  const sent = attempts.filter(({ type }) => type === 'TransferRequested');
  return {
    transferId: sent[0]?.data.transferId ?? null,
    platform,
    handle: maskHandle(handle),
    sent: sent.length,
    refused: attempts.length - sent.length,
    amount: formatAmount(sent.reduce((sum, { data }) => sum + data.amountCents, 0)),
    handleIndex,
  };
}
