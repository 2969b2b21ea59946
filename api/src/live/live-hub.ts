import { setTimeout as delay } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Backoff, isOver } from '../engine/waiting/backoff.js';
import { Outage } from '../engine/storage/outage.js';
import type { Position } from '../event-sourcing/event.js';
import { Features } from '../event-sourcing/event-sourcing.module.js';
import type { Announcement, StaffAudience } from '../event-sourcing/live-topics.js';
import { EncryptedEventLog } from '../engine/event-store/encrypted-event-log.js';
import type { LogEntry } from '../engine/event-store/codec.js';
import { BEGINNING } from '../engine/event-store/event-store.port.js';
import { RequestMetrics } from '../http/edge/log-and-metrics.js';
import { Overloaded } from '../http/edge/overload.js';
import { PositionTokens } from '../http/contract/position-tokens.js';
import { OpenSessions } from '../http/edge/open-sessions.js';
import { EVERYTHING } from '../kernel/live.js';
import type { EventBatch } from '../engine/subscriptions/shared-feed.js';
import { SubscriptionRunner } from '../engine/subscriptions/subscription-runner.js';
import { LastAnnouncements } from './last-announcements.js';
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
  private readonly announced = new LastAnnouncements();
  private following: Promise<void> | undefined;
  private timers: readonly NodeJS.Timeout[] = [];
  private checking: Promise<void> | undefined;

  constructor(
    private readonly features: Features,
    private readonly log: EncryptedEventLog,
    private readonly subscriptions: SubscriptionRunner,
    private readonly sessions: OpenSessions,
    private readonly metrics: RequestMetrics,
    private readonly tokens: PositionTokens,
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

  /** @throws Overloaded when this process has too many streams, each of another address, or is stopping */
  requireRoom(): void {
    const isFull = this.streams.size >= STREAMS_LIMIT && this.surplus() === null;
    if (isFull || isOver(this.stopping.signal)) throw new Overloaded();
  }

  /** The oldest stream of the address with the most, unless every address has only one. */
  private surplus(): LiveStream | null {
    const ofAddress = new Map<string, LiveStream[]>();
    for (const stream of this.streams) {
      const others = ofAddress.get(stream.address);
      if (others) others.push(stream);
      else ofAddress.set(stream.address, [stream]);
    }
    const most = [...ofAddress.values()].reduce(
      (one, other) => (other.length > one.length ? other : one),
      [],
    );
    return most.length > 1 ? (most[0] ?? null) : null;
  }

  /** Notifies the stream from now on; first of everything, unless it surely missed nothing after its token `after`. */
  add(stream: LiveStream, after?: unknown): void {
    const own = [...this.streams].filter(({ principal }) => principal.uid === stream.principal.uid);
    const surplus = Math.max(0, own.length + 1 - STREAMS_PER_USER_LIMIT);
    for (const oldest of own.slice(0, surplus)) this.end(oldest);
    const displaced = this.streams.size >= STREAMS_LIMIT ? this.surplus() : null;
    if (displaced) this.end(displaced);
    this.streams.add(stream);
    this.metrics.streams.set(this.streams.size);
    const token = this.tokens.read(after);
    // Only what this process has seen since its start is known: positions of a log before a restore mean nothing in it.
    const missedNothing =
      token?.isOfThisRun === true && this.announced.noneSince(token.position, stream.principal);
    if (!missedNothing) this.notify(stream, [EVERYTHING]);
  }

  remove(stream: LiveStream): void {
    this.streams.delete(stream);
    this.metrics.streams.set(this.streams.size);
  }

  /** Ends the streams of ended sessions. While the vault is unavailable this is unknown, and they stay open. */
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
        this.announced.restart(this.through);
        for (const stream of this.streams) this.notify(stream, [EVERYTHING]);
        this.outage.end();
        for await (const batch of this.subscriptions.follow({ after: this.through, prefixes, signal })) {
          backoff.reset();
          this.through = batch.through;
          if (this.announce(batch)) await delay(PAUSE_MS, undefined, { signal }).catch(() => undefined);
        }
      } catch (error) {
        this.outage.begin('stopped, and tries again', error);
        await backoff.pause(signal);
      }
    }
  }

  /** Nothing may be written after its end. */
  private end(stream: LiveStream): void {
    this.remove(stream);
    stream.end();
  }

  /** Each stream gets a separate token, even for one change: equal ones could be compared. */
  private notify(stream: LiveStream, topics: readonly string[]): void {
    stream.notify({ topics }, this.tokens.tokenOf(this.through));
  }

  /** One message per stream and batch. True when there was something to send. */
  private announce({ events }: EventBatch): boolean {
    const ofUser = new Map<string, string[]>();
    const ofStaff: Announcement<StaffAudience>[] = [];
    for (const { to, topics } of events.flatMap((entry) => this.announcementsOf(entry))) {
      if ('uid' in to) ofUser.set(to.uid, [...(ofUser.get(to.uid) ?? []), ...topics]);
      else ofStaff.push({ to, topics });
    }
    this.announced.note(this.through, { uids: ofUser.keys(), roles: ofStaff.flatMap(({ to }) => to.roles) });
    for (const stream of this.streams) {
      const { uid, roles } = stream.principal;
      const asStaff = ofStaff.filter(({ to }) => to.exceptUid !== uid && roles.some(isOneOf(to.roles)));
      const own = [...(ofUser.get(uid) ?? []), ...asStaff.flatMap(({ topics }) => topics)];
      if (own.length > 0) this.notify(stream, [...new Set(own)]);
    }
    return this.streams.size > 0 && ofUser.size + ofStaff.length > 0;
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
