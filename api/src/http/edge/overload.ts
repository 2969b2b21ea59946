import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Config } from '../../config/config.js';
import { DomainError } from '../../kernel/domain-error.js';
import { isApi, isWebhook, routeOf } from './log-and-metrics.js';

/** Interval of the check that the event loop is on time. */
const EVERY_MS = 100;
/** Longest accepted delay of the event loop. */
const DELAY_LIMIT_MS = 1_000;
/** Most requests to the API in progress: with more, each would wait seconds for those before it. */
export const IN_PROGRESS_LIMIT = 200;
/** A stream of changes stays open, and has a separate limit. */
const STREAM_ROUTE = '/api/events';

/** Refused because too much is going on: 503 with Retry-After, and no failure of ours. */
export class Overloaded extends DomainError {
  constructor() {
    super('service_unavailable');
  }
}

/**
 * Refuses requests to the API while too many are in progress, or the event loop is late twice in a row, so that those already
 * accepted are answered in time, instead of all of them late. One long pause, as a collection of garbage, refuses nothing. Health, metrics, pages
 * and webhooks are always answered. `RATE_LIMIT=off` lifts it too.
 */
@Injectable()
export class LoadShedding implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private dueAtMs = Infinity;
  private lateMs = 0;
  private lateBeforeMs = 0;
  private inProgress = 0;

  constructor(private readonly config: Config) {}

  onApplicationBootstrap(): void {
    this.dueAtMs = performance.now() + EVERY_MS;
    this.timer = setInterval(() => this.measure(), EVERY_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** Accepts a request, which is in progress until its connection has the response. @throws Overloaded */
  check(request: FastifyRequest, reply: FastifyReply): void {
    if (this.config.RATE_LIMIT === 'off') return;
    const route = routeOf(request);
    if (!isApi(route) || isWebhook(request)) return;
    if (this.inProgress >= IN_PROGRESS_LIMIT || this.isOverloaded()) throw new Overloaded();
    if (route === STREAM_ROUTE) return;
    this.inProgress += 1;
    // Also when the client leaves before the response.
    reply.raw.once('close', () => (this.inProgress -= 1));
  }

  /** The current delay counts as well: the timer itself waits for all requests that are accepted now. */
  isOverloaded(): boolean {
    const isLate = performance.now() - this.dueAtMs > DELAY_LIMIT_MS;
    const wasLate = this.lateMs > DELAY_LIMIT_MS;
    return wasLate && (isLate || this.lateBeforeMs > DELAY_LIMIT_MS);
  }

  private measure(): void {
    const nowMs = performance.now();
    this.lateBeforeMs = this.lateMs;
    this.lateMs = nowMs - this.dueAtMs;
    this.dueAtMs = nowMs + EVERY_MS;
  }
}
