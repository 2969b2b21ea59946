import type { Recipient } from '@kernel/people/recipients';
import type { TransferDraft } from '@kernel/money/transfers';
import { notSaved, pastRecipients } from './past-recipients';

/** A recipient that the sender saved or has sent to. */
export interface KnownRecipient extends Recipient {
  readonly saved: boolean;
}

/** The saved recipients, then everyone else that transfers went to. */
export function knownRecipients(
  saved: readonly Recipient[],
  transfers: readonly Pick<TransferDraft, 'recipient' | 'platform' | 'handle'>[],
): readonly KnownRecipient[] {
  const others = notSaved(pastRecipients(transfers), saved);
  return [
    ...saved.map((recipient) => ({ ...recipient, saved: true })),
    ...others.map((recipient) => ({ ...recipient, saved: false })),
  ];
}
