/** Wakes one waiting loop. A wakeup while none waits is kept for the next wait. */
export class Wakeup {
  private isPending = false;
  private resume: (() => void) | undefined;

  wake(): void {
    this.isPending = true;
    this.resume?.();
  }

  /** Resolves at the next wakeup, at once when one is pending, or after `ms`. */
  async wait(ms?: number): Promise<void> {
    if (!this.isPending) {
      await new Promise<void>((resolve) => {
        const timer = ms === undefined ? undefined : setTimeout(resolve, ms);
        this.resume = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      this.resume = undefined;
    }
    this.isPending = false;
  }
}
