import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import grpc from '@grpc/grpc-js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { eventResponse, fail, send } from './answers.mjs';

const { status } = grpc;
const { ReadResp } = streams;
/** Default number of events between checkpoints. */
const SEARCH_WINDOW_EVENTS = 32;
/** Events scanned before yielding to others. */
const TURN_EVENTS = 500;

/**
 * A subscription to all streams with a filter by stream prefix, until the client cancels it. Starts after a position,
 * exclusive; sends a checkpoint after every window of scanned events, and no notice of having caught up. Kinds of fault:
 * end (gracefully) and drop after `events` events, twice (each event twice), stall (confirmed, then nothing).
 */
export async function subscribe(call, log, fault) {
  const options = call.request.getOptions();
  const filter = filterOf(options.getFilter());
  let next = firstIndex(log, options.getAll());
  if (next < 0) return fail(call, status.INVALID_ARGUMENT, 'The position was never given out');
  const stopped = new AbortController();
  for (const end of ['cancelled', 'close', 'error']) call.once(end, () => stopped.abort());
  call.write(confirmation());
  if (fault?.kind === 'stall') return undefined;
  let sent = 0;
  let considered = 0;
  while (!call.cancelled && !stopped.signal.aborted) {
    const event = log.events[next];
    if (!event) {
      await once(log, 'added', { signal: stopped.signal }).catch(() => undefined);
      continue;
    }
    if (isOver(fault, sent)) return end(call, fault);
    next += 1;
    considered += 1;
    if (filter.prefixes.some((prefix) => event.stream.startsWith(prefix))) {
      for (let n = 0; n < (fault?.kind === 'twice' ? 2 : 1); n++) await send(call, eventResponse(event));
      sent += 1;
    }
    if (considered % filter.interval === 0) await send(call, checkpoint(event.position));
    if (considered % TURN_EVENTS === 0) await new Promise(setImmediate);
  }
  return undefined;
}

const isOver = (fault, sent) => ['end', 'drop'].includes(fault?.kind) && sent >= fault.events;

function end(call, { kind }) {
  if (kind === 'end') call.end();
  else fail(call, status.ABORTED, 'Consumer too slow');
}

function firstIndex(log, place) {
  if (!place.hasPosition()) return place.hasEnd() ? log.events.length : 0;
  return log.indexAfter(BigInt(place.getPosition().getCommitPosition()));
}

function filterOf(filter) {
  const window = filter.hasMax() ? filter.getMax() : SEARCH_WINDOW_EVENTS;
  return {
    prefixes: filter.getStreamIdentifier().getPrefixList(),
    interval: window * filter.getCheckpointintervalmultiplier(),
  };
}

function confirmation() {
  const confirmed = new ReadResp.SubscriptionConfirmation();
  confirmed.setSubscriptionId(randomUUID());
  const response = new ReadResp();
  response.setConfirmation(confirmed);
  return response;
}

function checkpoint(position) {
  const reached = new ReadResp.Checkpoint();
  reached.setCommitPosition(String(position));
  reached.setPreparePosition(String(position));
  const response = new ReadResp();
  response.setCheckpoint(reached);
  return response;
}
