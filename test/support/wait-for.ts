/** Bounds a wait; its length tests nothing. */
export const PATIENCE_MS = 120_000;
const PAUSE_MS = 50;

/** Polls until `look` returns something: for asynchronous effects (sagas, mail, webhooks). */
export async function waitFor<T>(what: string, look: () => Promise<T | null | undefined>): Promise<T> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const found = await look();
    if (found !== null && found !== undefined) return found;
    if (Date.now() > deadline) throw new Error(`Waited in vain for ${what}`);
    await new Promise((done) => setTimeout(done, PAUSE_MS));
  }
}
