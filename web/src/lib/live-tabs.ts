import type { LiveChange } from '@kernel/live';
import { EVERYTHING } from '@kernel/live';
import { openStream, type LiveListener } from './live-stream';

/** What the tabs of one browser tell each other. */
type TabMessage =
  | { readonly kind: 'change'; readonly change: LiveChange }
  | { readonly kind: 'state'; readonly isAway: boolean; readonly position: string }
  | { readonly kind: 'hello' };

/**
 * Follows changes with one stream per browser, because browsers allow few connections to a host: the tab that holds the
 * lock has it and passes on what it hears; when it closes, another takes over. Returns a function that stops.
 */
export function followChanges(uid: string, listener: LiveListener): () => void {
  if (!('locks' in navigator)) return openStream(listener);
  const name = `flip:live:${uid}`;
  const stopping = new AbortController();
  const tabs = new Tabs(name, listener);
  const lead = () =>
    new Promise<void>((resolve) => {
      const close = openStream(tabs.leader());
      stopping.signal.addEventListener('abort', () => {
        close();
        resolve();
      });
    });
  // Rejects when it stops while another tab leads.
  navigator.locks.request(name, { signal: stopping.signal }, lead).catch(() => undefined);
  tabs.greet();
  return () => {
    stopping.abort();
    tabs.close();
  };
}

/** One tab among those of its browser. */
class Tabs {
  private readonly channel: BroadcastChannel;
  private isLeader = false;
  private isAway = true;
  private position = '';
  /** Whether this tab knows from when on it hears of changes. */
  private isGreeted = false;

  constructor(
    name: string,
    private readonly listener: LiveListener,
  ) {
    this.channel = new BroadcastChannel(name);
    this.channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
      this.hear(data);
    };
  }

  greet(): void {
    this.say({ kind: 'hello' });
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
        this.position = change.position;
        this.listener.changed(change);
        this.say({ kind: 'change', change });
      },
      away: (isAway) => {
        this.isAway = isAway;
        this.listener.away(isAway);
        this.sayState();
      },
    };
  }

  private hear(message: TabMessage): void {
    if (message.kind === 'change') this.listener.changed(message.change);
    else if (message.kind === 'hello') this.answer();
    else this.follow(message);
  }

  private answer(): void {
    if (this.isLeader) this.sayState();
  }

  /** The first answer of the leader: what changed before may be missing on this tab. */
  private follow({ isAway, position }: Extract<TabMessage, { kind: 'state' }>): void {
    this.listener.away(isAway);
    if (!this.isGreeted) this.listener.changed({ topics: [EVERYTHING], position });
    this.isGreeted = true;
  }

  private sayState(): void {
    this.say({ kind: 'state', isAway: this.isAway, position: this.position });
  }

  private say(message: TabMessage): void {
    this.channel.postMessage(message);
  }
}
