/** Wakes one waiting loop. A ring with nobody waiting is kept for the next wait. */
export class Bell {
  private rung = false;
  private wake: (() => void) | undefined;

  ring(): void {
    this.rung = true;
    this.wake?.();
  }

  /** Resolves at the next ring, at once when one was missed, or after `ms`. */
  async wait(ms?: number): Promise<void> {
    if (!this.rung) {
      await new Promise<void>((resolve) => {
        const timer = ms === undefined ? undefined : setTimeout(resolve, ms);
        this.wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      this.wake = undefined;
    }
    this.rung = false;
  }
}
