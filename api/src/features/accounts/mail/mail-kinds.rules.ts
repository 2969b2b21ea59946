/** Mails about a transfer, written from its own stream at the time of sending. Outboxes hold the names: they never change. */
export const TRANSFER_MAIL_KINDS = [
  'transfer-receipt',
  'transfer-unpaid',
  'transfer-declined',
  'transfer-canceled',
  'transfer-not-completed',
  'transfer-delivered',
  'transfer-refund-failed',
  'transfer-refunded',
  'transfer-refund-settled',
  'transfer-problem-answered',
] as const;
export type TransferMailKind = (typeof TRANSFER_MAIL_KINDS)[number];

/** Kinds of mail. Events trigger them, except for those that commands without events request (reset, sign-ins, resends). */
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
  'second-factor-on',
  'second-factor-off',
  'second-factor-stopped',
  'recovery-code-used',
  'recovery-codes-replaced',
  'identity-verified',
  'identity-not-verified',
  ...TRANSFER_MAIL_KINDS,
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/** True for mails that show a transfer. */
export function isTransferMail(kind: MailKind): kind is TransferMailKind {
  return (TRANSFER_MAIL_KINDS as readonly MailKind[]).includes(kind);
}

/**
 * Who gets a mail besides confirmed addresses (decision 23). `anybody`: also an address that may be a stranger's, for the
 * mails that prove it, each within a budget, those that only an operator causes, and those about money that was charged.
 * `opted-in`: confirmed, and "Receive important emails" is ticked.
 */
const AUDIENCES: { readonly [Kind in MailKind]?: 'anybody' | 'opted-in' } = {
  'confirm-email': 'anybody',
  'reset-password': 'anybody',
  'social-account': 'anybody',
  'account-suspended': 'anybody',
  'account-reinstated': 'anybody',
  'transfer-receipt': 'anybody',
  'transfer-refund-failed': 'anybody',
  'transfer-refunded': 'anybody',
  'transfer-refund-settled': 'anybody',
  'transfer-delivered': 'opted-in',
  'identity-verified': 'opted-in',
  'identity-not-verified': 'opted-in',
};

/** True for the kinds that "Receive important emails" governs; each of these mails says how to stop them. */
export function isOptional(kind: MailKind): boolean {
  return AUDIENCES[kind] === 'opted-in';
}

/** Whether an account gets a kind of mail, with its preferences as they are when it is sent. */
export function isSentTo(
  kind: MailKind,
  { emailConfirmed, emailOptIn }: { readonly emailConfirmed: boolean; readonly emailOptIn: boolean },
): boolean {
  const audience = AUDIENCES[kind];
  if (audience === 'anybody') return true;
  return emailConfirmed && (audience === undefined || emailOptIn);
}
