import { useMemo, useState } from 'react';
import { lookAlikeOf, type LookAlike } from '@kernel/look-alikes';
import { recipientKey, type Recipient } from '@kernel/recipients';
import { countsAsSent, type Transaction } from '@kernel/transfers';
import { useAfterPress } from '../lib/use-after-press';
import type { PendingPayment } from '../transfers/pending-payment';
import { readRecipient, type QuickSendValues } from '../transfers/quick-send-rules';
import { knownRecipients, type KnownRecipient } from './known-recipients';

export interface LookAlikeState {
  /** What to point out now, or null. */
  readonly warning: { readonly typed: Recipient; readonly found: LookAlike<KnownRecipient> } | null;
  /** How often Send was pressed without an answer. */
  readonly asked: number;
  /** A field was left: what is in it is no longer on the way to something else. */
  readonly left: () => void;
  /** Before sending: true when the sender has to answer first. */
  readonly asks: () => boolean;
  /** The sender means what was typed. */
  readonly keep: () => void;
}

/** Compares the recipient in Quick Send with the saved and the paid ones (docs/recipients.md). */
export function useLookAlike(
  values: QuickSendValues,
  saved: readonly Recipient[],
  transfers: readonly (Transaction | PendingPayment)[],
): LookAlikeState {
  const known = useMemo(() => knownRecipients(saved, transfers.filter(wasPaid)), [saved, transfers]);
  const afterPress = useAfterPress();
  const [settled, setSettled] = useState(values);
  const [kept, setKept] = useState('');
  const [asked, setAsked] = useState(0);
  const typed = readRecipient(values);
  const found = typed && lookAlikeOf(typed, known);
  const open = typed && found && kept !== answerKey(typed, found) ? { typed, found } : null;
  const isSettled = settled.recipient === values.recipient && settled.handle === values.handle;
  return {
    warning: isSettled ? open : null,
    asked,
    left: () => {
      if (!isSettled)
        afterPress(() => {
          setSettled(values);
        });
    },
    asks: () => {
      if (!open) return false;
      setSettled(values);
      setAsked(asked + 1);
      return true;
    },
    keep: () => {
      if (open) setKept(answerKey(open.typed, open.found));
    },
  };
}

/** The handle of a transfer that was not paid, or came back, may itself be the mistyped one. */
function wasPaid(transfer: Transaction | PendingPayment): boolean {
  return 'status' in transfer && countsAsSent(transfer);
}

/** An answer holds for this handle beside that one, under this name. */
function answerKey(typed: Recipient, { known, likeness }: LookAlike): string {
  return [recipientKey(typed), recipientKey(known), likeness === 'name' ? typed.name : ''].join('\n');
}
