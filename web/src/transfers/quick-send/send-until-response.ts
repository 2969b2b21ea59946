/** Waits between two requests of a payment with an unknown outcome; after the last, the sender decides. */
export const RESEND_DELAYS_MS = [2_000, 3_000, 5_000, 8_000, 13_000] as const;

interface Sending<T> {
  /** The same request with the same idempotency key every time. */
  readonly send: () => Promise<T>;
  readonly isUnknown: (error: unknown) => boolean;
  /** Called before every wait, so that the screen can report that it is still trying, and why. */
  readonly onUnknown: (error: unknown) => void;
  readonly wait: (ms: number, error: unknown) => Promise<void>;
}

/** Repeats a request until its outcome is known: returns the response, or throws the refusal or last unknown outcome. */
export async function sendUntilResponse<T>({ send, isUnknown, onUnknown, wait }: Sending<T>): Promise<T> {
  for (const delayMs of RESEND_DELAYS_MS) {
    try {
      return await send();
    } catch (error) {
      if (!isUnknown(error)) throw error;
      onUnknown(error);
      await wait(delayMs, error);
    }
  }
  return await send();
}
