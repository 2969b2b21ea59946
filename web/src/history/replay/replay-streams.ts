import type { ReplayStep } from '@kernel/staff/replay';

/** The subject of an event, by which a replay colors it. */
export const REPLAY_STREAMS = ['transfer', 'payment', 'sender', 'case'] as const;
export type ReplayStream = (typeof REPLAY_STREAMS)[number];

/** Events about the card and the money on it, in the transfer's own stream. */
const PAYMENT = /^(Payment|Capture|Void|Refund|Dispute|Charge|TransferRefunded$)/;

export function streamOf({ type, stream }: ReplayStep['event']): ReplayStream {
  if (stream.startsWith('case-')) return 'case';
  if (type === 'TransferRequested') return 'transfer';
  if (!stream.startsWith('transfer-')) return 'sender';
  return PAYMENT.test(type) ? 'payment' : 'transfer';
}
