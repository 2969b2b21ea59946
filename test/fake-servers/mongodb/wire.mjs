// The part of MongoDB's wire protocol that a current driver uses: OP_MSG, and OP_QUERY for the first hello.
import { deserialize, serialize } from 'bson';

const OP_REPLY = 1;
const OP_QUERY = 2004;
const OP_MSG = 2013;
const HEADER_BYTES = 16;
const LARGEST_MESSAGE_BYTES = 48_000_000;

const CHECKSUM_PRESENT = 1;
const MORE_TO_COME = 2;
const AWAIT_CAPABLE = 8;

/** Splits a connection's bytes into messages. */
export class MessageReader {
  #waiting = Buffer.alloc(0);

  /** Every complete message. Throws for invalid bytes. */
  *messages(bytes) {
    this.#waiting = this.#waiting.length === 0 ? bytes : Buffer.concat([this.#waiting, bytes]);
    while (this.#waiting.length >= 4) {
      const length = this.#waiting.readInt32LE(0);
      if (length < HEADER_BYTES || length > LARGEST_MESSAGE_BYTES)
        throw new Error(`a message of ${length} bytes`);
      if (this.#waiting.length < length) return;
      const message = this.#waiting.subarray(0, length);
      this.#waiting = this.#waiting.subarray(length);
      yield messageOf(message);
    }
  }
}

/** The bytes of a response. */
export function answerTo({ requestId, opCode }, answer) {
  const body = serialize(answer);
  const isMsg = opCode === OP_MSG;
  const head = isMsg ? msgHead() : replyHead();
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeInt32LE(HEADER_BYTES + head.length + body.length, 0);
  header.writeInt32LE(requestId, 8);
  header.writeInt32LE(isMsg ? OP_MSG : OP_REPLY, 12);
  return Buffer.concat([header, head, body]);
}

function messageOf(message) {
  const requestId = message.readInt32LE(4);
  const opCode = message.readInt32LE(12);
  const body = message.subarray(HEADER_BYTES);
  if (opCode === OP_MSG) return { requestId, opCode, ...msgOf(body) };
  if (opCode === OP_QUERY) return { requestId, opCode, isAnswered: true, command: queryOf(body) };
  throw new Error(`operation ${opCode} is not spoken here`);
}

function msgOf(body) {
  const flags = body.readUInt32LE(0);
  const end = flags & CHECKSUM_PRESENT ? body.length - 4 : body.length;
  let command = {};
  const sequences = {};
  for (let at = 4; at < end;) {
    const kind = body[at];
    const length = body.readInt32LE(at + 1);
    const section = body.subarray(at + 1, at + 1 + length);
    if (kind === 0) command = deserialize(section);
    else if (kind === 1) Object.assign(sequences, sequenceOf(section));
    else throw new Error(`a section of kind ${kind}`);
    at += 1 + length;
  }
  return { isAnswered: (flags & MORE_TO_COME) === 0, command: { ...command, ...sequences } };
}

/** A document sequence of a command, with the name of its field. */
function sequenceOf(section) {
  const nameEnd = section.indexOf(0, 4);
  const documents = [];
  for (let at = nameEnd + 1; at < section.length;) {
    const length = section.readInt32LE(at);
    documents.push(deserialize(section.subarray(at, at + length)));
    at += length;
  }
  return { [section.toString('utf8', 4, nameEnd)]: documents };
}

function queryOf(body) {
  const nameEnd = body.indexOf(0, 4);
  const start = nameEnd + 1 + 8;
  return { ...deserialize(body.subarray(start, start + body.readInt32LE(start))), $db: 'admin' };
}

function msgHead() {
  return Buffer.alloc(5);
}

function replyHead() {
  const head = Buffer.alloc(20);
  head.writeInt32LE(AWAIT_CAPABLE, 0);
  head.writeInt32LE(1, 16);
  return head;
}
