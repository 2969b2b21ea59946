import { applyDecorators } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import { ReadsViews } from './reads-views.js';
import { handlerName } from './throttle.js';

const REMEMBERED = 'flip:remembered';

/** A route whose answers may be given again. */
export interface RememberedRoute {
  /** What the throttle counts its requests under. */
  readonly name: string;
  readonly views: readonly string[];
  /** The instant at which time alone makes the answer untrue, if any. */
  readonly trueUntil?: (answer: never) => string | null;
}

/**
 * Declares that a controller method answers from the caller's own documents of these views, from its address and from
 * nothing else: until one of them changes, or until `trueUntil`, the same answer is given again without asking it.
 */
export function RemembersAnswers(
  views: readonly string[],
  trueUntil?: RememberedRoute['trueUntil'],
): MethodDecorator {
  return (controller, method, descriptor) => {
    const name = handlerName(controller.constructor.name, String(method));
    const route: RememberedRoute = { name, views, ...(trueUntil && { trueUntil }) };
    applyDecorators(ReadsViews(...views), RouteConfig({ [REMEMBERED]: route }))(
      controller,
      method,
      descriptor,
    );
  };
}

/** How answers to this request are remembered, if they are. */
export function rememberedRoute(request: FastifyRequest): RememberedRoute | undefined {
  if (request.method !== 'GET') return undefined;
  return (request.routeOptions.config as { readonly [REMEMBERED]?: RememberedRoute })[REMEMBERED];
}
