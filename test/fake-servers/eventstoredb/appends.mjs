import { randomUUID } from 'node:crypto';
import grpc from '@grpc/grpc-js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { fail } from './answers.mjs';
import { pause } from './faults.mjs';

const { Metadata, status } = grpc;
const { AppendResp } = streams;
/** Default limit of one append. */
const APPEND_SIZE_LIMIT_BYTES = 1024 * 1024;
const ANY = -2;

/** Faults that prevent storing. */
const NOT_STORED = ['silent', 'end', 'unavailable', 'not-leader'];
/** Faults that withhold the response. */
const UNANSWERED = ['silent', 'silent-after-store'];

/**
 * Appends like the real server. Kinds of fault: silent, silent-after-store, end and end-after-store (a graceful end
 * without a response), unavailable and unavailable-after-store, die-after-store, twice, slow (stored at once, response
 * after delayMs), late (stored and response after delayMs), conflict (another writer was faster), not-leader (`leader()`
 * returns the leader's address: this server again).
 */
export function appendHandler(log, faults, leader) {
  return (call) => {
    const requests = [];
    call.on('data', (request) => requests.push(request));
    call.on('error', () => undefined);
    call.on('end', () => {
      // A closed connection first looks like the end of a request, so an incomplete request is ignored.
      setImmediate(() => {
        if (!call.cancelled && requests.length > 1) void answer(call, requests);
      });
    });
  };

  async function answer(call, requests) {
    const fault = faults.take('append');
    const kind = fault?.kind;
    if (kind === 'late') await pause(fault.delayMs);
    const wanted = wantedAppend(requests);
    if (kind === 'conflict') log.add(wanted.stream, [otherMessage()]);
    const outcome = NOT_STORED.includes(kind) ? null : outcomeOf(log, wanted);
    if (kind === 'die-after-store') process.kill(process.pid, 'SIGKILL');
    if (kind === 'slow') await pause(fault.delayMs);
    if (UNANSWERED.includes(kind)) return;
    if (kind?.startsWith('unavailable')) fail(call, status.UNAVAILABLE, 'The server is going away');
    else if (kind === 'not-leader') notLeader(call, leader());
    else if (kind?.startsWith('end')) call.end();
    else send(call, outcome, kind === 'twice' ? 2 : 1);
  }
}

function send(call, outcome, times) {
  if (outcome.refusal) return fail(call, status.INVALID_ARGUMENT, outcome.refusal, outcome.metadata);
  for (let n = 0; n < times; n++) call.write(outcome.response);
  call.end();
}

function notLeader(call, { host, port }) {
  const metadata = new Metadata();
  metadata.set('exception', 'not-leader');
  metadata.set('leader-endpoint-host', host);
  metadata.set('leader-endpoint-port', String(port));
  fail(call, status.NOT_FOUND, 'Leader info available', metadata);
}

function wantedAppend([header, ...proposals]) {
  const options = header.getOptions();
  return {
    stream: Buffer.from(options.getStreamIdentifier().getStreamName_asU8()).toString('utf8'),
    expected: expectedOf(options),
    messages: proposals.map((proposal) => {
      const message = proposal.getProposedMessage();
      return {
        id: message.getId().getString(),
        type: message.getMetadataMap().get('type') ?? '',
        contentType: message.getMetadataMap().get('content-type'),
        data: Buffer.from(message.getData_asU8()).toString('base64'),
        metadata: Buffer.from(message.getCustomMetadata_asU8()).toString('base64'),
      };
    }),
  };
}

/** The revision, -1 for a missing stream. */
function expectedOf(options) {
  if (options.hasRevision()) return Number(options.getRevision());
  return options.hasNoStream() ? -1 : ANY;
}

function outcomeOf(log, { stream, expected, messages }) {
  const bytes = messages.reduce((sum, { data }) => sum + Buffer.byteLength(data, 'base64'), 0);
  if (bytes > APPEND_SIZE_LIMIT_BYTES) return tooLarge();
  if (messages.some(({ id, type }) => type === '' || !/^[0-9a-f-]{36}$/.test(id))) {
    return { refusal: 'An event needs a type and an id' };
  }
  const present = log.stream(stream);
  const current = present.length - 1;
  if (expected === current || expected === ANY) return success(log.add(stream, messages));
  // Ids are compared only when the expected revision is behind; type and data never are.
  const there = present.slice(expected + 1, expected + 1 + messages.length);
  const isRepeat =
    expected < current &&
    there.length === messages.length &&
    there.every((event, index) => event.id === messages[index].id);
  return isRepeat ? success(there) : wrongRevision(current, expected);
}

function success(events) {
  const last = events.at(-1);
  const position = new AppendResp.Position();
  position.setCommitPosition(String(last.position));
  position.setPreparePosition(String(last.position));
  const stored = new AppendResp.Success();
  stored.setCurrentRevision(String(last.revision));
  stored.setPosition(position);
  const response = new AppendResp();
  response.setSuccess(stored);
  return { response };
}

function wrongRevision(current, expected) {
  const wrong = new AppendResp.WrongExpectedVersion();
  if (current >= 0) wrong.setCurrentRevision(String(current));
  if (expected >= 0) wrong.setExpectedRevision(String(expected));
  const response = new AppendResp();
  response.setWrongExpectedVersion(wrong);
  return { response };
}

function tooLarge() {
  const metadata = new Metadata();
  metadata.set('exception', 'maximum-append-size-exceeded');
  metadata.set('maximum-append-size', String(APPEND_SIZE_LIMIT_BYTES));
  return { refusal: 'Maximum append size exceeded', metadata };
}

function otherMessage() {
  return {
    id: randomUUID(),
    type: 'OtherHappened',
    contentType: 'application/json',
    data: Buffer.from('{"other":true}').toString('base64'),
    metadata: '',
  };
}
