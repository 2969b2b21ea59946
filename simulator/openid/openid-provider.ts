import { createHash, createPublicKey, generateKeyPair, type KeyObject, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { JwtService } from '@nestjs/jwt';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.js';
import type { OpenIdKind, Person } from './openid-kinds.js';

/** How long a code can be exchanged. */
export const CODE_LIFETIME_MS = 60_000;
const ID_TOKEN_SECONDS = 60 * 60;
/** Most unexchanged codes, and most people with a stored first sign-in; the oldest are dropped first. */
const CODE_LIMIT = 1_000;
const KEY_BITS = 2_048;

/** The parameters of an authorization request that the response depends on. */
export interface AuthorizationRequest {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly state: string;
  readonly nonce: string;
  /** S256 */
  readonly codeChallenge: string;
}

/** A call of the token endpoint. */
export interface CodeExchange {
  readonly grantType: string;
  readonly code: string;
  readonly redirectUri: string;
  readonly codeVerifier: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

export interface TokenResponse {
  readonly status: number;
  readonly body: object;
}

interface IssuedCode {
  readonly request: AuthorizationRequest;
  readonly person: Person;
  readonly expiresAtMs: number;
}

/** An OpenID provider: codes for PKCE that work once for 60 s, and RS256 ID tokens. Its key lives as long as the process. */
export class OpenIdProvider {
  private readonly codes = new LRUCache<string, IssuedCode>({ max: CODE_LIMIT });
  private readonly consented = new LRUCache<string, true>({ max: CODE_LIMIT });
  private key: Promise<KeyObject> | undefined;

  constructor(
    private readonly parts: {
      readonly clock: Clock;
      readonly kind: OpenIdKind;
      readonly clientId: string;
      readonly isSecret: (clientSecret: string) => boolean;
      readonly issuer: () => string;
    },
  ) {}

  get kind(): OpenIdKind {
    return this.parts.kind;
  }

  metadata(): object {
    const issuer = this.parts.issuer();
    const { paths, responseMode } = this.kind;
    return {
      issuer,
      authorization_endpoint: `${issuer}${paths.authorize}`,
      token_endpoint: `${issuer}${paths.token}`,
      jwks_uri: `${issuer}${paths.keys}`,
      response_types_supported: ['code'],
      response_modes_supported: [responseMode],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      scopes_supported: ['openid', 'email', 'profile'],
      token_endpoint_auth_methods_supported: ['client_secret_post'],
      code_challenge_methods_supported: ['S256'],
    };
  }

  async keys(): Promise<object> {
    const jwk = createPublicKey(await this.signingKey()).export({ format: 'jwk' });
    return { keys: [{ ...jwk, use: 'sig', alg: 'RS256', kid: keyId(jwk) }] };
  }

  isKnown({ clientId }: AuthorizationRequest): boolean {
    return clientId === this.parts.clientId;
  }

  issue(request: AuthorizationRequest, person: Person): string {
    const code = randomBytes(24).toString('base64url');
    this.codes.set(code, { request, person, expiresAtMs: this.parts.clock.now() + CODE_LIFETIME_MS });
    return code;
  }

  /** Whether it is a person's first sign-in here; its response contains their name (Apple). */
  isFirst({ email }: Person): boolean {
    const isFirst = !this.consented.has(email);
    this.consented.set(email, true);
    return isFirst;
  }

  /** The tokens for a code, or an error of RFC 6749. The first attempt uses up the code, even when it fails. */
  async exchange(exchange: CodeExchange): Promise<TokenResponse> {
    const { clientId, isSecret } = this.parts;
    if (exchange.clientId !== clientId || !isSecret(exchange.clientSecret))
      return { status: 401, body: { error: 'invalid_client' } };
    if (exchange.grantType !== 'authorization_code')
      return { status: 400, body: { error: 'unsupported_grant_type' } };
    const issued = this.codes.get(exchange.code);
    this.codes.delete(exchange.code);
    if (!issued || issued.expiresAtMs <= this.parts.clock.now() || !isFor(issued.request, exchange))
      return { status: 400, body: { error: 'invalid_grant' } };
    return {
      status: 200,
      body: {
        access_token: randomBytes(24).toString('base64url'),
        token_type: 'Bearer',
        expires_in: ID_TOKEN_SECONDS,
        scope: 'openid email profile',
        id_token: await this.idToken(issued),
      },
    };
  }

  private async idToken({ request, person }: IssuedCode): Promise<string> {
    const key = await this.signingKey();
    const nowSeconds = Math.floor(this.parts.clock.now() / 1_000);
    const claims = {
      iss: this.parts.issuer(),
      aud: request.clientId,
      sub: this.kind.subject(person.email),
      iat: nowSeconds,
      exp: nowSeconds + ID_TOKEN_SECONDS,
      nonce: request.nonce,
      ...this.kind.claims(person),
    };
    const keyid = keyId(createPublicKey(key).export({ format: 'jwk' }));
    return new JwtService().signAsync(claims, { privateKey: key, algorithm: 'RS256', keyid });
  }

  /** Generated at the first sign-in, not at startup. */
  private signingKey(): Promise<KeyObject> {
    this.key ??= promisify(generateKeyPair)('rsa', { modulusLength: KEY_BITS }).then(
      (pair) => pair.privateKey,
    );
    return this.key;
  }
}

function isFor(request: AuthorizationRequest, { redirectUri, codeVerifier }: CodeExchange): boolean {
  const challenge = createHash('sha256').update(codeVerifier).digest('base64url');
  return request.redirectUri === redirectUri && request.codeChallenge === challenge;
}

function keyId({ n = '' }: { readonly n?: string | undefined }): string {
  return createHash('sha256').update(n).digest('hex').slice(0, 16);
}
