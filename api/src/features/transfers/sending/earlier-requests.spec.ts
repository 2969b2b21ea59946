import { recorded } from '../../../../../test/support/given-when-then.js';
import { acceptedTransfer } from '../../../../../test/support/sample-send.js';
import { terms } from '../../../../../test/support/transfer-life.js';
import type { EncryptedEventLog } from '../../../engine/event-store/encrypted-event-log.js';
import type { RecordedEvent } from '../../../event-sourcing/event.js';
import type { ReadOptions } from '../../../engine/event-store/event-store.port.js';
import type { Transfers } from '../../lifecycle/state/transfers.js';
import { EarlierRequests } from './earlier-requests.js';

const { uid, transferId } = terms;
const requests = ['other', transferId, 'newer'].map((id, index) =>
  recorded(acceptedTransfer(0, { transferId: id }), index),
);

/** The revisions that were read of the sender's stream, and the revision that was found. */
async function found(awaited: object | null, sender = uid): Promise<readonly unknown[]> {
  const read: bigint[] = [];
  const streams: Readonly<Record<string, readonly Pick<RecordedEvent, 'type' | 'data' | 'revision'>[]>> = {
    [`transfer-${transferId}`]: awaited ? [{ type: 'PaymentAwaited', data: awaited, revision: 0n }] : [],
    [`sender-${uid}`]: requests,
  };
  // oxlint-disable-next-line typescript/require-await -- like the log's
  async function* events(stream: string, { from = 0n, backwards, limit = 10 }: ReadOptions = {}) {
    const all = streams[stream] ?? [];
    const places = (backwards ? [...all].reverse() : all.slice(Number(from))).slice(0, limit);
    for (const event of places) {
      if (stream.startsWith('sender-')) read.push(event.revision);
      yield event;
    }
  }
  const log = { read: events } as unknown as EncryptedEventLog;
  const request = await new EarlierRequests(log, {} as Transfers).find(sender, transferId);
  return [read, request?.revision ?? null];
}

it('reads the request that the transfer names', async () => {
  expect(await found({ ...terms, requestRevision: 1 })).toEqual([[1n], 1n]);
});

it("searches the sender's stream from its end for a transfer that names none", async () => {
  expect(await found({ ...terms, requestRevision: null })).toEqual([[2n, 1n], 1n]);
});

it('finds nothing without a transfer, or of another sender', async () => {
  expect(await found(null)).toEqual([[], null]);
  expect(await found({ ...terms, requestRevision: 1 }, 'carl')).toEqual([[], null]);
});

it('fails where a transfer names another request', async () => {
  await expect(found({ ...terms, requestRevision: 0 })).rejects.toThrow('no request');
});
