import type { LiveChange } from '@kernel/live';
import { apiAddress, getJson } from '../api/api';
import { firstToken } from '../api/position-tokens';

/** A lost or refused stream is opened again after this long, after each refusal twice as long. */
const FIRST_PAUSE_MS = 3_000;
const LONGEST_PAUSE_MS = 60_000;

/** A change and the token with which reads show it; without one only what this tab has missed is not known. */
export interface LiveMessage extends LiveChange {
  readonly token: string | null;
}

/** Receives changes from the server. */
export interface LiveListener {
  readonly changed: (message: LiveMessage) => void;
  /** Whether changes are being missed. */
  readonly disconnected: (isDisconnected: boolean) => void;
}

/**
 * Opens the stream of changes and keeps it open; returns a function that closes it. It begins after the page's first reads, or
 * `after` the last message to another tab; a lost stream continues after the last message, as browsers would not do on their own; before a refused one is opened again, the session is refreshed, or ends.
 */
export function openStream(listener: LiveListener, after: string | null = firstToken()): () => void {
  let source: EventSource;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;
  let refusals = 0;
  let token = after;
  const open = () => {
    source = new EventSource(apiAddress('/events', { query: { after: token } }));
    source.addEventListener('open', () => {
      refusals = 0;
      listener.disconnected(false);
    });
    source.addEventListener('change', ({ data, lastEventId }: MessageEvent<string>) => {
      token = lastEventId;
      listener.changed({ ...(JSON.parse(data) as LiveChange), token });
    });
    source.addEventListener('error', () => {
      const isRefused = source.readyState === EventSource.CLOSED;
      source.close();
      timer = isRefused ? setTimeout(() => void reopen(), pauseMs()) : setTimeout(open, FIRST_PAUSE_MS);
      listener.disconnected(true);
    });
  };
  const pauseMs = () => {
    const longestMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** refusals++);
    return longestMs * (0.5 + Math.random() / 2);
  };
  const reopen = async () => {
    // Whatever the response: only an ended session ends here, and with it this stream.
    await getJson('/me').catch(() => undefined);
    if (!isClosed) open();
  };
  open();
  return () => {
    isClosed = true;
    clearTimeout(timer);
    source.close();
  };
}
