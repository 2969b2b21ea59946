import { setTimeout as delay } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Backoff, isOver } from '../config/backoff.js';
import { errorName } from '../config/error-code.js';
import { Outage } from '../config/outage.js';
import { StoreUnavailable } from '../config/store-unavailable.js';
import type { Position } from '../event-sourcing/event.js';
import { Features } from '../event-sourcing/event-sourcing.module.js';
import type { Announcement, StaffAudience } from '../event-sourcing/live-topics.js';
import { EncryptedEventLog } from '../event-store/encrypted-event-log.js';
import type { LogEntry } from '../event-store/codec.js';
import { BEGINNING } from '../event-store/event-store.port.js';
import { RequestMetrics } from '../http/log-and-metrics.js';
import { OpenSessions } from '../http/open-sessions.js';
import { EVERYTHING } from '../kernel/live.js';
import type { EventBatch } from '../subscriptions/shared-feed.js';
import { SubscriptionRunner } from '../subscriptions/subscription-runner.js';
import type { LiveStream } from './live-stream.js';

/** Most open streams of one process; each holds a connection. */
export const STREAMS_LIMIT = 2_000;
/** Most streams of one user, one for each browser; the oldest ends. */
export const STREAMS_PER_USER_LIMIT = 8;
/** Changes closer together are sent together. */
const PAUSE_MS = 50;
/** How long a stream may outlive its session. */
const SESSIONS_EVERY_MS = 5_000;
/** Proxies close a connection that is silent for a minute. */
const KEEP_ALIVE_EVERY_MS = 20_000;

/** Follows the log once for all open streams and notifies each of what changed for its user (architecture §5, Live). */
@Injectable()
export class LiveHub implements OnApplicationBootstrap, BeforeApplicationShutdown {
  /** Oldest first. */
  private readonly streams = new Set<LiveStream>();
  private readonly stopping = new AbortController();
  private readonly outage = new Outage('Live stream');
  /** Everything up to here was sent. */
  private through: Position = BEGINNING;
  private following: Promise<void> | undefined;
  private timers: readonly NodeJS.Timeout[] = [];
  private checking: Promise<void> | undefined;

  // oxlint-disable-next-line max-params -- Nest injects each
  constructor(
    private readonly features: Features,
    private readonly log: EncryptedEventLog,
    private readonly subscriptions: SubscriptionRunner,
    private readonly sessions: OpenSessions,
    private readonly metrics: RequestMetrics,
  ) {}

  onApplicationBootstrap(): void {
    this.following = this.follow();
    const endOver = () => {
      this.checking ??= this.endWithTheirSessions().finally(() => (this.checking = undefined));
    };
    const keepAlive = () => {
      for (const stream of this.streams) stream.keepAlive();
    };
    this.timers = [
      setInterval(endOver, SESSIONS_EVERY_MS).unref(),
      setInterval(keepAlive, KEEP_ALIVE_EVERY_MS).unref(),
    ];
  }

  /** Before the server closes, because it waits for every open response. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    for (const timer of this.timers) clearInterval(timer);
    for (const stream of this.streams) this.end(stream);
    await this.following;
  }

  /** @throws StoreUnavailable when this process has too many streams, or is stopping */
  requireRoom(): void {
    if (this.streams.size >= STREAMS_LIMIT || isOver(this.stopping.signal))
      throw new StoreUnavailable('No room for another live stream');
  }

  /** Tells the stream from now on, beginning with everything: what it missed before is not known. */
  add(stream: LiveStream): void {
    const own = [...this.streams].filter(({ principal }) => principal.uid === stream.principal.uid);
    const surplus = Math.max(0, own.length + 1 - STREAMS_PER_USER_LIMIT);
    for (const oldest of own.slice(0, surplus)) this.end(oldest);
    this.streams.add(stream);
    this.metrics.streams.set(this.streams.size);
    stream.notify({ topics: [EVERYTHING], position: this.through });
  }

  remove(stream: LiveStream): void {
    this.streams.delete(stream);
    this.metrics.streams.set(this.streams.size);
  }

  /** Ends the streams whose session is over. While the vault is unavailable this is unknown, and they stay open. */
  async endWithTheirSessions(): Promise<void> {
    const check = async (stream: LiveStream) => {
      const isActive = await this.sessions.isActive(stream.principal.sid).catch(() => true);
      if (!isActive) this.end(stream);
    };
    await Promise.all([...this.streams].map(check));
  }

  /** From the head on: streams opened earlier are notified to reload everything. */
  private async follow(): Promise<void> {
    const { signal } = this.stopping;
    const backoff = new Backoff();
    const prefixes = [...new Set(this.features.live.flatMap((topics) => topics.prefixes))];
    while (!isOver(signal)) {
      try {
        this.through = await this.log.head();
        this.tellEverything();
        this.outage.end();
        for await (const batch of this.subscriptions.follow({ after: this.through, prefixes, signal })) {
          backoff.reset();
          this.through = batch.through;
          if (this.announce(batch)) await delay(PAUSE_MS, undefined, { signal }).catch(() => undefined);
        }
      } catch (error) {
        this.outage.begin(`stopped, and tries again: ${errorName(error)}`);
        await backoff.pause(signal);
      }
    }
  }

  /** Nothing may be written after its end. */
  private end(stream: LiveStream): void {
    this.remove(stream);
    stream.end();
  }

  private tellEverything(): void {
    for (const stream of this.streams) stream.notify({ topics: [EVERYTHING], position: this.through });
  }

  /** One message per stream and batch. True when there was something to send. */
  private announce({ events }: EventBatch): boolean {
    if (this.streams.size === 0) return false;
    const ofUser = new Map<string, string[]>();
    const ofStaff: Announcement<StaffAudience>[] = [];
    for (const { to, topics } of events.flatMap((entry) => this.announcementsOf(entry))) {
      if ('uid' in to) ofUser.set(to.uid, [...(ofUser.get(to.uid) ?? []), ...topics]);
      else ofStaff.push({ to, topics });
    }
    for (const stream of this.streams) {
      const { uid, roles } = stream.principal;
      const asStaff = ofStaff.filter(({ to }) => to.exceptUid !== uid && roles.some(isOneOf(to.roles)));
      const own = [...(ofUser.get(uid) ?? []), ...asStaff.flatMap(({ topics }) => topics)];
      if (own.length > 0) stream.notify({ topics: [...new Set(own)], position: this.through });
    }
    return ofUser.size + ofStaff.length > 0;
  }

  /** An event that cannot be read changes no view. */
  private announcementsOf(entry: LogEntry): readonly Announcement[] {
    if (!('event' in entry)) return [];
    const { event } = entry;
    return this.features.live
      .filter(({ prefixes }) => prefixes.some((prefix) => event.stream.startsWith(prefix)))
      .map((topics) => topics.announce(event))
      .filter((announcement) => announcement !== null);
  }
}

const isOneOf = (all: readonly string[]) => (one: string) => all.includes(one);
