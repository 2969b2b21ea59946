/** Lets subscriptions sleep until the next commit. */
export class Wakeup {
  private readonly sleepers = new Set<() => void>();

  wake(): void {
    for (const sleeper of this.sleepers) sleeper();
  }

  /** Resolves at the next commit, after `timeoutMs`, or when the signal aborts. */
  async wait(timeoutMs: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
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
