import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { PassportStrategy } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { ExtractJwt, type JwtFromRequestFunction, Strategy } from 'passport-jwt';
import { Clock } from '../../../config/clock.js';
import { FIRST_KEY, type ListedKey, listedKeys, publicKeyOf } from '../../../config/key-lists.js';
import { Secrets } from '../../../config/runtime.js';
import type { KnownCallers } from '../../../http/edge/known-callers.js';
import type { Principal } from '../../../http/contract/principal.js';
import { ROLES } from '../../../kernel/people/accounts.js';
import { DomainError } from '../../../kernel/domain-error.js';
import {
  ACCESS_ALGORITHM,
  ACCESS_AUDIENCE,
  ACCESS_ISSUER,
  ACCESS_LIFETIME_MS,
  ACCESS_TYPE,
} from './access-tokens.js';
import { SessionCookies } from './session-cookies.js';
import { provenAtMs, type SessionFamily } from './session-family.js';
import { SessionStore } from './session-store.js';
import { entryLimit } from '../../../kernel/text/entry-limit.js';

const UID_PATTERN = /^[0-9a-f-]{36}$/;
/** Most tokens cached as verified. */
const VERIFIED_LIMIT = 10_000;

type Claims = Readonly<Record<string, unknown>>;

/** The keys that were accepted then. */
interface Verified {
  readonly claims: Claims;
  readonly keys: readonly ListedKey[] | undefined;
}

/** The result of `decode`; the library's types omit null, the result for malformed tokens. */
interface Decoded {
  readonly header: { readonly typ?: string; readonly kid?: string };
}

/** Verifies access tokens: one algorithm, issuer, audience and type, and one of our keys. Expiry uses our clock, sessions the vault. */
@Injectable()
export class AccessTokenStrategy extends PassportStrategy(Strategy) implements KnownCallers {
  private readonly verified = new LRUCache<string, Verified>(entryLimit(VERIFIED_LIMIT));
  private readonly tokenOf: JwtFromRequestFunction;

  constructor(
    private readonly secrets: Secrets,
    cookies: SessionCookies,
    jwt: JwtService,
    private readonly sessions: SessionStore,
    private readonly clock: Clock,
  ) {
    const jwtFromRequest = ExtractJwt.fromExtractors([
      (request: FastifyRequest) => cookies.access(request) ?? null,
      ExtractJwt.fromAuthHeaderAsBearerToken(),
    ]);
    super({
      jwtFromRequest,
      secretOrKeyProvider: (_request, token: string, done) => {
        const decoded = jwt.decode(token, { complete: true }) as Decoded | null;
        const { typ, kid = FIRST_KEY } = decoded?.header ?? {};
        const signer = listedKeys(secrets, 'session').find(({ id }) => id === kid);
        if (typ === ACCESS_TYPE && signer) done(null, publicKeyOf(signer.key));
        else done(new DomainError('unauthenticated'));
      },
      algorithms: [ACCESS_ALGORITHM],
      issuer: ACCESS_ISSUER,
      audience: ACCESS_AUDIENCE,
      ignoreExpiration: true,
      passReqToCallback: true,
    });
    this.tokenOf = jwtFromRequest;
  }

  /** Verifies each token's signature only once, since that costs more than the rest of most requests. */
  override authenticate(...[request, options]: Parameters<Strategy['authenticate']>): void {
    const found = this.verified.get(this.tokenOf(request) ?? '');
    if (!found || found.keys !== this.secrets.keys.session) {
      super.authenticate(request, options);
      return;
    }
    this.principalOf(found.claims).then(
      (principal) => this.success(principal),
      (error: unknown) => this.error(error as Error),
    );
  }

  /** Runs a copy of this strategy, as Passport does for each request, outside a route. */
  uidOf(request: FastifyRequest): Promise<string | null> {
    const passed = request as unknown as Parameters<Strategy['authenticate']>[0];
    if (!this.tokenOf(passed)) return Promise.resolve(null);
    return new Promise((done) => {
      const unknown = () => done(null);
      const attempt: this = Object.assign(Object.create(this) as this, {
        success: ({ uid }: Principal) => done(uid),
        fail: unknown,
        error: unknown,
      });
      attempt.authenticate(passed);
    });
  }

  validate(request: FastifyRequest, claims: Claims): Promise<Principal> {
    this.verified.set(this.tokenOf(request) ?? '', { claims, keys: this.secrets.keys.session });
    return this.principalOf(claims);
  }

  private async principalOf(claims: Claims): Promise<Principal> {
    const { sub, sid, roles, iat, exp } = claims;
    const isWellFormed =
      isId(sub) && isId(sid) && isInstant(iat) && isInstant(exp) && exp - iat <= ACCESS_LIFETIME_MS / 1_000;
    if (!isWellFormed || !Array.isArray(roles) || this.clock.now() >= exp * 1_000)
      throw new DomainError('unauthenticated');
    const session = await this.sessions.check(sid);
    if (session?.uid !== sub) throw new DomainError('unauthenticated');
    return { uid: sub, sid, roles: ROLES.filter((role) => roles.includes(role)), ...proofIn(session.family) };
  }
}

/** What a session proves about its user. */
export function proofIn(family: SessionFamily): Pick<Principal, 'hasFactor' | 'provenAtMs'> {
  return { hasFactor: family.codeAtMs !== undefined, provenAtMs: provenAtMs(family) };
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && UID_PATTERN.test(value);
}

function isInstant(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0;
}
