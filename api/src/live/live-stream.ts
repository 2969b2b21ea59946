import type { ServerResponse } from 'node:http';
import type { Principal } from '../http/contract/principal.js';
import type { LiveChange } from '../kernel/live.js';

/** A browser waits this long before it opens a lost stream again. */
const RETRY_MS = 3_000;
/** Bytes that may wait for a reader; a message has about a hundred. */
const WAITING_BYTES_LIMIT = 64 * 1_024;

/** The part of a response that a stream needs. */
type Response = Pick<ServerResponse, 'write' | 'end' | 'destroy' | 'writableLength'>;

/** One browser's open response of server-sent events (WHATWG HTML, section 9.2). */
export class LiveStream {
  /** `address` is the reader's, as limits count it. */
  constructor(
    readonly principal: Pick<Principal, 'uid' | 'sid' | 'roles'>,
    readonly address: string,
    private readonly response: Response,
  ) {
    this.write(`retry: ${String(RETRY_MS)}\n`);
  }

  /** `token` is that of a position at which reads show the change. */
  notify(change: LiveChange, token: string): void {
    this.write(`id: ${token}\nevent: change\ndata: ${JSON.stringify(change)}\n`);
  }

  /** A comment, so that proxies keep the connection open and a disconnected reader is noticed. */
  keepAlive(): void {
    this.write(': still here\n');
  }

  /** The browser reconnects on its own, and is refused when its session has ended. */
  end(): void {
    this.response.end();
  }

  /** Closes the stream of a reader that is too slow: it reconnects and starts over with everything. */
  private write(block: string): void {
    if (this.response.writableLength > WAITING_BYTES_LIMIT) this.response.destroy();
    else this.response.write(`${block}\n`);
  }
}
