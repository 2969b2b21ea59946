/** How a check or suite of `npm run verify` has ended. */
export interface Finished {
  readonly suite: string;
  readonly passed: number;
  readonly failed: number;
  readonly wallMs: number;
  readonly processorMs: number;
}

export function noteFinished(file: string, sources: string, ended: Finished): void;
export function finishedFor(
  sources: string,
  file: string,
  say?: (line: string) => void,
): ReadonlyMap<string, Finished>;
export function rowsOf(finished: ReadonlyMap<string, Finished>): readonly string[];
