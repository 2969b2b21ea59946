import { parseJson } from '../kernel/parse-json.js';

/** One line as pino writes it. */
interface Line {
  readonly level: string;
  readonly time: string;
  readonly msg?: string;
  readonly context?: string;
  readonly err?: { readonly message?: string; readonly stack?: string };
  readonly method?: string;
  readonly route?: string;
  readonly status?: number;
  readonly durationMs?: number;
  readonly code?: string;
}

/** Message of the line that ends each request. */
export const REQUEST_MESSAGE = 'request';

/** A log for a person at a terminal: one readable line each, and no requests unless they are asked for. */
export class TerminalLog {
  constructor(
    private readonly print: (text: string) => unknown,
    private readonly showsRequests: boolean,
  ) {}

  write(json: string): void {
    const line = parseJson(json) as Line;
    if (line.msg === REQUEST_MESSAGE && !this.showsRequests) return;
    this.print(`${textOf(line)}\n`);
  }
}

function textOf(line: Line): string {
  const { time, level, context, msg, err } = line;
  const start = `${clockOf(time)} ${level.padEnd(5)}`;
  if (msg === REQUEST_MESSAGE) return `${start} ${requestOf(line)}`;
  const text = err?.message && err.message !== msg ? `${msg}: ${err.message}` : (msg ?? '');
  const frames = err?.stack?.split('\n').filter((part) => part.startsWith('    at ')) ?? [];
  return [`${start} ${context ? `${context}: ` : ''}${printable(text)}`, ...frames.map(printable)].join('\n');
}

function requestOf({ method, route, status, durationMs, code }: Line): string {
  return printable(`${method} ${route} ${status} ${durationMs} ms${code ? ` ${code}` : ''}`);
}

/** What came from elsewhere may not move the cursor. */
const printable = (text: string): string => text.replaceAll(/\p{Cc}+/gu, ' ');

/** The reader's own time of day. */
function clockOf(time: string): string {
  return new Date(time).toTimeString().slice(0, 'HH:mm:ss'.length);
}
