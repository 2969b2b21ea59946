// The transfers in the log of a running server, read without involving the server.
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { prepareRuntime } from '../../dist/compiled/api/src/config/prepare-runtime.js';
import { openEmbeddedEventStore } from '../../dist/compiled/api/src/engine/event-store/embedded/embedded-event-store.js';
import { BEGINNING, recordedAtMs } from '../../dist/compiled/api/src/engine/event-store/event-store.port.js';
import { PositionTokens } from '../../dist/compiled/api/src/http/position-tokens.js';
import { EMBEDDED_FILES } from '../../dist/compiled/api/src/engine/stores/data-format.js';
import { features } from './senders.mjs';

const LOOK_EVERY_MS = 25;
const DEADLINE_MS = 120_000;
const TRANSFER = 'transfer-';
const ENDINGS = ['TransferDelivered', 'TransferCancelled', 'TransferDeclined', 'TransferRefunded'];

export class TransferLog {
  /** The types of the events of each transfer, in order, on its sender's stream and its own. */
  lives = new Map();
  /** Completed transfers, with the type of their last event. */
  ended = new Map();
  /** When each transfer was charged, in ms since 1970. */
  chargedAtMs = new Map();
  /** When the event at each position was decided, in ms since 1970. */
  #decidedAtMs = new Map();
  through = BEGINNING;

  /** Reads the folder's log, even while its server runs. */
  static async open(folder, prefixes = features.prefixes) {
    const log = new TransferLog();
    log.prefixes = prefixes;
    const { secrets } = await prepareRuntime({ FLIP_DATA: folder });
    const file = join(folder, EMBEDDED_FILES.events);
    const options = { file, keyEncryptionKey: secrets.keyEncryptionKey, readonly: true };
    log.tokens = new PositionTokens(secrets);
    log.eventStore = await openEmbeddedEventStore(options);
    return log;
  }

  /** Continues reading to the end of the log. */
  async readOn() {
    const reading = new AbortController();
    const options = { after: this.through, prefixes: this.prefixes, signal: reading.signal };
    for await (const page of this.eventStore.follow(options)) {
      for (const event of page.events) this.add(event);
      if (page.live) break;
    }
    reading.abort();
  }

  add({ stream, type, data, metadata, position }) {
    this.through = position;
    this.#decidedAtMs.set(position, recordedAtMs(metadata));
    const id = stream.startsWith(TRANSFER) ? stream.slice(TRANSFER.length) : null;
    const transferId = id ?? (type === 'TransferRequested' ? data.transferId : null);
    if (transferId === null) return;
    this.lives.set(transferId, [...(this.lives.get(transferId) ?? []), type]);
    if (type === 'PaymentCaptured') this.chargedAtMs.set(transferId, recordedAtMs(metadata));
    if (ENDINGS.includes(type)) this.ended.set(transferId, type);
  }

  /** When the event at a live message's token was decided, in ms since 1970. */
  decidedAtMs(token) {
    return this.#decidedAtMs.get(this.tokens.read(token).position);
  }

  /** Waits until each of the transfers has ended with this event. */
  async allEnded(ids, ending) {
    const deadline = performance.now() + DEADLINE_MS;
    for (;;) {
      await this.readOn();
      const left = [...(ids ?? this.lives.keys())].filter((id) => this.ended.get(id) !== ending).length;
      if (left === 0) return;
      if (performance.now() > deadline) throw new Error(`${left} transfers do not end with ${ending}`);
      await pause(LOOK_EVERY_MS);
    }
  }

  close() {
    return this.eventStore.close();
  }
}
