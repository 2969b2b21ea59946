import { type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { PUBLIC_ROUTE, type Principal, REQUIRED_ROLES } from '../../infrastructure/http/principal.js';
import type { Role } from '../../kernel/accounts.js';
import { DomainError } from '../../kernel/domain-error.js';
import { SessionCheck, shownToken } from './session-check.js';
import { SessionCookies } from './session-cookies.js';

/** Tokens whose signature need not be verified again. */
const VERIFIED_LIMIT = 10_000;

type SignedRequest = FastifyRequest & { user?: Principal };

interface Verified {
  readonly principal: Principal;
  readonly expiresAtMs: number;
}

/** Lets nobody in who is not signed in, but to routes marked @Public; staff routes want one of their roles. */
@Injectable()
export class SessionGuard extends AuthGuard('access-token') {
  private readonly verified = new Map<string, Verified>();

  constructor(
    private readonly reflector: Reflector,
    private readonly cookies: SessionCookies,
    private readonly sessions: SessionCheck,
  ) {
    super();
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const places = [context.getHandler(), context.getClass()];
    if (this.reflector.getAllAndOverride<boolean | undefined>(PUBLIC_ROUTE, places)) return true;
    const principal = await this.principalOf(context);
    const roles = this.reflector.getAllAndOverride<readonly Role[] | undefined>(REQUIRED_ROLES, places);
    if (roles && !roles.some((role) => principal.roles.includes(role))) throw new DomainError('forbidden');
    return true;
  }

  override handleRequest<User>(error: unknown, user: User | false): User {
    if (error instanceof Error) throw error;
    if (!user) throw new DomainError('unauthenticated');
    return user;
  }

  /** A signature is verified once; whether its session still stands is asked each time. */
  private async principalOf(context: ExecutionContext): Promise<Principal> {
    const request = context.switchToHttp().getRequest<SignedRequest>();
    const token = shownToken(request, this.cookies);
    if (token === null) throw new DomainError('unauthenticated');
    const known = this.verified.get(token);
    if (known) {
      await this.sessions.require(known.principal, known.expiresAtMs);
      request.user = known.principal;
      return known.principal;
    }
    await super.canActivate(context);
    const { user } = request;
    if (!user) throw new DomainError('unauthenticated');
    this.remember(token, user);
    return user;
  }

  private remember(token: string, principal: Principal): void {
    const [, payload = ''] = token.split('.');
    const { exp } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { exp: number };
    this.verified.set(token, { principal, expiresAtMs: exp * 1_000 });
    const [oldest] = this.verified.keys();
    if (this.verified.size > VERIFIED_LIMIT && oldest !== undefined) this.verified.delete(oldest);
  }
}
