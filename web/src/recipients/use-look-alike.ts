import { useMemo, useState } from 'react';
import { lookAlikeOf, type LookAlike } from '@kernel/text/look-alikes';
import { recipientKey, type Recipient } from '@kernel/people/recipients';
import { countsAsSent, type Transaction } from '@kernel/money/transfers';
import { useAfterPress } from '../lib/use-after-press';
import type { PendingPayment } from '../transfers/payment/pending-payment';
import { readRecipient, type QuickSendValues } from '../transfers/quick-send/quick-send-rules';
import { knownRecipients, type KnownRecipient } from './known-recipients';

export interface LookAlikeState {
  /** The look-alike to warn about now, or null. */
  readonly warning: { readonly typed: Recipient; readonly found: LookAlike<KnownRecipient> } | null;
  /** How often Send was pressed without a decision. */
  readonly reminders: number;
  /** A field was left, so its value is complete. */
  readonly onFieldLeft: () => void;
  /** Before sending: true when the sender has to decide first. */
  readonly needsDecision: () => boolean;
  /** The sender means what was typed. */
  readonly keep: () => void;
}

/** Compares the recipient in Quick Send with saved recipients and those paid before (docs/recipients.md). */
export function useLookAlike(
  values: QuickSendValues,
  saved: readonly Recipient[],
  transfers: readonly (Transaction | PendingPayment)[],
): LookAlikeState {
  const known = useMemo(() => knownRecipients(saved, transfers.filter(wasPaid)), [saved, transfers]);
  const afterPress = useAfterPress();
  const [settled, setSettled] = useState(values);
  const [kept, setKept] = useState('');
  const [reminders, setReminders] = useState(0);
  const typed = readRecipient(values);
  const found = typed && lookAlikeOf(typed, known);
  const open = typed && found && kept !== decisionKey(typed, found) ? { typed, found } : null;
  const isSettled = settled.recipient === values.recipient && settled.handle === values.handle;
  return {
    warning: isSettled ? open : null,
    reminders,
    onFieldLeft: () => {
      if (!isSettled)
        afterPress(() => {
          setSettled(values);
        });
    },
    needsDecision: () => {
      if (!open) return false;
      setSettled(values);
      setReminders(reminders + 1);
      return true;
    },
    keep: () => {
      if (open) setKept(decisionKey(open.typed, open.found));
    },
  };
}

/** The handle of a transfer that was not paid, or came back, may itself be the mistyped one. */
function wasPaid(transfer: Transaction | PendingPayment): boolean {
  return 'status' in transfer && countsAsSent(transfer);
}

/** A decision is valid for this pair of handles, under this name. */
function decisionKey(typed: Recipient, { known, likeness }: LookAlike): string {
  return [recipientKey(typed), recipientKey(known), likeness === 'name' ? typed.name : ''].join('\n');
}
