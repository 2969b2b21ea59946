import { applyDecorators, createParamDecorator, SetMetadata, type ExecutionContext } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import type { Role } from '../kernel/accounts.js';
import { Refuses } from './refuses.js';

/** The signed-in user of a request, set by the session guard. */
export interface Principal {
  readonly uid: string;
  /** Session family id. */
  readonly sid: string;
  readonly roles: readonly Role[];
}

/** A request; `user` is set by the session guard. */
export type SignedRequest = FastifyRequest & { user?: Principal };

export const PUBLIC_ROUTE = 'flip:public';
/** Marks public operations in the OpenAPI document. */
export const PUBLIC_OPERATION = 'x-flip-public';
export const REQUIRED_ROLES = 'flip:roles';

/** Opens a route to signed-out callers; every other route needs a session. */
export const Public = () =>
  applyDecorators(SetMetadata(PUBLIC_ROUTE, true), ApiExtension(PUBLIC_OPERATION, true));

/** Restricts a route to users with one of these roles; others get 403. */
export const RequireRoles = (...roles: readonly Role[]) =>
  applyDecorators(SetMetadata(REQUIRED_ROLES, roles), Refuses('forbidden'));

/** The signed-in user as a handler parameter. */
export const CurrentPrincipal = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<{ user: Principal }>().user,
);
