import { stepOf } from '../../../kernel/money/charge.js';
import { endingOf, nextStepOf, type NextStep } from '../../../kernel/money/endings.js';
import type { TransferProgress } from '../../../kernel/money/transfers.js';
import type { MailKind } from './mail-kinds.rules.js';

/** The text that says why a transfer ended, or why its card was declined; null while neither happened. */
export function whyOf(progress: TransferProgress): string | null {
  const ending = endingOf(progress);
  if (ending) return `endings.${ending}`;
  const decline = stepOf(progress, 'declined');
  return decline ? `declines.${decline.reason}` : null;
}

/** Mails about an ending, which offer what can be done next; while a refund is tried again, nothing is. */
const ABOUT_ENDINGS: ReadonlySet<MailKind> = new Set<MailKind>([
  'transfer-declined',
  'transfer-cancelled',
  'transfer-expired',
  'transfer-not-completed',
  'transfer-refunded',
  'transfer-refund-settled',
]);

/** The button of a mail about an ending; null for a view of the transfer. */
export function nextOf(kind: MailKind, progress: TransferProgress | null): NextStep | 'another_card' | null {
  if (!progress || !ABOUT_ENDINGS.has(kind)) return null;
  const ending = endingOf(progress);
  return ending ? nextStepOf(ending) : 'another_card';
}

/** The text of a mail's button. */
export function actionOf(kind: MailKind, progress: TransferProgress | null): string {
  const next = nextOf(kind, progress);
  return next === null ? `${kind}.action` : `actions.${next}`;
}
