import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { Strategy } from 'passport-jwt';
import type { Principal } from '../../http/principal.js';
import { Secrets } from '../../config/runtime.js';
import { ROLES } from '../../kernel/accounts.js';
import { DomainError } from '../../kernel/domain-error.js';
import { ACCESS_ALGORITHM, ACCESS_AUDIENCE, ACCESS_ISSUER, ACCESS_LIFETIME_MS } from './access-tokens.js';
import { maybeAccessToken, SessionCheck, shownToken } from './session-check.js';
import { SessionCookies } from './session-cookies.js';

const UID_PATTERN = /^[0-9a-f-]{36}$/;

/** Reads the access token: one algorithm, one key, one issuer and audience; expiry by our clock, the session by the vault. */
@Injectable()
export class AccessTokenStrategy extends PassportStrategy(Strategy, 'access-token') {
  constructor(
    secrets: Secrets,
    cookies: SessionCookies,
    private readonly sessions: SessionCheck,
  ) {
    super({
      jwtFromRequest: (request: unknown) => {
        const token = shownToken(request as FastifyRequest, cookies);
        return token !== null && maybeAccessToken(token) ? token : null;
      },
      secretOrKey: secrets.sessionPublicKey,
      algorithms: [ACCESS_ALGORITHM],
      issuer: ACCESS_ISSUER,
      audience: ACCESS_AUDIENCE,
      ignoreExpiration: true,
    });
  }

  async validate(claims: Readonly<Record<string, unknown>>): Promise<Principal> {
    const { sub, sid, roles, iat, exp } = claims;
    const wellFormed =
      isId(sub) && isId(sid) && isInstant(iat) && isInstant(exp) && exp - iat <= ACCESS_LIFETIME_MS / 1_000;
    if (!wellFormed || !Array.isArray(roles)) throw new DomainError('unauthenticated');
    const principal = { uid: sub, sid, roles: ROLES.filter((role) => roles.includes(role)) };
    await this.sessions.require(principal, exp * 1_000);
    return principal;
  }
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && UID_PATTERN.test(value);
}

function isInstant(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0;
}
