import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Config } from '../../config/config.js';
import { addressOf } from './caller-network.js';
import { KnownCallers } from './known-callers.js';
import { isApi, isWebhook, routeOf } from './log-and-metrics.js';
import { MinuteCounts } from './minute-counts.js';

const WRITES_PER_WINDOW = 120;
const READS_PER_WINDOW = 1_200;
const READS: ReadonlySet<string> = new Set(['GET', 'HEAD']);
/** Providers retry a refused webhook only a few times an hour. */
const REFUSED_WEBHOOKS_PER_WINDOW = 60;

/**
 * Limits the requests of a caller to a route, or to the routes with one budget, before the body is read: a signed-in caller is counted by uid, any other by
 * address. A HEAD counts as its GET, since it runs the same handler. Accepted webhooks are not limited, because providers
 * limit their own retries; after too many refused ones, the next from their address are refused unread.
 */
@Injectable()
export class RequestLimits {
  private readonly requests = new MinuteCounts();
  private readonly refusedWebhooks = new MinuteCounts();

  constructor(
    private readonly config: Config,
    private readonly callers: KnownCallers,
  ) {}

  /** @throws DomainError too_many_requests */
  async check(request: FastifyRequest): Promise<void> {
    if (this.config.RATE_LIMIT === 'off') return;
    const address = addressOf(request);
    if (isWebhook(request)) {
      this.refusedWebhooks.requireLess(address, REFUSED_WEBHOOKS_PER_WINDOW);
      return;
    }
    const isRead = READS.has(request.method);
    // Pages and files are cheap; an unknown route reads a body like any other.
    if (!isApi(routeOf(request)) && (isRead || !request.is404)) return;
    const caller = (await this.callers.uidOf(request)) ?? address;
    const { requestsPerMinute: limit = isRead ? READS_PER_WINDOW : WRITES_PER_WINDOW } =
      request.routeOptions.config;
    const key = `${caller} ${budgetOf(request)}`;
    this.requests.requireLess(key, limit);
    this.requests.add(key);
  }

  /** Counts the response to a webhook; after a failure of ours the provider may retry immediately. */
  countWebhook(request: FastifyRequest, status: number): void {
    if (isWebhook(request) && status >= 400 && status < 500) this.refusedWebhooks.add(addressOf(request));
  }
}

/** What a request counts for: the budget that its route shares with others, or the route. */
function budgetOf(request: FastifyRequest): string {
  const method = READS.has(request.method) ? 'GET' : request.method;
  return request.routeOptions.config.budget ?? `${method} ${routeOf(request)}`;
}
