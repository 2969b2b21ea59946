import { type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import {
  type ThrottlerModuleOptions,
  ThrottlerGuard,
  type ThrottlerLimitDetail,
  type ThrottlerStorageService,
} from '@nestjs/throttler';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../kernel/domain-error.js';
import type { Config } from '../config/config.js';
import { CONFIG } from '../config/tokens.js';
import type { SignedRequest } from './principal.js';

const WINDOW_MS = 60_000;
/** Twice the 60 sends a minute that one sender must be able to make. */
const WRITES_PER_WINDOW = 120;
const READS_PER_WINDOW = 1_200;
/** What the package calls the one throttler there is. */
const THROTTLER = 'default';

/** Counted a handler and a person, or an address before sign-in. Providers' webhooks are not limited: they retry by themselves. */
export function throttling(config: Config): ThrottlerModuleOptions {
  const request = (context: ExecutionContext) => context.switchToHttp().getRequest<FastifyRequest>();
  return {
    throttlers: [
      {
        name: THROTTLER,
        ttl: WINDOW_MS,
        limit: (context) => (request(context).method === 'GET' ? READS_PER_WINDOW : WRITES_PER_WINDOW),
      },
    ],
    skipIf: (context) => isOff(config) || request(context).url.startsWith('/api/webhooks/'),
    setHeaders: false,
    // The package would hash it, for every request.
    generateKey: (context, tracker) =>
      keyOf(handlerName(context.getClass().name, context.getHandler().name), tracker),
  };
}

/** What requests of a controller's method are counted under. */
export const handlerName = (controller: string, method: string): string => `${controller}.${method}`;

const keyOf = (handler: string, tracker: string): string => `${handler} ${tracker}`;

const isOff = (config: Config): boolean => config.RATE_LIMIT === 'off';

/** Answers 429 as a problem with Retry-After. */
@Injectable()
export class RequestThrottle extends ThrottlerGuard {
  declare protected readonly storageService: ThrottlerStorageService;
  @Inject(CONFIG) private readonly config!: Config;

  /** Counts a read that is answered ahead of this guard. False, and nothing counted, where the guard has to look at it. */
  admits(handler: string, uid: string): boolean {
    if (isOff(this.config)) return true;
    const key = keyOf(handler, uid);
    const counted = this.storageService.storage.get(key);
    if (counted?.isBlocked || (counted?.totalHits.get(THROTTLER) ?? 0) >= READS_PER_WINDOW) return false;
    // Counts at once; only its answer, which is known here, comes later.
    void this.storageService.increment(key, WINDOW_MS, READS_PER_WINDOW, WINDOW_MS, THROTTLER);
    return true;
  }

  protected override async getTracker(request: SignedRequest): Promise<string> {
    return request.user?.uid ?? (await super.getTracker(request));
  }

  protected override throwThrottlingException(
    context: ExecutionContext,
    detail: ThrottlerLimitDetail,
  ): Promise<void> {
    void context
      .switchToHttp()
      .getResponse<FastifyReply>()
      .header('retry-after', String(Math.max(1, detail.timeToBlockExpire)));
    throw new DomainError('too_many_requests');
  }
}
