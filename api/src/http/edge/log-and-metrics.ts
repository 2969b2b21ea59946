import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import type { ConsumerStatus } from '../../engine/subscriptions/subscriptions.js';
import { OPT_OUT_ROUTE } from '../contract/mail-opt-out.js';
import { SOCIAL_CALLBACK_ROUTE } from '../../config/social-settings.js';
import { REQUEST_MESSAGE } from '../../config/terminal-log.js';
import { REPORT_ROUTE } from './security-policy.js';
import { within } from '../../engine/waiting/time-limit.js';
import type { SignedRequest } from '../contract/principal.js';

const problemCodes = new WeakMap<FastifyRequest, string>();

/** Stores the code of a problem for the request's log line. */
export function noteProblem(request: FastifyRequest, code: string): void {
  problemCodes.set(request, code);
}

/** Logs an unexpected error with its stack; the request's own line follows at its end. */
export function logFailure(error: unknown, request: FastifyRequest): void {
  (request.log as Logger).error(
    { err: error, requestId: request.id, route: routeOf(request) },
    'request failed',
  );
}

/**
 * Logs one line per finished request; files and health checks only at level debug. Never logs the URL, query, headers
 * or bodies, so that no name, email, handle or token can reach the log.
 */
export function logRequest(request: SignedRequest, reply: FastifyReply, route: string): void {
  const level = isApi(route) || request.is404 ? 'info' : 'debug';
  const line = {
    requestId: request.id,
    method: request.method,
    route,
    status: reply.statusCode,
    durationMs: Math.round(reply.elapsedTime * 10) / 10,
    uid: request.user?.uid,
    code: problemCodes.get(request),
  };
  (request.log as Logger)[level](line, REQUEST_MESSAGE);
}

/**
 * The route template of a request. Every rule about routes goes by it, never by the URL, which can spell the same route
 * in several ways (`http://host/api/me`, `/%61pi/me`).
 */
export function routeOf(request: FastifyRequest): string {
  return request.is404 ? 'unmatched' : (request.routeOptions.url ?? 'unmatched');
}

export function isApi(route: string): boolean {
  return route.startsWith('/api/');
}

export function isWebhook(request: FastifyRequest): boolean {
  return routeOf(request).startsWith('/api/webhooks/');
}

/** A mail program's own button posts here (RFC 8058), with nothing but the token in the address. */
export function isOptOut(request: FastifyRequest): boolean {
  return routeOf(request) === OPT_OUT_ROUTE;
}

/** A browser itself posts here what the content security policy kept a page from. */
export function isPolicyReport(request: FastifyRequest): boolean {
  return routeOf(request) === REPORT_ROUTE;
}

/** A sign-in provider's page posts its answer here (docs/providers.md); the handler changes nothing. */
export function isProviderAnswer(request: FastifyRequest): boolean {
  return request.method === 'POST' && routeOf(request) === SOCIAL_CALLBACK_ROUTE;
}

const DURATION_BUCKETS_SECONDS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 3];
/** Providers answer slowly, and a call ends at its deadline of eight seconds; an operation can make several. */
const CALL_BUCKETS_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 16];
const READING_DEADLINE_MS = 2_000;

/** Reads the gauges of a feature into a separate registry. */
export type ReadGauges = (registry: Registry) => Promise<void>;

/** Request metrics by route template, never by user. */
@Injectable()
export class RequestMetrics {
  private readonly registry = new Registry();
  readonly durations = new Histogram({
    name: 'flip_http_request_duration_seconds',
    help: 'Time from request to response',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATION_BUCKETS_SECONDS,
    registers: [this.registry],
  });
  private readonly lag = new Gauge({
    name: 'flip_consumer_lag_seconds',
    help: 'How far a projection or saga is behind the log',
    labelNames: ['consumer', 'kind'],
    registers: [this.registry],
  });
  private readonly parked = new Gauge({
    name: 'flip_consumer_parked_events',
    help: 'Parked events: they could not be applied',
    labelNames: ['consumer', 'kind'],
    registers: [this.registry],
  });
  private readonly lost = new Gauge({
    name: 'flip_lost_subscriptions',
    help: 'Log subscriptions that ended unexpectedly or could not resume since the start',
    registers: [this.registry],
  });
  /** Set by the live streams as they open and close. */
  readonly streams = new Gauge({
    name: 'flip_live_streams',
    help: 'Open streams of live changes (GET /api/events)',
    registers: [this.registry],
  });
  /** Observed by `timed`; every label's value is one of a few. */
  readonly calls = new Histogram({
    name: 'flip_provider_call_duration_seconds',
    help: 'Time from an operation at a provider to its outcome',
    labelNames: ['provider', 'operation', 'outcome'],
    buckets: CALL_BUCKETS_SECONDS,
    registers: [this.registry],
  });
  /** Counted by the limits on declined cards. */
  readonly refusedCards = new Counter({
    name: 'flip_refused_cards_total',
    help: 'Cards refused before the processor was asked, because too many were declined',
    labelNames: ['budget'],
    registers: [this.registry],
  });
  private readonly readers: ReadGauges[] = [];
  private measuresProcess = false;

  get contentType(): string {
    return this.registry.contentType;
  }

  /** Gauges that are read when metrics are requested. They are absent while they cannot be read: away is not zero. */
  addReader(read: ReadGauges): void {
    this.readers.push(read);
  }

  /**
   * The text of all metrics, with the current state of the consumers. Delays of the event loop and collections of garbage
   * are measured from the first call on: an unread timer and observer would last as long as the process.
   */
  async text(consumers: readonly ConsumerStatus[], lostSubscriptions: number): Promise<string> {
    if (!this.measuresProcess) collectDefaultMetrics({ register: this.registry });
    this.measuresProcess = true;
    this.lost.set(lostSubscriptions);
    for (const { name, kind, lagMs, parked } of consumers) {
      this.lag.set({ consumer: name, kind }, lagMs / 1_000);
      this.parked.set({ consumer: name, kind }, parked);
    }
    const read = await Promise.all(this.readers.map((reader) => textOf(reader)));
    return [await this.registry.metrics(), ...read].join('');
  }
}

async function textOf(read: ReadGauges): Promise<string> {
  const registry = new Registry();
  try {
    await within(read(registry), READING_DEADLINE_MS, () => new Error('too late'));
  } catch {
    // /health/ready names the store that is away.
    return '';
  }
  return registry.metrics();
}
