/** Wakes loops that wait. A wakeup while none waits is kept for the next wait. */
export class Wakeup {
  private isPending = false;
  private readonly waiting = new Set<(isWoken: boolean) => void>();

  wake(): void {
    this.isPending = this.waiting.size === 0;
    for (const resume of this.waiting) resume(true);
  }

  /** Resolves at the next wakeup, at once when one is pending, and when `signal` aborts; with false after `ms`. */
  async wait(ms?: number, signal?: AbortSignal): Promise<boolean> {
    const isPending = this.isPending;
    this.isPending = false;
    if (isPending || signal?.aborted) return true;
    return new Promise((resolve) => {
      const resume = (isWoken: boolean) => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        this.waiting.delete(resume);
        resolve(isWoken);
      };
      const abort = () => resume(true);
      const timer = ms === undefined ? undefined : setTimeout(resume, ms, false);
      signal?.addEventListener('abort', abort);
      this.waiting.add(resume);
    });
  }
}
