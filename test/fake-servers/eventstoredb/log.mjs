import { closeSync, existsSync, mkdirSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs';
import { EventEmitter } from 'node:events';
import { join } from 'node:path';

/** Overhead of each event in the real log, so that positions have gaps like there. */
const RECORD_OVERHEAD_BYTES = 117n;
const FIRST_POSITION = 1_000n;
/** One per waiting subscription. */
const SUBSCRIPTION_LIMIT = 1_000;

/** The fake server's events, in memory and in an append-only file: each line is one append. */
export class FakeServerLog extends EventEmitter {
  /** All events in store order. */
  events = [];
  #streams = new Map();
  #byPosition = new Map();
  #file;

  constructor(folder) {
    super();
    this.setMaxListeners(SUBSCRIPTION_LIMIT);
    mkdirSync(folder, { recursive: true });
    const file = join(folder, 'log.ndjson');
    if (existsSync(file)) this.#load(file);
    this.#file = openSync(file, 'a');
  }

  close() {
    closeSync(this.#file);
  }

  stream(name) {
    return this.#streams.get(name) ?? [];
  }

  /** Index of the first event after a position; -1 when the position has no event. */
  indexAfter(position) {
    const index = this.#byPosition.get(position);
    return index === undefined ? -1 : index + 1;
  }

  /** Adds events to a stream; they are in the file before they are visible. */
  add(stream, messages) {
    const line = { stream, created: Date.now(), messages };
    writeSync(this.#file, `${JSON.stringify(line)}\n`);
    const added = this.#apply(line);
    this.emit('added');
    return added;
  }

  /** Many events of an unrelated stream, as one line. */
  addForeign(count) {
    const line = { stream: `foreign-${this.events.length}`, created: Date.now(), foreign: count };
    writeSync(this.#file, `${JSON.stringify(line)}\n`);
    this.#apply(line);
    this.emit('added');
  }

  #load(file) {
    const text = readFileSync(file, 'utf8');
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    // An append that was cut off was never acknowledged.
    if (whole.length < text.length) truncateSync(file, Buffer.byteLength(whole));
    for (const line of whole.split('\n')) if (line !== '') this.#apply(JSON.parse(line));
  }

  #apply({ stream, created, messages, foreign }) {
    const added =
      messages ?? Array.from({ length: foreign }, (_, n) => foreignMessage(this.events.length + n));
    return added.map((message) => this.#place(stream, { ...message, created }));
  }

  #place(stream, message) {
    const events = this.#streams.get(stream) ?? [];
    this.#streams.set(stream, events);
    const last = this.events.at(-1);
    const event = {
      ...message,
      stream,
      revision: events.length,
      position: last ? last.position + RECORD_OVERHEAD_BYTES + BigInt(last.data.length) : FIRST_POSITION,
    };
    this.#byPosition.set(event.position, this.events.length);
    this.events.push(event);
    events.push(event);
    return event;
  }
}

function foreignMessage(number) {
  const id = `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
  return { id, type: 'ForeignHappened', contentType: 'application/json', data: 'e30=', metadata: '' };
}
