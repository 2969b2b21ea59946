import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SubscriptionRunner } from '../subscriptions/subscription-runner.js';
import { READ_VIEWS, shownPosition } from './reads-views.js';

/** Longest a read waits for its projections. */
const CATCH_UP_MS = 1_000;

/**
 * Read your writes: waits until the views of the answer have passed the position that the caller has seen. A guard
 * that keeps nobody out, because an interceptor would cost every request of every route an observable.
 */
@Injectable()
export class PositionGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly subscriptions: SubscriptionRunner,
  ) {}

  canActivate(context: ExecutionContext): true | Promise<true> {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const position = shownPosition(request);
    const views = this.reflector.getAllAndOverride<readonly string[] | undefined>(READ_VIEWS, [
      context.getHandler(),
      context.getClass(),
    ]);
    return views && position !== null
      ? this.waitFor(views, position, http.getResponse<FastifyReply>())
      : true;
  }

  private async waitFor(views: readonly string[], position: string, reply: FastifyReply): Promise<true> {
    const passed = await Promise.all(
      views.map((view) => this.subscriptions.caughtUp(view, position, CATCH_UP_MS)),
    );
    if (!passed.every(Boolean)) void reply.header('x-flip-stale', 'true');
    return true;
  }
}
