/** Lets subscriptions sleep until the writer has committed something, or a while has passed. */
export class Wakeup {
  /** Commits so far: what a sleeper has seen before it looked at the log. */
  count = 0;
  private readonly sleepers = new Set<() => void>();

  wake(): void {
    this.count += 1;
    for (const sleeper of this.sleepers) sleeper();
  }

  /** Resolves at the first commit after `seen`, at the latest after `timeoutMs` or when the signal says so. */
  async wait(seen: number, timeoutMs: number, signal: AbortSignal): Promise<void> {
    if (this.count !== seen || signal.aborted) return;
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        this.sleepers.delete(done);
        resolve();
      };
      const timer = setTimeout(done, timeoutMs);
      signal.addEventListener('abort', done);
      this.sleepers.add(done);
    });
  }
}
