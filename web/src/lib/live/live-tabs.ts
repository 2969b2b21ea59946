import { EVERYTHING } from '@kernel/live';
import { openStream, type LiveListener, type LiveMessage } from './live-stream';

/** Messages between the tabs of one browser. */
type TabMessage =
  | { readonly kind: 'change'; readonly change: LiveMessage }
  | { readonly kind: 'state'; readonly isDisconnected: boolean; readonly token: string | null }
  | { readonly kind: 'hello' };

/**
 * Follows changes with one stream per browser, because browsers allow few connections to a host: the tab that holds the
 * lock has it and forwards its messages; when that tab closes, another takes over. Where the browser has or allows no locks
 * and messages between tabs, each tab has its own. Returns a function that stops.
 */
export function followChanges(uid: string, listener: LiveListener): () => void {
  if (!('locks' in navigator)) return openStream(listener);
  const name = `flip:live:${uid}`;
  const stopping = new AbortController();
  const tabs = tabsOf(name, listener);
  if (!tabs) return openStream(listener);
  const lead = () =>
    new Promise<void>((resolve) => {
      const close = openStream(tabs.leader(), tabs.lastToken);
      stopping.signal.addEventListener('abort', () => {
        close();
        resolve();
      });
    });
  // Rejects when it stops while another tab leads, and where site data are blocked.
  navigator.locks.request(name, { signal: stopping.signal }, lead).catch(() => {
    if (!stopping.signal.aborted) void lead();
  });
  tabs.greet();
  return () => {
    stopping.abort();
    tabs.close();
  };
}

/** Null where the browser refuses messages between tabs. */
function tabsOf(name: string, listener: LiveListener): Tabs | null {
  try {
    return new Tabs(name, listener);
  } catch {
    return null;
  }
}

/** One tab among those of its browser. */
class Tabs {
  private readonly channel: BroadcastChannel;
  private isLeader = false;
  private isDisconnected = true;
  private token: string | null = null;
  /** Whether this tab has had the state of the leader: from then on it misses no change. */
  private isInSync = false;

  constructor(
    name: string,
    private readonly listener: LiveListener,
  ) {
    this.channel = new BroadcastChannel(name);
    this.channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
      this.receive(data);
    };
  }

  /** Of the last message; undefined before one. */
  get lastToken(): string | undefined {
    return this.token ?? undefined;
  }

  greet(): void {
    this.post({ kind: 'hello' });
  }

  close(): void {
    this.channel.onmessage = null;
    this.channel.close();
  }

  /** What listens to the stream of the tab that leads. */
  leader(): LiveListener {
    this.isLeader = true;
    return {
      changed: (change) => {
        this.change(change);
        this.post({ kind: 'change', change });
      },
      disconnected: (isDisconnected) => {
        this.isDisconnected = isDisconnected;
        this.listener.disconnected(isDisconnected);
        this.postState();
      },
    };
  }

  private change(change: LiveMessage): void {
    this.token = change.token;
    this.listener.changed(change);
  }

  private receive(message: TabMessage): void {
    if (message.kind === 'change') this.change(message.change);
    else if (message.kind === 'hello') this.respond();
    else this.follow(message);
  }

  private respond(): void {
    if (this.isLeader) this.postState();
  }

  /** The state of the leader. Changes before the first one may be missing in this tab. */
  private follow({ isDisconnected, token }: Extract<TabMessage, { kind: 'state' }>): void {
    this.listener.disconnected(isDisconnected);
    if (!this.isInSync) this.change({ topics: [EVERYTHING], token });
    this.isInSync = true;
  }

  private postState(): void {
    this.post({ kind: 'state', isDisconnected: this.isDisconnected, token: this.token });
  }

  private post(message: TabMessage): void {
    try {
      this.channel.postMessage(message);
    } catch {
      // A page that is left can lose its channel before its stream. Another tab leads then.
    }
  }
}
