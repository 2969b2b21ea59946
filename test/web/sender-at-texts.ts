import { HISTORY_BASES, HISTORY_LANES, PAST_ACCOUNTS, type PastTransfer } from '@kernel/staff/sender-at';

/** A state that is missing here is a type error. */
const PAYOUTS: Readonly<Record<NonNullable<PastTransfer['payout']>, true>> = {
  submitted: true,
  pending: true,
  unclaimed: true,
  delivered: true,
  failed: true,
  returned: true,
};

/** The texts of the time machine that a template names, with what fills each gap. */
export const SENDER_AT_TEXTS = {
  'senderAt.accounts.${value}': [PAST_ACCOUNTS],
  'senderAt.bases.${value}': [HISTORY_BASES],
  'senderAt.columns.${name}': [
    ['requested', 'transfer', 'platform', 'recipient', 'amount', 'then', 'replay'],
  ],
  'senderAt.differ.${basis}': [HISTORY_BASES],
  'senderAt.disputes.${value}': [['open', 'closed']],
  'senderAt.fields.${name}': [
    [
      ...[
        'name',
        'displayName',
        'email',
        'emailConfirmed',
        'account',
        'legalHold',
        'tier',
        'verification',
        'sending',
      ],
      ...['cards', 'recipients', 'locale'],
    ],
  ],
  'senderAt.lanes.${lane}': [HISTORY_LANES],
  'senderAt.lead.${basis}': [HISTORY_BASES],
  'senderAt.other.${other}': [HISTORY_BASES],
  'senderAt.payouts.${value}': [Object.keys(PAYOUTS)],
  'senderAt.wrong.${typed}': [['instant', 'position']],
};
