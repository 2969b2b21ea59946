import { isoInstant } from '../../../api/src/config/clock.js';

/** The steps of a run, one line each: when, who, what, with which result. Recorded only when it will be printed. */
export class History {
  readonly lines: string[] = [];

  constructor(
    private readonly clock: { readonly nowMs: number },
    private isKept: boolean,
  ) {}

  /** The last line. */
  end(who: string, what: string): void {
    this.log(who, what);
    this.isKept = false;
  }

  log(who: string, what: string, result = ''): void {
    if (!this.isKept) return;
    const at = isoInstant(this.clock.nowMs).replace('T', ' ').slice(5, 19);
    this.lines.push(`${at}  ${who.padEnd(10)} ${what}${result && `: ${result}`}`);
  }
}
