import type { Output } from '../command.js';

/** Most differences of one kind that are named; all are counted. */
const NAMED_LIMIT = 20;

/**
 * `missing`: the log has it, the file does not · `changed`: a line says something else than the log · `unexpected`: the log has
 * no such event, or the export does not ask for it · `repeated` and `misplaced`: a line is there twice, or not in order ·
 * `unreadable`: a line is of no export, or an event cannot be decrypted.
 */
export type DifferenceKind = 'missing' | 'changed' | 'unexpected' | 'repeated' | 'misplaced' | 'unreadable';

/** What was found in a file, said at once. */
export class Findings {
  private readonly counts = new Map<DifferenceKind, number>();
  private hasFailed = false;

  constructor(private readonly output: Output) {}

  get areGood(): boolean {
    return !this.hasFailed && this.counts.size === 0;
  }

  /** Says one of two texts. */
  expect(name: string, ok: boolean, [good, bad]: readonly [good: string, bad: string]): void {
    this.check(name, ok, ok ? good : bad);
  }

  check(name: string, ok: boolean, found: string): void {
    this.hasFailed ||= !ok;
    this.output.tell({ check: name, ok, found }, `${name}: ${found}`);
  }

  differs(
    kind: DifferenceKind,
    place: { readonly position?: string; readonly line?: number },
    found: string,
  ): void {
    const count = (this.counts.get(kind) ?? 0) + 1;
    this.counts.set(kind, count);
    if (count > NAMED_LIMIT) return;
    this.output.tell({ difference: kind, ...place, found }, `   ${kind}: ${found}`);
  }

  /** The differences that were not named. */
  sum(checked: string): void {
    const counted = [...this.counts].map(([kind, count]) => `${count} ${kind}`).join(', ');
    this.check('log', this.counts.size === 0, counted === '' ? checked : `differs: ${counted}`);
  }
}
