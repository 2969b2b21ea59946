import { type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import { LRUCache } from 'lru-cache';
import { PUBLIC_ROUTE, type Principal, REQUIRED_ROLES, type SignedRequest } from '../../http/principal.js';
import type { Role } from '../../kernel/accounts.js';
import { DomainError } from '../../kernel/domain-error.js';
import { SessionCheck, shownToken } from './session-check.js';
import { SessionCookies } from './session-cookies.js';

/** Tokens whose signature need not be verified again. */
const VERIFIED_LIMIT = 10_000;

interface Verified {
  readonly principal: Principal;
  readonly expiresAtMs: number;
}

/** Lets nobody in who is not signed in, but to routes marked @Public; staff routes want one of their roles. */
@Injectable()
export class SessionGuard extends AuthGuard('access-token') {
  private readonly verified = new LRUCache<string, Verified>({ max: VERIFIED_LIMIT });

  constructor(
    private readonly reflector: Reflector,
    private readonly cookies: SessionCookies,
    private readonly sessions: SessionCheck,
  ) {
    super();
  }

  /** Answers at once for a token that was verified before and whose session was found lately: so most requests go. */
  override canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const places = [context.getHandler(), context.getClass()];
    if (this.reflector.getAllAndOverride<boolean | undefined>(PUBLIC_ROUTE, places)) return true;
    const roles = this.reflector.getAllAndOverride<readonly Role[] | undefined>(REQUIRED_ROLES, places);
    const request = context.switchToHttp().getRequest<SignedRequest>();
    const token = shownToken(request, this.cookies);
    if (token === null) throw new DomainError('unauthenticated');
    const known = this.verified.get(token);
    if (!known) return this.verify(context, token, roles);
    const { principal, expiresAtMs } = known;
    if (this.sessions.stands(principal, expiresAtMs)) return admit(request, principal, roles);
    return this.sessions.require(principal, expiresAtMs).then(() => admit(request, principal, roles));
  }

  override handleRequest<User>(error: unknown, user: User | false): User {
    if (error instanceof Error) throw error;
    if (!user) throw new DomainError('unauthenticated');
    return user;
  }

  /** A signature is verified once; whether its session still stands is asked each time. */
  private async verify(
    context: ExecutionContext,
    token: string,
    roles: readonly Role[] | undefined,
  ): Promise<boolean> {
    await super.canActivate(context);
    const request = context.switchToHttp().getRequest<SignedRequest>();
    const { user } = request;
    if (!user) throw new DomainError('unauthenticated');
    this.verified.set(token, { principal: user, expiresAtMs: expiryOf(token) });
    return admit(request, user, roles);
  }
}

function admit(request: SignedRequest, principal: Principal, roles: readonly Role[] | undefined): true {
  request.user = principal;
  if (roles && !roles.some((role) => principal.roles.includes(role))) throw new DomainError('forbidden');
  return true;
}

/** Of a token whose signature holds. */
function expiryOf(token: string): number {
  const [, payload = ''] = token.split('.');
  const { exp } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { exp: number };
  return exp * 1_000;
}
