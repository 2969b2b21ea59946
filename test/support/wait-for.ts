/** A wait in vain ends; how long one takes proves nothing. */
const PATIENCE_MS = 60_000;
const PAUSE_MS = 50;

/** Asks again until `look` gives something: for what follows an answer by itself (sagas, mail, webhooks). */
export async function waitFor<T>(what: string, look: () => Promise<T | null | undefined>): Promise<T> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const found = await look();
    if (found !== null && found !== undefined) return found;
    if (Date.now() > deadline) throw new Error(`Waited in vain for ${what}`);
    await new Promise((done) => setTimeout(done, PAUSE_MS));
  }
}
