/** Waits between two asks of a payment whose outcome is unknown; when they are used up, the person decides. */
export const ASK_AGAIN_DELAYS_MS = [2_000, 3_000, 5_000, 8_000, 13_000] as const;

interface Asking<T> {
  /** The same request with the same idempotency key every time. */
  readonly ask: () => Promise<T>;
  readonly isUnknown: (error: unknown) => boolean;
  /** Called before every wait, so that the screen can say that it is still asking. */
  readonly onUnknown: () => void;
  readonly wait: (ms: number, error: unknown) => Promise<void>;
}

/** Asks until the outcome is known: the answer, the refusal, or the last unknown outcome thrown. */
export async function askUntilAnswered<T>({ ask, isUnknown, onUnknown, wait }: Asking<T>): Promise<T> {
  for (const delayMs of ASK_AGAIN_DELAYS_MS) {
    try {
      return await ask();
    } catch (error) {
      if (!isUnknown(error)) throw error;
      onUnknown();
      await wait(delayMs, error);
    }
  }
  return await ask();
}
