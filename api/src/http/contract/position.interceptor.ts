import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  SetMetadata,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Observable, throwError, timeout } from 'rxjs';
import { requestContext } from '../../engine/commands/request-context.js';
import type { View } from '../../event-sourcing/projection.js';
import { StoreUnavailable } from '../../engine/storage/store-unavailable.js';
import { POSITION_HEADER, PositionTokens } from './position-tokens.js';
import { SubscriptionRunner } from '../../engine/subscriptions/subscription-runner.js';

/** Longest wait of a read for its projections. */
const CATCH_UP_MS = 1_000;
/** Longest time from the arrival of a read to its response; it may wait for its session, its views or the store. */
const READ_DEADLINE_MS = 3_000;
/** The same for a read that writes a document from what it has read, which takes seconds of the processor at most. */
const DOCUMENT_DEADLINE_MS = 20_000;
const READ_VIEWS = 'flip:read-views';
const WRITES_DOCUMENT = 'flip:writes-document';
const FIRST_READ = 'flip:first-read';

/** Names the views that a controller method reads, by their projections, for the PositionInterceptor. */
export const ReadsViews = (...views: readonly View[]) => SetMetadata(READ_VIEWS, views);

/** Marks a read with a slowly written response, such as a long document. */
export const WritesSlowly = () => SetMetadata(WRITES_DOCUMENT, true);

/**
 * Marks the read that a page begins with. A caller without tokens gets one of a position that its views show: what the page
 * reads with it is not older, and a stream of changes that continues after it misses nothing.
 */
export const FirstRead = () => SetMetadata(FIRST_READ, true);

/**
 * Read your writes: a response to a caller that returns tokens in `x-flip-position` waits until its views have passed their
 * positions, or has `x-flip-stale: true` (architecture §5). A store that does not respond costs a read three seconds, or a
 * document twenty.
 */
@Injectable()
export class PositionInterceptor implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly subscriptions: SubscriptionRunner,
    private readonly tokens: PositionTokens,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const { method } = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    const known = requestContext.current()?.known ?? [];
    const views = this.reflector.getAllAndOverride<readonly View[] | undefined>(READ_VIEWS, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (views && known.length > 0 && !(await this.haveShown(views, known)))
      void reply.header('x-flip-stale', 'true');
    if (!views || method !== 'GET') return next.handle();
    if (known.length === 0 && this.reflector.get<boolean | undefined>(FIRST_READ, context.getHandler()))
      void reply.header(POSITION_HEADER, this.tokens.tokenOf(this.subscriptions.shownBy(views)));
    const late = () => throwError(() => new StoreUnavailable('The read took too long'));
    return next
      .handle()
      .pipe(timeout({ first: Math.max(0, this.deadlineOf(context) - reply.elapsedTime), with: late }));
  }

  private deadlineOf(context: ExecutionContext): number {
    const isSlow = this.reflector.get<boolean | undefined>(WRITES_DOCUMENT, context.getHandler()) === true;
    return isSlow ? DOCUMENT_DEADLINE_MS : READ_DEADLINE_MS;
  }

  /** False when one of the views has not passed the highest of the positions in time. */
  private async haveShown(views: readonly View[], positions: readonly string[]): Promise<boolean> {
    const position = await this.subscriptions.highestRecorded(positions);
    return this.subscriptions.allCaughtUp(views, position, CATCH_UP_MS);
  }
}
