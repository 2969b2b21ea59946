/** The unusual states of a sender's account, in the order in which a page names them. */
export const SENDER_STATES = [
  'erased',
  'closed',
  'erasure_due',
  'legal_hold',
  'suspended',
  'paused',
] as const;
export type SenderState = (typeof SENDER_STATES)[number];
