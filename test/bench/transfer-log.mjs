// The transfers in the log of a running server, read without involving the server.
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { prepareRuntime } from '../../dist/compiled/api/src/config/prepare-runtime.js';
import { openEmbeddedEventStore } from '../../dist/compiled/api/src/engine/event-store/embedded/embedded-event-store.js';
import { BEGINNING, recordedAtMs } from '../../dist/compiled/api/src/engine/event-store/event-store.port.js';
import { PositionTokens } from '../../dist/compiled/api/src/http/contract/position-tokens.js';
import { EMBEDDED_FILES } from '../../dist/compiled/api/src/engine/stores/data-format.js';
import { afterRow } from './machine.mjs';
import { features } from './senders.mjs';

const LOOK_EVERY_MS = 25;
const DEADLINE_MS = 120_000;
const TRANSFER = 'transfer-';

export class TransferLog {
  /** When each event of each transfer was decided, by type, in ms since 1970; on its sender's stream and its own. */
  lives = new Map();
  /** When the event at each position was decided, in ms since 1970. */
  #decidedAtMs = new Map();
  #through = BEGINNING;

  /** Reads the folder's log, even while its server runs; it is closed after the row. */
  static async open(folder, prefixes = features.prefixes) {
    const log = new TransferLog();
    const { secrets } = await prepareRuntime({ FLIP_DATA: folder });
    const file = join(folder, EMBEDDED_FILES.events);
    const options = { file, keyEncryptionKey: secrets.keyEncryptionKey, readonly: true };
    const eventStore = await openEmbeddedEventStore(options);
    afterRow(() => eventStore.close());
    return Object.assign(log, { prefixes, tokens: new PositionTokens(secrets), eventStore });
  }

  /** Continues reading to the end of the log. */
  async readOn() {
    const reading = new AbortController();
    const options = { after: this.#through, prefixes: this.prefixes, signal: reading.signal };
    for await (const page of this.eventStore.follow(options)) {
      for (const event of page.events) this.#add(event);
      if (page.live) break;
    }
    reading.abort();
  }

  #add({ stream, type, data, metadata, position }) {
    const atMs = recordedAtMs(metadata);
    this.#through = position;
    this.#decidedAtMs.set(position, atMs);
    const isOwn = stream.startsWith(TRANSFER);
    if (!isOwn && type !== 'TransferRequested') return;
    const id = isOwn ? stream.slice(TRANSFER.length) : data.transferId;
    this.lives.set(id, [...(this.lives.get(id) ?? []), { type, atMs }]);
  }

  /** When the event of this type of a transfer was decided, in ms since 1970; undefined if there is none. */
  atMs(id, wanted) {
    return this.lives.get(id)?.find(({ type }) => type === wanted)?.atMs;
  }

  /** When the event at a live message's token was decided, in ms since 1970. */
  decidedAtMs(token) {
    return this.#decidedAtMs.get(this.tokens.read(token).position);
  }

  /** Waits until each of the transfers, or of all of them, has an event of this type. */
  async allHave(type, ids = null) {
    const deadline = performance.now() + DEADLINE_MS;
    for (;;) {
      await this.readOn();
      const left = [...(ids ?? this.lives.keys())].filter((id) => this.atMs(id, type) === undefined).length;
      if (left === 0) return;
      if (performance.now() > deadline) throw new Error(`${left} transfers have no ${type}`);
      await pause(LOOK_EVERY_MS);
    }
  }
}
