import { parseAmountCents } from '@kernel/money/money';
import { recipientKey } from '@kernel/people/recipients';
import { isReversed, type Transaction, type TransferDraft } from '@kernel/money/transfers';

/** An earlier recipient. */
export type RepeatRecipient = Pick<TransferDraft, 'recipient' | 'platform' | 'handle'>;

export const REPEAT_RECIPIENT_LIMIT = 5;
const DUPLICATE_WINDOW_MS = 10 * 60 * 1_000;

/** The latest different recipients, newest first. */
export function repeatRecipients(transfers: readonly RepeatRecipient[]): readonly RepeatRecipient[] {
  const latest = new Map<string, RepeatRecipient>();
  for (const { recipient, platform, handle } of transfers) {
    const id = recipientKey({ platform, handle });
    if (!latest.has(id)) latest.set(id, { recipient, platform, handle });
    if (latest.size === REPEAT_RECIPIENT_LIMIT) break;
  }
  return [...latest.values()];
}

type Started = TransferDraft &
  Pick<Transaction, 'createdAt'> &
  Partial<Pick<Transaction, 'status' | 'released'>>;

/** The transfer of the last ten minutes to the same recipient with the same amount, unless its money stays or went back. */
export function duplicateOf<T extends Started>(
  draft: TransferDraft,
  transfers: readonly T[],
  nowMs: number,
): T | undefined {
  const amountCents = parseAmountCents(draft.amount);
  return transfers.find(
    (sent) =>
      recipientKey(sent) === recipientKey(draft) &&
      parseAmountCents(sent.amount) === amountCents &&
      nowMs - Date.parse(sent.createdAt) < DUPLICATE_WINDOW_MS &&
      !hasEnded(sent),
  );
}

function hasEnded({ status, released = false }: Started): boolean {
  return status !== undefined && isReversed({ status, released });
}
