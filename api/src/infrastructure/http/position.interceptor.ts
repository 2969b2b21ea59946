import {
  type CallHandler,
  type ExecutionContext,
  Inject,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import type { Subscriptions } from '../subscriptions.js';
import { SUBSCRIPTIONS } from '../tokens.js';
import { READ_VIEWS } from './reads-views.js';

/** Longest a read waits for its projections. */
const CATCH_UP_MS = 1_000;
const POSITION_PATTERN = /^[0-9A-Za-z:_-]{1,64}$/;

/** Read your writes: waits until the views of the answer have passed the position that the caller has seen. */
@Injectable()
export class PositionInterceptor implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    @Inject(SUBSCRIPTIONS) private readonly subscriptions: Subscriptions,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const position = http.getRequest<FastifyRequest>().headers['x-flip-position'];
    if (typeof position === 'string' && POSITION_PATTERN.test(position)) {
      const views = this.reflector.getAllAndOverride<readonly string[] | undefined>(READ_VIEWS, [
        context.getHandler(),
        context.getClass(),
      ]);
      if (views && !(await this.caughtUp(views, position)))
        void http.getResponse<FastifyReply>().header('x-flip-stale', 'true');
    }
    return next.handle();
  }

  private async caughtUp(views: readonly string[], position: string): Promise<boolean> {
    const passed = await Promise.all(
      views.map((view) => this.subscriptions.caughtUp(view, position, CATCH_UP_MS)),
    );
    return passed.every(Boolean);
  }
}
