/** Limit of pending faults. */
const FAULT_LIMIT = 1_000;

/**
 * Faults of the fake server, one per call: {on: 'append' | 'read' | 'subscribe', kind, times, delayMs, events}.
 * The kinds are documented where they are implemented: appends.mjs, reads.mjs, subscriptions.mjs.
 */
export class Faults {
  #waiting = [];

  add(faults) {
    if (this.#waiting.length + faults.length > FAULT_LIMIT) throw new Error('Too many faults');
    for (const fault of faults) this.#waiting.push({ times: 1, delayMs: 0, events: 0, ...fault });
  }

  clear() {
    this.#waiting = [];
  }

  /** The next fault for such a call; undefined when it should succeed. */
  take(on) {
    const fault = this.#waiting.find((waiting) => waiting.on === on);
    if (!fault) return undefined;
    fault.times -= 1;
    if (fault.times <= 0) this.#waiting.splice(this.#waiting.indexOf(fault), 1);
    return fault;
  }
}

export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
