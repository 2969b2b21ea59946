import { applyDecorators, createParamDecorator, SetMetadata, type ExecutionContext } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import type { Role, StaffRole } from '../../kernel/people/accounts.js';
import { Refuses } from './refuses.js';

/** The signed-in user of a request, set by the session guard. */
export interface Principal {
  readonly uid: string;
  /** Session family id. */
  readonly sid: string;
  readonly roles: readonly Role[];
  /** Whether a code of the account's second factor was entered in the session. */
  readonly hasFactor: boolean;
  /** When its user last proved to be the owner of the account: a code, else the sign-in or the password. */
  readonly provenAtMs: number;
}

/** A request; `user` is set by the session guard. */
export type SignedRequest = FastifyRequest & { user?: Principal };

export const PUBLIC_ROUTE = 'flip:public';
/** Marks public operations in the OpenAPI document. */
export const PUBLIC_OPERATION = 'x-flip-public';
export const REQUIRED_ROLES = 'flip:roles';
export const STEP_UP = 'flip:step-up';
/** A proof older than this does not open a route that needs a step-up. */
export const STEP_UP_WITHIN_MS = 15 * 60_000;

/** Opens a route to signed-out callers; every other route needs a session. */
export const Public = () =>
  applyDecorators(SetMetadata(PUBLIC_ROUTE, true), ApiExtension(PUBLIC_OPERATION, true));

/** Restricts a staff route to users with one of these roles, in a session with their second factor; others get 403. */
export const RequireRoles = (...roles: readonly StaffRole[]) =>
  applyDecorators(SetMetadata(REQUIRED_ROLES, roles), Refuses('forbidden', 'second_factor_required'));

/** Opens a route only to users who have entered a code, or without a second factor the password, in the last 15 minutes. */
export const RequireStepUp = () => applyDecorators(SetMetadata(STEP_UP, true), Refuses('step_up_required'));

/** The signed-in user as a handler parameter. */
export const CurrentPrincipal = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<{ user: Principal }>().user,
);
