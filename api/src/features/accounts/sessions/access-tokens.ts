import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { Clock } from '../../../config/clock.js';
import { listedKeys, newestKey } from '../../../config/key-lists.js';
import { Secrets } from '../../../config/runtime.js';
import type { Role } from '../../../kernel/people/accounts.js';
import type { Session } from './session-store.js';

export const ACCESS_LIFETIME_MS = 10 * 60_000;
export const ACCESS_ISSUER = 'flip';
export const ACCESS_AUDIENCE = 'flip-api';
export const ACCESS_ALGORITHM = 'ES256';
/** Distinguishes access tokens from any other token that the key may sign in the future. */
export const ACCESS_TYPE = 'at+jwt';

/** Claims of an access token; `exp` and `iat` in seconds. */
export interface AccessClaims {
  readonly sub: string;
  readonly sid: string;
  readonly roles: readonly Role[];
  readonly iat: number;
  readonly exp: number;
}

/** Signs the short-lived tokens of a session. */
@Injectable()
export class AccessTokens {
  constructor(
    private readonly jwt: JwtService,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  sign({ uid, sid, family }: Session, roles: readonly Role[]): Promise<string> {
    const nowMs = this.clock.now();
    const expiresAtMs = Math.min(nowMs + ACCESS_LIFETIME_MS, family.expiresAtMs);
    const claims: AccessClaims = {
      sub: uid,
      sid,
      roles,
      iat: Math.floor(nowMs / 1_000),
      exp: Math.floor(expiresAtMs / 1_000),
    };
    const { id, key } = newestKey(listedKeys(this.secrets, 'session'));
    return this.jwt.signAsync(claims, {
      privateKey: key,
      issuer: ACCESS_ISSUER,
      audience: ACCESS_AUDIENCE,
      algorithm: ACCESS_ALGORITHM,
      header: { alg: ACCESS_ALGORITHM, typ: ACCESS_TYPE, kid: id },
    });
  }
}
