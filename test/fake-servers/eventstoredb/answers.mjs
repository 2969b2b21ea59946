import { once } from 'node:events';
import grpc from '@grpc/grpc-js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';

const { Metadata } = grpc;
const { ReadResp } = streams;
const { ReadEvent } = ReadResp;
const TICKS_A_MILLISECOND = 10_000n;

export function fail(call, code, details, metadata = new Metadata()) {
  call.emit('error', { code, details, metadata });
}

/** Waits while the client applies back pressure. */
export async function send(call, response) {
  if (call.write(response) || call.cancelled) return;
  const waiting = new AbortController();
  const { signal } = waiting;
  await Promise.race([once(call, 'drain', { signal }), once(call, 'cancelled', { signal })]).finally(() =>
    waiting.abort(),
  );
}

/** An event as the server sends it. */
export function eventResponse({
  id,
  stream,
  revision,
  position,
  type,
  contentType,
  created,
  data,
  metadata,
}) {
  const identifier = new shared.StreamIdentifier();
  identifier.setStreamName(Buffer.from(stream, 'utf8').toString('base64'));
  const uuid = new shared.UUID();
  uuid.setString(id);
  const recorded = new ReadEvent.RecordedEvent();
  recorded.setId(uuid);
  recorded.setStreamIdentifier(identifier);
  recorded.setStreamRevision(String(revision));
  recorded.setCommitPosition(String(position));
  recorded.setPreparePosition(String(position));
  recorded.getMetadataMap().set('type', type);
  recorded.getMetadataMap().set('content-type', contentType);
  recorded.getMetadataMap().set('created', String(BigInt(created) * TICKS_A_MILLISECOND));
  recorded.setData(data);
  recorded.setCustomMetadata(metadata);
  const read = new ReadEvent();
  read.setEvent(recorded);
  read.setCommitPosition(String(position));
  const response = new ReadResp();
  response.setEvent(read);
  return response;
}
