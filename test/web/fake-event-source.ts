import type { LiveChange } from '../../api/src/kernel/live.js';

/** The browser's EventSource, connected at once; what the server tells is in the test's hands. */
export class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2;
  /** All of them, oldest first. */
  static readonly opened: FakeEventSource[] = [];
  readyState = 0;

  constructor(readonly url: string) {
    super();
    FakeEventSource.opened.push(this);
    queueMicrotask(() => {
      if (this.readyState === 0) this.connect();
    });
  }

  static get connected(): readonly FakeEventSource[] {
    return this.opened.filter(({ readyState }) => readyState !== this.CLOSED);
  }

  connect(): void {
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
  }

  tell(topics: readonly string[], position = '1'): void {
    const change: LiveChange = { topics, position };
    this.dispatchEvent(new MessageEvent('change', { data: JSON.stringify(change) }));
  }

  /** The connection is lost: a browser opens it again by itself. */
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
