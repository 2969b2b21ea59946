import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import type { LiveChange } from '../../api/src/kernel/live.js';
import { PATIENCE_MS } from './wait-for.js';

/** A message of the stream: its data and its id. */
export interface LiveMessage extends LiveChange {
  readonly token: string;
}

/** Reads GET /api/events like a browser, keeping everything it was sent. */
export class LiveReader {
  readonly lines: string[] = [];
  readonly changes: LiveMessage[] = [];
  /** Resolves when the server ends the stream. */
  readonly ended: Promise<void>;
  private readonly waiting = new Set<() => void>();

  private constructor(
    readonly headers: Headers,
    body: ReadableStream,
    private readonly closing: AbortController,
  ) {
    this.ended = this.read(body);
  }

  static async open(
    url: string,
    cookie: string,
    { headers = {}, query = '' }: { readonly headers?: object; readonly query?: string } = {},
  ): Promise<LiveReader> {
    const closing = new AbortController();
    const response = await fetch(`${url}/api/events${query}`, {
      headers: { cookie, ...headers },
      signal: closing.signal,
    });
    if (response.status !== 200 || !response.body)
      throw new Error(`GET /api/events answered ${String(response.status)}`);
    return new LiveReader(response.headers, response.body, closing);
  }

  /** The first change, already received or still to come, that matches. */
  async change(wanted: (change: LiveMessage) => boolean): Promise<LiveMessage> {
    const deadline = AbortSignal.timeout(PATIENCE_MS);
    for (;;) {
      const found = this.changes.find(wanted);
      if (found) return found;
      if (deadline.aborted) throw new Error(`No such change in ${JSON.stringify(this.changes)}`);
      await new Promise<void>((resolve) => {
        this.waiting.add(resolve);
        deadline.addEventListener('abort', () => resolve(), { once: true });
      });
    }
  }

  close(): void {
    this.closing.abort();
  }

  private async read(body: ReadableStream): Promise<void> {
    let token = '';
    try {
      for await (const line of createInterface({ input: Readable.fromWeb(body as never) })) {
        this.lines.push(line);
        if (line.startsWith('id: ')) token = line.slice(4);
        if (line.startsWith('data: '))
          this.changes.push({ ...(JSON.parse(line.slice(6)) as LiveChange), token });
        for (const wake of this.waiting) wake();
        this.waiting.clear();
      }
    } catch (error) {
      if (!this.closing.signal.aborted) throw error;
    }
  }
}
