import { type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import { PUBLIC_ROUTE, REQUIRED_ROLES, type SignedRequest } from '../../../http/principal.js';
import type { Role } from '../../../kernel/accounts.js';
import { DomainError } from '../../../kernel/domain-error.js';

/** Every route needs a session unless it is marked @Public; staff routes also need one of their roles. */
@Injectable()
export class SessionGuard extends AuthGuard('jwt') {
  constructor(private readonly reflector: Reflector) {
    super();
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const targets = [context.getHandler(), context.getClass()];
    if (this.reflector.getAllAndOverride<boolean | undefined>(PUBLIC_ROUTE, targets)) return true;
    await super.canActivate(context);
    const roles = this.reflector.getAllAndOverride<readonly Role[] | undefined>(REQUIRED_ROLES, targets);
    const { user } = context.switchToHttp().getRequest<SignedRequest>();
    if (roles && !roles.some((role) => user?.roles.includes(role))) throw new DomainError('forbidden');
    return true;
  }

  override handleRequest<User>(error: unknown, user: User | false): User {
    if (error instanceof Error) throw error;
    if (!user) throw new DomainError('unauthenticated');
    return user;
  }
}
