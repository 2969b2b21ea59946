import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import type { ConsumerStatus } from '../subscriptions/subscriptions.js';

const DURATION_BUCKETS_SECONDS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 3];

/** Counts by route template, never by person. */
@Injectable()
export class RequestMetrics {
  private readonly registry = new Registry();
  private readonly durations = new Histogram({
    name: 'flip_http_request_duration_seconds',
    help: 'Time from request to answer',
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
    help: 'Events set aside because they could not be applied',
    labelNames: ['consumer', 'kind'],
    registers: [this.registry],
  });

  private readonly lost = new Gauge({
    name: 'flip_lost_subscriptions',
    help: 'Subscriptions of the log that ended by themselves or could not be taken up, since the start',
    registers: [this.registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }

  get contentType(): string {
    return this.registry.contentType;
  }

  observe({ method }: FastifyRequest, reply: FastifyReply, route: string): void {
    this.durations.observe({ method, route, status: String(reply.statusCode) }, reply.elapsedTime / 1_000);
  }

  /** The text of all metrics, consumers as they stand now. */
  async text(consumers: readonly ConsumerStatus[], lostSubscriptions: number): Promise<string> {
    this.lost.set(lostSubscriptions);
    for (const { name, kind, lagMs, parked } of consumers) {
      this.lag.set({ consumer: name, kind }, lagMs / 1_000);
      this.parked.set({ consumer: name, kind }, parked);
    }
    return this.registry.metrics();
  }
}
