import { actionOf, nextOf } from './mail-endings.js';
import {
  isLeadMail,
  isTransferMail,
  type LeadMailKind,
  type MailKind,
  type TransferMailKind,
} from './mail-kinds.rules.js';
import type { MailSubject } from './mail-subject.js';

/** Paths in the web application of the buttons in mails about the account. */
const PATHS: Readonly<Record<Exclude<MailKind, TransferMailKind | LeadMailKind>, string>> = {
  'confirm-email': '/confirm',
  'reset-password': '/reset',
  'password-changed': '/forgot',
  'password-reset': '/forgot',
  'new-device': '/forgot',
  'sessions-ended': '/forgot',
  'identity-linked': '/forgot',
  'identity-unlinked': '/forgot',
  'social-account': '/reset',
  'account-suspended': '/terms',
  'account-reinstated': '/signin',
  'account-closed': '/privacy',
  'second-factor-code': '/second-factor',
  'second-factor-on': '/undo-second-factor',
  'second-factor-on-staff': '/forgot',
  'second-factor-off': '/forgot',
  'second-factor-stopped': '/forgot',
  'recovery-code-used': '/profile',
  'recovery-codes-replaced': '/forgot',
  'data-requested': '/forgot',
  'email-change-old': '/change-email?at=old',
  'email-change-new': '/change-email?at=new',
  'email-change-taken': '/signin',
  'email-changed': '/profile',
  'email-changed-old': '/undo-email',
  'email-undone': '/signin',
  'identity-verified': '/dashboard',
  'identity-not-verified': '/verification',
  'name-changed': '/profile',
  'name-not-changed': '/profile',
  'card-expiring': '/saved-cards',
};

/** Mails with a button that opens the receipt. */
const LEADS_TO_RECEIPT: ReadonlySet<MailKind> = new Set(['transfer-receipt', 'transfer-delivered']);

/** A button of a mail: the key of its text, and where it leads. */
interface MailButton {
  readonly action: string;
  readonly link: string;
}

/** Who has closed the account opens no transfer any more; the code of a receipt is looked up without signing in. */
const OF_CLOSED = { action: 'actions.look_up_receipt', path: '/receipt' } as const;

/** The button of a mail; `origin`: of the web application. */
export function buttonOf(
  kind: MailKind,
  subject: MailSubject,
  { isClosed, origin }: { readonly isClosed: boolean; readonly origin: string },
): MailButton {
  if (isClosed && isTransferMail(kind))
    return { action: OF_CLOSED.action, link: new URL(OF_CLOSED.path, origin).href };
  const url = new URL(pathOf(kind, subject), origin);
  // Behind #, so that no server or proxy on the way logs it.
  if (subject.token !== null) url.hash = `token=${subject.token}`;
  return { action: actionOf(kind, subject.progress), link: url.href };
}

/** The page that the button opens: it says the same, with the same button. */
function pathOf(
  kind: MailKind,
  { transfer, progress, rule }: Pick<MailSubject, 'transfer' | 'progress' | 'rule'>,
): string {
  if (isLeadMail(kind)) return `/compliance/rules/${rule?.id ?? ''}`;
  if (!isTransferMail(kind)) return PATHS[kind];
  const id = transfer?.terms?.transferId ?? '';
  if (nextOf(kind, progress) === 'another_card') return `/payment?transfer=${id}`;
  const page = `/transactions/${id}`;
  return page + (LEADS_TO_RECEIPT.has(kind) ? '/receipt' : '');
}
