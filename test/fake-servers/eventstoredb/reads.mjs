import grpc from '@grpc/grpc-js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { eventResponse, fail, send } from './answers.mjs';
import { pause } from './faults.mjs';
import { subscribe } from './subscriptions.mjs';

const { status } = grpc;
const { ReadResp } = streams;
const BACKWARDS = 1;

/**
 * Reads like the real server: one stream, all streams, or a subscription to all. Kinds of fault for reads: silent, slow
 * (after delayMs), unavailable.
 */
export function readHandler(log, faults, counts) {
  return (call) => {
    call.on('error', () => undefined);
    const options = call.request.getOptions();
    if (options.hasSubscription()) {
      counts.subscribe += 1;
      void subscribe(call, log, faults.take('subscribe'));
    } else {
      counts.read += 1;
      void answer(call, options);
    }
  };

  async function answer(call, options) {
    const fault = faults.take('read');
    if (fault?.kind === 'silent') return undefined;
    if (fault?.kind === 'slow') await pause(fault.delayMs);
    if (fault?.kind === 'unavailable') return fail(call, status.UNAVAILABLE, 'The server is going away');
    const events = options.hasStream() ? ofStream(log, options) : ofAll(log, options);
    if (!events && options.hasAll()) {
      return fail(call, status.INVALID_ARGUMENT, 'The position was never given out');
    }
    if (!events) {
      call.write(notFound(options.getStream().getStreamIdentifier()));
    } else {
      for (const event of events) await send(call, eventResponse(event));
    }
    call.end();
    return undefined;
  }
}

/** Null when the stream is missing. */
function ofStream(log, options) {
  const name = Buffer.from(options.getStream().getStreamIdentifier().getStreamName_asU8()).toString('utf8');
  const events = log.stream(name);
  if (events.length === 0) return null;
  const place = options.getStream();
  const count = Number(options.getCount());
  if (options.getReadDirection() === BACKWARDS) {
    const from = place.hasRevision() ? Number(place.getRevision()) : events.length - 1;
    return events.slice(Math.max(0, from + 1 - count), from + 1).reverse();
  }
  const from = place.hasRevision() ? Number(place.getRevision()) : 0;
  return events.slice(from, from + count);
}

/** Starts at the event at the position, without a filter; null when the position has no event. */
function ofAll(log, options) {
  const place = options.getAll();
  const count = Number(options.getCount());
  if (options.getReadDirection() === BACKWARDS) return log.events.slice(-count).reverse();
  const index = place.hasPosition() ? log.indexAfter(BigInt(place.getPosition().getCommitPosition())) - 1 : 0;
  if (index < 0) return null;
  return log.events.slice(index, index + count);
}

function notFound(identifier) {
  const missing = new ReadResp.StreamNotFound();
  missing.setStreamIdentifier(identifier);
  const response = new ReadResp();
  response.setStreamNotFound(missing);
  return response;
}
