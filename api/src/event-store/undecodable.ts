import type { EventPlace } from './event-store.port.js';

/** A stored event that cannot be understood: unknown, newer than this program, changed, or sealed for nobody. */
export class Undecodable extends Error {
  override readonly name = 'Undecodable';
  constructor(
    readonly reason: string,
    readonly stored: EventPlace,
  ) {
    super(`Event ${stored.position} of ${stored.stream} cannot be read: ${reason}`);
  }
}
