import { createHash, createPublicKey, verify } from 'node:crypto';
import { isEqual } from '../config/blind-index.js';
import type { ClientSecretKey } from '../config/runtime.js';

/** A person with an account at the provider. */
export interface Person {
  readonly email: string;
  readonly emailVerified: boolean;
  readonly givenName: string;
  readonly familyName: string;
  /** Apple: `email` is a relay address made for us alone. */
  readonly isPrivate?: boolean | undefined;
}

/** What differs between the simulated providers, as their documentation has it (docs/providers.md). */
export interface OpenIdKind {
  readonly name: string;
  /** Paths below the issuer. */
  readonly paths: { readonly authorize: string; readonly token: string; readonly keys: string };
  readonly responseMode: 'query' | 'form_post';
  /** The error of a person who goes back. */
  readonly cancelled: string;
  /** Whether some addresses are not verified. */
  readonly hasUnverified: boolean;
  readonly subject: (email: string) => string;
  /** The claims about a person. */
  readonly claims: (person: Person) => object;
}

/** Every flag and name is a claim of the ID token. */
export const GOOGLE: OpenIdKind = {
  name: 'Google',
  paths: { authorize: '/authorize', token: '/token', keys: '/keys' },
  responseMode: 'query',
  cancelled: 'access_denied',
  hasUnverified: true,
  subject: subjectOf,
  claims: ({ email, emailVerified, givenName, familyName }) => ({
    email,
    email_verified: emailVerified,
    given_name: givenName,
    ...(familyName !== '' && { family_name: familyName }),
    name: `${givenName} ${familyName}`.trim(),
  }),
};

/** The name is no claim: it is in the answer of the first sign-in alone. Flags are text, as they may be. */
export const APPLE: OpenIdKind = {
  name: 'Apple',
  paths: { authorize: '/auth/authorize', token: '/auth/token', keys: '/auth/keys' },
  responseMode: 'form_post',
  cancelled: 'user_cancelled_authorize',
  hasUnverified: false,
  subject: appleSubjectOf,
  claims: ({ email, isPrivate }) => ({
    email,
    email_verified: 'true',
    ...(isPrivate === true && { is_private_email: 'true' }),
    nonce_supported: true,
  }),
};

/** The same person has the same `sub` after every restart. */
export function subjectOf(email: string): string {
  const digest = createHash('sha256').update(email.toLowerCase()).digest();
  return `1${(digest.readBigUInt64BE() % 10n ** 20n).toString().padStart(20, '0')}`;
}

/** The same for Apple, whose ids have three parts. */
export function appleSubjectOf(email: string): string {
  const digest = createHash('sha256').update(`apple ${email.toLowerCase()}`).digest('hex');
  return `000123.${digest.slice(0, 32)}.0456`;
}

/** A client that shows a fixed secret. */
export function fixedSecret(expected: string): (secret: string) => boolean {
  return (secret) => isEqual(secret, expected);
}

/** Longest lifetime of a signed secret: six months. */
const SIGNED_SECRET_MAX_SECONDS = 15_777_000;

/** A client that shows a secret signed with its key (ES256), for this issuer and not expired. */
export function signedSecret(
  { teamId, keyId, privateKey }: ClientSecretKey,
  expected: { readonly clientId: string; readonly issuer: () => string; readonly nowMs: () => number },
): (secret: string) => boolean {
  const key = createPublicKey(privateKey);
  return (secret) => {
    const [header = '', claims = '', signature = ''] = secret.split('.');
    const isSigned = verify(
      'sha256',
      Buffer.from(`${header}.${claims}`),
      { key, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    );
    if (!isSigned) return false;
    const said = { ...parsed(header), ...parsed(claims) };
    const ours = { alg: 'ES256', kid: keyId, iss: teamId, sub: expected.clientId, aud: expected.issuer() };
    const [issuedAt, expiresAt] = [Number(said['iat']), Number(said['exp'])];
    const isInTime =
      expiresAt > expected.nowMs() / 1_000 && expiresAt - issuedAt <= SIGNED_SECRET_MAX_SECONDS;
    return isInTime && Object.entries(ours).every(([name, value]) => said[name] === value);
  };
}

function parsed(part: string): Readonly<Record<string, unknown>> {
  return JSON.parse(Buffer.from(part, 'base64url').toString()) as Readonly<Record<string, unknown>>;
}
