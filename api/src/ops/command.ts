import type { INestApplicationContext } from '@nestjs/common';
import type { Config } from '../config/config.js';

/** Prints one line for the operator. */
export type Say = (line: string) => void;

/** A command line that cannot be run; the message shows the correct one. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** An operator's arguments. */
export interface CommandLine {
  readonly name: string;
  /** The words after the name: as many as the command takes. */
  readonly words: readonly string[];
  readonly options: {
    readonly reveal?: boolean;
    readonly forget?: boolean;
    readonly by?: string;
    readonly words?: string;
    readonly since?: string;
    readonly json?: boolean;
    readonly 'safety-file'?: string;
    readonly 'without-safety-file'?: boolean;
  };
}

/** Who gives the command: the name of the option, else of the user of the machine. */
export function nameIn({ by }: CommandLine['options']): string {
  return by ?? process.env['USER'] ?? 'unnamed';
}

/** One run of a command. */
export interface CommandRun extends CommandLine {
  readonly config: Config;
  /** Absolute path of FLIP_DATA. */
  readonly dataDir: string;
  readonly say: Say;
}

/** One run of a command that writes, in the server or an application of its own process. */
export interface WritingRun extends CommandLine {
  readonly app: INestApplicationContext;
  readonly say: Say;
}

/** The output of a command that reports. */
export interface Output {
  /** One finding: as its lines, with --json as one line of JSON. */
  readonly tell: (finding: object, ...lines: readonly string[]) => void;
  /** For people alone: progress, headings and sums. */
  readonly note: Say;
}

export function outputOf({ say, options }: Pick<CommandRun, 'say' | 'options'>): Output {
  if (options.json === true)
    return { tell: (finding) => say(JSON.stringify(finding)), note: () => undefined };
  return { tell: (_finding, ...lines) => lines.forEach((line) => say(line)), note: say };
}

/** An error as the command line that caused it asked for. */
export function sayError(error: unknown, args: readonly string[], say: Say): void {
  const message = error instanceof Error ? error.message : String(error);
  say(args.includes('--json') ? JSON.stringify({ error: message }) : message);
}

/** Progress lines are printed at most this often. */
const SAY_EVERY_MS = 500;

/** Prints the first line at once and then at most two a second: a long run shows progress without flooding. */
export function throttled(say: Say): (line: () => string) => void {
  let saidAtMs = -SAY_EVERY_MS;
  return (line) => {
    if (performance.now() - saidAtMs < SAY_EVERY_MS) return;
    saidAtMs = performance.now();
    say(line());
  };
}

/** Reports the progress of a step; `total` is null when it is unknown. */
export type Report = (step: string, done: number, total: number | null) => void;

/** Reports each step with its rate, and the time left of one whose total is known. */
export function reportTo(say: Say): Report {
  const sayProgress = throttled(say);
  let current = { step: '', sinceMs: 0, from: 0 };
  return (step, done, total) => {
    if (step !== current.step) current = { step, sinceMs: performance.now(), from: done };
    sayProgress(() => {
      const seconds = (performance.now() - current.sinceMs) / 1_000;
      const rate = seconds > 0 ? (done - current.from) / seconds : 0;
      const of = total === null ? '' : ` of ${count.format(total)}`;
      return `${step}: ${count.format(done)}${of}${rateText(rate, total === null ? null : total - done)}`;
    });
  };
}

const count = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** "120,000 events, 48,000/s, about 12 s left". */
export function progressLine(events: number, ratePerSecond: number, remaining: number | null): string {
  return `${count.format(events)} events${rateText(ratePerSecond, remaining)}`;
}

/** ", 48,000/s, about 12 s left"; nothing of a rate that is not known yet. */
function rateText(ratePerSecond: number, remaining: number | null): string {
  if (ratePerSecond <= 0) return '';
  const left =
    remaining === null ? '' : `, about ${count.format(Math.ceil(remaining / ratePerSecond))} s left`;
  return `, ${count.format(ratePerSecond)}/s${left}`;
}
