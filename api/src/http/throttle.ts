import { type ExecutionContext, Injectable } from '@nestjs/common';
import { type ThrottlerModuleOptions, ThrottlerGuard, type ThrottlerLimitDetail } from '@nestjs/throttler';
import { LRUCache } from 'lru-cache';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../kernel/domain-error.js';
import type { Config } from '../config/config.js';
import { isWebhook } from './log-and-metrics.js';
import type { SignedRequest } from './principal.js';

const WINDOW_MS = 60_000;
/** Twice the 60 sends a minute that a sender must be able to make. */
const WRITES_PER_WINDOW = 120;
const READS_PER_WINDOW = 1_200;
/** A HEAD runs the handler of the GET, so both count together. */
const READS: ReadonlySet<string> = new Set(['GET', 'HEAD']);
/** Providers retry a refused webhook only a few times an hour. */
const REFUSED_WEBHOOKS_PER_WINDOW = 60;
const ADDRESSES_LIMIT = 10_000;

/** Limits per handler. Accepted webhooks are not limited, because providers limit their own retries. */
export function throttling(config: Config): ThrottlerModuleOptions {
  const request = (context: ExecutionContext) => context.switchToHttp().getRequest<FastifyRequest>();
  return {
    throttlers: [
      {
        ttl: WINDOW_MS,
        limit: (context) => (READS.has(request(context).method) ? READS_PER_WINDOW : WRITES_PER_WINDOW),
      },
    ],
    skipIf: (context) => config.RATE_LIMIT === 'off' || isWebhook(request(context)),
    setHeaders: false,
  };
}

/** Counts signed-in callers by uid and others by address. Responds with a 429 problem and Retry-After. */
@Injectable()
export class RequestThrottle extends ThrottlerGuard {
  protected override async getTracker(request: SignedRequest): Promise<string> {
    return request.user?.uid ?? super.getTracker(request);
  }

  protected override throwThrottlingException(
    context: ExecutionContext,
    { timeToBlockExpire }: ThrottlerLimitDetail,
  ): Promise<void> {
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    void reply.header('retry-after', String(Math.max(1, timeToBlockExpire)));
    throw new DomainError('too_many_requests');
  }
}

/** Counts refused webhooks by address: the next ones from there are refused unread, with a 429 problem. */
export class RefusedWebhooks {
  private readonly refused = new LRUCache<string, number>({ max: ADDRESSES_LIMIT, ttl: WINDOW_MS });

  constructor(private readonly config: Config) {}

  /** @throws DomainError too_many_requests */
  check(request: FastifyRequest): void {
    if (!isWebhook(request) || this.config.RATE_LIMIT === 'off') return;
    if ((this.refused.get(request.ip) ?? 0) < REFUSED_WEBHOOKS_PER_WINDOW) return;
    throw new DomainError('too_many_requests', { seconds: WINDOW_MS / 1_000 });
  }

  /** Counts an answer of a webhook route. */
  count(request: FastifyRequest, status: number): void {
    if (!isWebhook(request) || status < 400 || status >= 500) return;
    this.refused.set(request.ip, (this.refused.get(request.ip) ?? 0) + 1, { noUpdateTTL: true });
  }
}
