import { isDeepStrictEqual } from 'node:util';
import type { ExportedView } from '../../features/audit/exports/export-manifest.js';
import type { Output } from '../command.js';

/** Most differences of one kind that are named; all are counted. */
const NAMED_LIMIT = 20;

const OTHER_FORM_TEXT =
  'this program has another one: compare the lines with the version of the program that made the file';

/**
 * `missing`: the log has it, the file does not · `changed`: a line says something else than the log · `unexpected`: the log has
 * no such event, or the export does not ask for it · `repeated` and `misplaced`: a line is there twice, or not in order ·
 * `unreadable`: a line is of no export, or an event cannot be decrypted.
 */
export type DifferenceKind = 'missing' | 'changed' | 'unexpected' | 'repeated' | 'misplaced' | 'unreadable';

/** The findings in a file, printed at once. */
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

  /** Whether what a file shows has this program's form; another program's form cannot be compared. A file may not name its own. */
  hasForm(view: ExportedView | undefined, wanted: ExportedView): boolean {
    if (!view || isDeepStrictEqual(view, wanted)) return true;
    this.check('view', false, `lines of ${view.name} in version ${view.version}; ${OTHER_FORM_TEXT}`);
    return false;
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
