// The logs used by the rows, written and projected when the first row needs them.
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runScript } from './machine.mjs';
import { fillPeer } from './peer/database.mjs';

/** Events of one sender in the interleaved part of a log. */
const EVENTS_PER_SENDER = 200;

/** Runs a process of this folder and reads the JSON it prints. */
export async function run(program, env) {
  return JSON.parse(await runScript(`test/bench/${program}.process.mjs`, [], env));
}

/** `measured` are the senders that every log has; `lengths` those of different lengths in the largest log. */
export class Histories {
  constructor(scratch, { events, senders, measured, lengths }) {
    Object.assign(this, { scratch, events, senders, measured, lengths });
    this.made = new Map();
  }

  /** The log alone. */
  written(events) {
    return this.once(`log-${events}`, async (folder) => {
      mkdirSync(folder);
      const verified = [this.measured, ...(events === this.events ? this.lengths : [])];
      const fixed = verified.slice(0, 1).reduce((sum, { count, length }) => sum + count * (length + 3), 0);
      const interleaved = Math.max(1, events - fixed);
      const senders = Math.max(1, Math.min(this.senders, Math.floor(interleaved / EVENTS_PER_SENDER)));
      const order = { events: interleaved, senders, verified };
      const env = { FLIP_DATA: folder, FLIP_BENCH_HISTORY: JSON.stringify(order) };
      return { folder, senders, ...(await run('history', env)) };
    });
  }

  /** The log with its views, and the cost of catching up. */
  caughtUp(events) {
    return this.once(`caught-up-${events}`, async (folder) => {
      const written = await this.written(events);
      this.copy(written, folder);
      const caughtUp = await run('catch-up', { FLIP_DATA: folder });
      const problem = problemOf(caughtUp, written);
      if (problem !== null) throw new Error(problem);
      return { ...caughtUp, senders: written.senders, folder };
    });
  }

  /** The peer's database with the transfers of the largest log. */
  peer() {
    return this.once('peer', async (folder) => {
      mkdirSync(folder);
      await fillPeer(folder, (await this.caughtUp(this.events)).folder);
      return folder;
    });
  }

  copy({ folder }, to) {
    rmSync(to, { recursive: true, force: true });
    cpSync(folder, to, { recursive: true });
  }

  once(name, make) {
    const known = this.made.get(name);
    if (known) return known;
    const made = make(join(this.scratch, name));
    this.made.set(name, made);
    return made;
  }
}

/** Every transfer and cent of the log is in the view, and nothing was parked. */
export function problemOf({ rows, sumCents, parked }, written) {
  if (parked > 0) return `${parked} events were parked`;
  return rows === written.transfers && sumCents === written.sumCents
    ? null
    : `the view has ${rows} transfers of ${sumCents} cents, the log ${written.transfers} of ${written.sumCents}`;
}
