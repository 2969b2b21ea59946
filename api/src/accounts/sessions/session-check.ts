import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Clock } from '../../config/clock.js';
import type { Principal } from '../../http/principal.js';
import { DomainError } from '../../kernel/domain-error.js';
import { ACCESS_TYPE } from './access-tokens.js';
import type { SessionCookies } from './session-cookies.js';
import { type Session, SessionStore } from './session-store.js';

/** Longer texts are no tokens of ours. */
const TOKEN_MAX_LENGTH = 4_096;
const BEARER = 'Bearer ';

/** Whether a token's session still stands: what is asked on every request, also for a token that was verified before. */
@Injectable()
export class SessionCheck {
  constructor(
    private readonly sessions: SessionStore,
    private readonly clock: Clock,
  ) {}

  /** True when it stands; false when only the vault can tell. @throws DomainError unauthenticated */
  stands(principal: Principal, expiresAtMs: number): boolean {
    if (this.clock.now() >= expiresAtMs) throw new DomainError('unauthenticated');
    const session = this.sessions.recent(principal.sid);
    if (session !== undefined) requireOwn(session, principal);
    return session !== undefined;
  }

  /** @throws DomainError unauthenticated */
  async require(principal: Principal, expiresAtMs: number): Promise<void> {
    if (!this.stands(principal, expiresAtMs)) requireOwn(await this.sessions.check(principal.sid), principal);
  }
}

function requireOwn(session: Session | null, { uid }: Principal): void {
  if (session?.uid !== uid) throw new DomainError('unauthenticated');
}

/** What a request shows as its access token: from the cookie, else as bearer. */
export function shownToken(request: FastifyRequest, cookies: SessionCookies): string | null {
  const { authorization } = request.headers;
  const bearer = authorization?.startsWith(BEARER) ? authorization.slice(BEARER.length) : undefined;
  return cookies.access(request) ?? bearer ?? null;
}

/** False for what cannot be an access token of ours, before its signature is looked at. */
export function maybeAccessToken(token: string): boolean {
  return token.length <= TOKEN_MAX_LENGTH && typeOf(token) === ACCESS_TYPE;
}

function typeOf(token: string): unknown {
  try {
    const [header = ''] = token.split('.', 1);
    const parsed: unknown = JSON.parse(Buffer.from(header, 'base64url').toString());
    return (parsed as { typ?: unknown } | null)?.typ;
  } catch {
    return null;
  }
}
