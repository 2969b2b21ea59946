/** Why a send is refused, whether it is checked or made. */
export const SEND_CODES = [
  'idempotency_mismatch',
  'below_minimum',
  'per_transfer_limit_exceeded',
  'weekly_limit_exceeded',
  'allowance_freeing',
  'restoring',
  'sending_paused',
  'too_many_refusals',
] as const;

/** Why a chosen card cannot pay (docs/money.md). */
export const CARD_CODES = [
  'email_not_confirmed',
  'card_not_found',
  'card_not_debit',
  'card_expired',
  'card_used_elsewhere',
  'too_many_declines',
  'payments_unavailable',
] as const;

/** When transactions cannot be read (decision 28). */
export const UNREADABLE = 'get_user_transactions_failed';
