/** The reads between two attempts to end the session. */
interface Reads {
  /** Stops them while the session is being ended. */
  readonly stop: AbortController;
  /** Whether it ended. */
  readonly ended: Promise<boolean>;
  readonly settle: (hasEnded: boolean) => void;
}

let current = newReads();

/**
 * Reads what belongs to the session. While the session is being ended the read is held back: refused after the end, it
 * would look like a session that was lost. It is sent again when the session continues, and rejects when it has ended.
 */
export async function readInSession<Result>(send: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const { stop, ended } = current;
  try {
    return await send(stop.signal);
  } catch (error) {
    if (!stop.signal.aborted || (await ended)) throw error;
    return await readInSession(send);
  }
}

/** Ends the session with no read under way. Rejects as that does, and then the reads continue. */
export async function withoutReads(endSession: () => Promise<void>): Promise<void> {
  const { stop, settle } = current;
  stop.abort();
  try {
    await endSession();
    settle(true);
  } catch (error) {
    settle(false);
    throw error;
  } finally {
    current = newReads();
  }
}

function newReads(): Reads {
  let settle: Reads['settle'] = () => undefined;
  const ended = new Promise<boolean>((done) => {
    settle = done;
  });
  return { stop: new AbortController(), ended, settle };
}
