import type { LiveChange } from '../../api/src/kernel/live.js';

/** The browser's EventSource, connected at once; what the server tells is in the test's hands. */
export class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2;
  /** All of them, oldest first. */
  static readonly opened: FakeEventSource[] = [];
  /** While it is, nothing connects. */
  static isServerAway = false;
  readyState = 0;

  constructor(readonly url: string) {
    super();
    FakeEventSource.opened.push(this);
    queueMicrotask(() => {
      if (this.readyState !== 0) return;
      if (FakeEventSource.isServerAway) this.lose();
      else this.connect();
    });
  }

  static get connected(): readonly FakeEventSource[] {
    return this.opened.filter(({ readyState }) => readyState !== this.CLOSED);
  }

  connect(): void {
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
  }

  tell(topics: readonly string[], token = 'token'): void {
    const change: LiveChange = { topics };
    this.dispatchEvent(new MessageEvent('change', { data: JSON.stringify(change), lastEventId: token }));
  }

  /** The connection is lost: a browser would open it again by itself. */
  lose(): void {
    this.readyState = 0;
    this.dispatchEvent(new Event('error'));
  }

  /** The server refuses it: a browser gives up. */
  refuse(): void {
    this.readyState = FakeEventSource.CLOSED;
    this.dispatchEvent(new Event('error'));
  }

  close(): void {
    this.readyState = FakeEventSource.CLOSED;
  }
}
