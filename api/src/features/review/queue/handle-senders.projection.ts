import { streamId, type StreamEvent } from '../../../event-sourcing/event.js';
import { documentsBy, type Projection } from '../../../event-sourcing/projection.js';
import type { TransferRefused, TransferRequested } from '../../transfers/sending/transfer.decider.js';

/** One attempt to send to a handle, of the view handle_senders. Nothing in it is personal: the index is blind. */
export interface HandleAttempt {
  /** Of the transfer or the refused attempt. */
  readonly id: string;
  readonly uid: string;
  readonly handleIndex: string;
  readonly at: string;
  readonly amountCents: number;
  readonly isRefused: boolean;
}

/** Who has attempted to send to the same handle: one document per attempt that recorded one. */
export const handleSendersProjection: Projection<HandleAttempt> = {
  name: 'handle_senders',
  version: 1,
  indexes: [{ name: 'byHandle', eq: ['handleIndex'], sort: 'at' }],
  prefixes: ['sender-'],
  ...documentsBy<HandleAttempt, TransferRequested | TransferRefused>(
    ({ data }) => (data.handleIndex === null ? [] : [data.transferId]),
    {
      TransferRequested: (_, event) => attempt(event, event.data.requestedAt, false),
      TransferRefused: (_, event) => attempt(event, event.data.refusedAt, true),
    },
  ),
};

function attempt(
  { stream, data }: StreamEvent<TransferRequested | TransferRefused>,
  at: string,
  isRefused: boolean,
): HandleAttempt | null {
  const { transferId: id, handleIndex, amountCents } = data;
  if (handleIndex === null) return null;
  return { id, uid: streamId(stream), handleIndex, at, amountCents, isRefused };
}
