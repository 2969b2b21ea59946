import { Injectable } from '@nestjs/common';
import { LostDecisions } from '../engine/safety/lost-decisions.js';
import { SafetyCopier } from '../engine/safety/safety-copier.js';
import { within } from '../engine/waiting/time-limit.js';

/** A store that does not respond in time has nothing to say. */
const READ_DEADLINE_MS = 2_000;

/** What operators have to know although requests are served: readiness names it, and stays as it is. */
@Injectable()
export class Notices {
  private readonly readers: (() => Promise<string | null>)[] = [];

  constructor(copier: SafetyCopier, lost: LostDecisions) {
    this.add(() => Promise.resolve(copier.notice()));
    this.add(() => lost.notice());
  }

  /** @param read null when there is nothing to say */
  add(read: () => Promise<string | null>): void {
    this.readers.push(read);
  }

  /** Skips what cannot be read now. */
  async current(): Promise<readonly string[]> {
    const late = () => new Error('too late');
    const read = await Promise.all(
      this.readers.map((reader) => within(reader(), READ_DEADLINE_MS, late).catch(() => null)),
    );
    return read.filter((notice) => notice !== null);
  }
}
