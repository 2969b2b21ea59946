// The logs used by the rows, written and projected when the first row needs them.
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runProcess } from './machine.mjs';
import { fillPeer } from './peer/database.mjs';

/** Events of one sender in the interleaved part of a log. */
const EVENTS_PER_SENDER = 200;

/** `measured` are the senders that every log has; `lengths` those of different lengths in the largest log. */
export class Histories {
  #made = new Map();

  constructor(scratch, { events, senders, measured, lengths }) {
    Object.assign(this, { scratch, events, senders, measured, lengths });
  }

  /** The log alone. */
  written(events) {
    return this.once(`log-${events}`, async (folder) => {
      const { count, length } = this.measured;
      const verified = [this.measured, ...(events === this.events ? this.lengths : [])];
      const interleaved = Math.max(1, events - count * (length + 3));
      const senders = Math.max(1, Math.min(this.senders, Math.floor(interleaved / EVENTS_PER_SENDER)));
      const order = { events: interleaved, senders, verified };
      const env = { FLIP_DATA: folder, FLIP_BENCH_HISTORY: JSON.stringify(order) };
      return { folder, senders, ...(await runProcess('history', env)) };
    });
  }

  /** The log with its views, and the cost of catching up; the largest one by default. */
  caughtUp(events = this.events) {
    return this.once(`caught-up-${events}`, async (folder) => {
      const written = await this.written(events);
      this.copy(written, folder);
      const caughtUp = await runProcess('catch-up', { FLIP_DATA: folder });
      const problem = problemOf(caughtUp, written);
      if (problem !== null) throw new Error(problem);
      return { ...caughtUp, senders: written.senders, folder };
    });
  }

  /** The peer's database with the transfers of the largest log. */
  peer() {
    return this.once('peer', async (folder) => {
      mkdirSync(folder);
      fillPeer(folder, (await this.caughtUp()).folder);
      return folder;
    });
  }

  copy({ folder }, to) {
    rmSync(to, { recursive: true, force: true });
    cpSync(folder, to, { recursive: true });
  }

  /** What `make` returns for a folder of this name, made only once. */
  once(name, make) {
    if (!this.#made.has(name)) this.#made.set(name, make(join(this.scratch, name)));
    return this.#made.get(name);
  }
}

/** Every transfer and cent of the log is in the view, and nothing was parked. */
export function problemOf({ rows, sumCents, parked }, written) {
  if (parked > 0) return `${parked} events were parked`;
  return rows === written.transfers && sumCents === written.sumCents
    ? null
    : `the view has ${rows} transfers of ${sumCents} cents, the log ${written.transfers} of ${written.sumCents}`;
}
