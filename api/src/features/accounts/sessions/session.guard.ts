import { type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import { Clock } from '../../../config/clock.js';
import {
  type Principal,
  PUBLIC_ROUTE,
  REQUIRED_ROLES,
  type SignedRequest,
  STEP_UP,
  STEP_UP_WITHIN_MS,
} from '../../../http/contract/principal.js';
import type { Role } from '../../../kernel/people/accounts.js';
import { DomainError } from '../../../kernel/domain-error.js';
import { proofIn } from './access-token.strategy.js';
import { SessionStore } from './session-store.js';

/**
 * Every route needs a session unless it is marked @Public. Staff routes also need one of their roles and the second factor,
 * routes with @RequireStepUp a recent proof.
 */
@Injectable()
export class SessionGuard extends AuthGuard('jwt') {
  constructor(
    private readonly reflector: Reflector,
    private readonly sessions: SessionStore,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    if (this.markOf(context, PUBLIC_ROUTE) === true) return true;
    await super.canActivate(context);
    const { user } = context.switchToHttp().getRequest<SignedRequest>();
    if (!user) throw new DomainError('unauthenticated');
    const roles = this.markOf(context, REQUIRED_ROLES) as readonly Role[] | undefined;
    if (roles && !roles.some((role) => user.roles.includes(role))) throw new DomainError('forbidden');
    if (roles && !(await this.holds(user, ({ hasFactor }) => hasFactor)))
      throw new DomainError('second_factor_required');
    const since = this.clock.now() - STEP_UP_WITHIN_MS;
    if (
      this.markOf(context, STEP_UP) === true &&
      !(await this.holds(user, ({ provenAtMs }) => provenAtMs > since))
    )
      throw new DomainError('step_up_required');
    return true;
  }

  override handleRequest<User>(error: unknown, user: User | false): User {
    if (error instanceof Error) throw error;
    if (!user) throw new DomainError('unauthenticated');
    return user;
  }

  private markOf(context: ExecutionContext, name: string): unknown {
    return this.reflector.getAllAndOverride(name, [context.getHandler(), context.getClass()]);
  }

  /** Whether a proof satisfies a rule, also one that another process has just taken. */
  private async holds(
    user: Principal,
    rule: (proof: Pick<Principal, 'hasFactor' | 'provenAtMs'>) => boolean,
  ): Promise<boolean> {
    if (rule(user)) return true;
    const session = await this.sessions.fresh(user.sid);
    return session !== null && rule(proofIn(session.family));
  }
}
