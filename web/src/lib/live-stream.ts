import type { LiveChange } from '@kernel/live';
import { getJson } from './api';

const PATH = '/api/events';
/** A refused stream is opened again after this long, doubled each time. */
const FIRST_PAUSE_MS = 3_000;
const LONGEST_PAUSE_MS = 60_000;

/** Receives changes from the server. */
export interface LiveListener {
  readonly changed: (change: LiveChange) => void;
  /** Whether changes are being missed. */
  readonly disconnected: (isDisconnected: boolean) => void;
}

/**
 * Opens the stream of changes and keeps it open; returns a function that closes it. Browsers reconnect a lost stream on
 * their own, but not a refused one: then the session is refreshed first, or ends.
 */
export function openStream(listener: LiveListener): () => void {
  let source: EventSource;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;
  let refusals = 0;
  const open = () => {
    source = new EventSource(PATH);
    source.addEventListener('open', () => {
      refusals = 0;
      listener.disconnected(false);
    });
    source.addEventListener('change', ({ data }: MessageEvent<string>) => {
      listener.changed(JSON.parse(data) as LiveChange);
    });
    source.addEventListener('error', () => {
      listener.disconnected(true);
      if (source.readyState === EventSource.CLOSED) timer = setTimeout(() => void reopen(), pauseMs());
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
