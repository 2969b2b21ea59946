import { Injectable } from '@nestjs/common';
import { LostDecisions } from '../engine/safety/lost-decisions.js';
import { SafetyCopier } from '../engine/safety/safety-copier.js';

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

  /** Leaves out what cannot be read now. */
  async current(): Promise<readonly string[]> {
    const read = await Promise.all(this.readers.map((reader) => reader().catch(() => null)));
    return read.filter((notice) => notice !== null);
  }
}
