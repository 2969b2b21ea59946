import { type ExecutionContext, Injectable } from '@nestjs/common';
import { type ThrottlerModuleOptions, ThrottlerGuard, type ThrottlerLimitDetail } from '@nestjs/throttler';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../kernel/domain-error.js';
import type { Config } from '../config/config.js';
import type { SignedRequest } from './principal.js';

const WINDOW_MS = 60_000;
/** Twice the 60 sends a minute that a sender must be able to make. */
const WRITES_PER_WINDOW = 120;
const READS_PER_WINDOW = 1_200;

/** Limits per handler. Provider webhooks are not limited, because providers limit their own retries. */
export function throttling(config: Config): ThrottlerModuleOptions {
  const request = (context: ExecutionContext) => context.switchToHttp().getRequest<FastifyRequest>();
  return {
    throttlers: [
      {
        ttl: WINDOW_MS,
        limit: (context) => (request(context).method === 'GET' ? READS_PER_WINDOW : WRITES_PER_WINDOW),
      },
    ],
    skipIf: (context) => config.RATE_LIMIT === 'off' || request(context).url.startsWith('/api/webhooks/'),
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
