import type { MailChoice } from '../../../kernel/people/preferences.js';

/** Mails about a transfer, written from its own stream at the time of sending. Outboxes hold the names (outbox.ts). */
export const TRANSFER_MAIL_KINDS = [
  'transfer-receipt',
  'transfer-unpaid',
  'transfer-declined',
  'transfer-cancelled',
  'transfer-expired',
  'transfer-not-completed',
  'transfer-delivered',
  'transfer-refund-failed',
  'transfer-refunded',
  'transfer-refund-settled',
  'transfer-problem-answered',
] as const;
export type TransferMailKind = (typeof TRANSFER_MAIL_KINDS)[number];

/** Mails to every lead about a fraud rule that one of them weakened. */
export const LEAD_MAIL_KINDS = ['rule-paused', 'rule-retire-requested', 'rule-retired'] as const;
export type LeadMailKind = (typeof LEAD_MAIL_KINDS)[number];

/** Kinds of mail. Events trigger them, except for those that commands without events request (reset, sign-ins, resends, downloads of data). */
export const MAIL_KINDS = [
  'confirm-email',
  'password-changed',
  'password-reset',
  'identity-linked',
  'identity-unlinked',
  'reset-password',
  'new-device',
  'sessions-ended',
  'social-account',
  'account-suspended',
  'account-reinstated',
  'account-closed',
  'second-factor-code',
  'second-factor-on',
  'second-factor-on-staff',
  'second-factor-off',
  'second-factor-stopped',
  'recovery-code-used',
  'recovery-codes-replaced',
  'data-requested',
  'identity-verified',
  'identity-not-verified',
  'name-changed',
  'name-not-changed',
  'email-change-old',
  'email-change-new',
  'email-change-taken',
  'email-changed',
  'email-changed-old',
  'email-undone',
  'card-expiring',
  ...LEAD_MAIL_KINDS,
  ...TRANSFER_MAIL_KINDS,
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/** True for mails about a fraud rule. */
export function isLeadMail(kind: MailKind): kind is LeadMailKind {
  return (LEAD_MAIL_KINDS as readonly MailKind[]).includes(kind);
}

/** True for mails that show a transfer. */
export function isTransferMail(kind: MailKind): kind is TransferMailKind {
  return (TRANSFER_MAIL_KINDS as readonly MailKind[]).includes(kind);
}

/**
 * Who gets a mail besides confirmed addresses (decision 23). `anybody`: also an address that may be a stranger's, for the
 * mails that prove it, each within a budget, those that only an operator causes, and those about money that was charged.
 * `leads`: confirmed, and still a lead. A choice: confirmed, "Receive important emails" is ticked, and so is this kind under it.
 */
const AUDIENCES: { readonly [Kind in MailKind]?: 'anybody' | 'leads' | MailChoice } = {
  'confirm-email': 'anybody',
  'reset-password': 'anybody',
  'social-account': 'anybody',
  'email-change-new': 'anybody',
  'email-change-taken': 'anybody',
  'account-suspended': 'anybody',
  'account-reinstated': 'anybody',
  'transfer-receipt': 'anybody',
  'transfer-delivered': 'anybody',
  'transfer-refund-failed': 'anybody',
  'transfer-refunded': 'anybody',
  'transfer-refund-settled': 'anybody',
  'identity-verified': 'emailIdentity',
  'identity-not-verified': 'emailIdentity',
  'name-not-changed': 'emailIdentity',
  'transfer-unpaid': 'emailReminders',
  'transfer-expired': 'emailReminders',
  'card-expiring': 'emailReminders',
  'rule-paused': 'leads',
  'rule-retire-requested': 'leads',
  'rule-retired': 'leads',
};

/** The saved choices about optional mail; a kind without a choice is wanted. */
export type MailChoices = Readonly<Partial<Record<'emailOptIn' | MailChoice, boolean>>>;

/** The choice that an optional mail belongs to; null for the others. */
function choiceOf(kind: MailKind): MailChoice | null {
  const audience = AUDIENCES[kind];
  return audience === undefined || audience === 'anybody' || audience === 'leads' ? null : audience;
}

/** True for the kinds that "Receive important emails" governs; each of these mails says how to stop them. */
export function isOptional(kind: MailKind): boolean {
  return choiceOf(kind) !== null;
}

/** All that the owner of a closed account still gets: that it is closed, and what becomes of money. */
const isSentToClosed = (kind: MailKind): boolean =>
  kind === 'account-closed' || (isTransferMail(kind) && !isOptional(kind));

/** Whether an account gets a kind of mail, with its preferences and roles as they are when it is sent. */
export function isSentTo(
  kind: MailKind,
  {
    emailConfirmed,
    choices,
    isLead,
    closedAt,
  }: {
    readonly emailConfirmed: boolean;
    readonly choices: MailChoices;
    readonly isLead: boolean;
    readonly closedAt: string | null;
  },
): boolean {
  if (closedAt !== null && !isSentToClosed(kind)) return false;
  if (AUDIENCES[kind] === 'anybody') return true;
  if (AUDIENCES[kind] === 'leads') return emailConfirmed && isLead;
  const choice = choiceOf(kind);
  const isWanted = choice === null || (choices.emailOptIn === true && choices[choice] !== false);
  return emailConfirmed && isWanted;
}
