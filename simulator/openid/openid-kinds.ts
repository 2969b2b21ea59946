import { createHash, createPublicKey } from 'node:crypto';
import { JwtService } from '@nestjs/jwt';
import type { ClientSecretKey } from '../simulation.js';

/** A person with an account at the provider. */
export interface Person {
  readonly email: string;
  readonly emailVerified: boolean;
  readonly givenName: string;
  readonly familyName: string;
  /** Apple: `email` is a relay address created for this app only. */
  readonly isPrivate?: boolean | undefined;
}

/** What differs between the simulated providers, according to their documentation (docs/providers.md). */
export interface OpenIdKind {
  readonly name: string;
  /** Paths below the issuer. */
  readonly paths: { readonly authorize: string; readonly token: string; readonly keys: string };
  readonly responseMode: 'query' | 'form_post';
  /** The error returned when the person cancels. */
  readonly cancelled: string;
  /** Whether some addresses are not verified. */
  readonly hasUnverified: boolean;
  readonly subject: (email: string) => string;
  /** The ID token's claims about a person. */
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

/** The name is not a claim: only the response to the first sign-in has it. Flags are strings, which Apple permits. */
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

/** The same for Apple: its ids have three parts. */
export function appleSubjectOf(email: string): string {
  const digest = createHash('sha256').update(`apple ${email.toLowerCase()}`).digest('hex');
  return `000123.${digest.slice(0, 32)}.0456`;
}

/** A client that authenticates with a fixed secret. */
export function fixedSecret(expected: string): (secret: string) => boolean {
  return (secret) => secret === expected;
}

/** Longest lifetime of a signed secret: six months. */
const SIGNED_SECRET_MAX_SECONDS = 15_777_000;

/** A client that authenticates with an unexpired secret for this issuer, signed with its key (ES256). */
export function signedSecret(
  { teamId, keyId, privateKey }: ClientSecretKey,
  expected: { readonly clientId: string; readonly issuer: () => string; readonly nowMs: () => number },
): (secret: string) => boolean {
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'pem' });
  return (secret) => {
    try {
      const { header, payload } = new JwtService().verify<SignedSecret>(secret, {
        publicKey,
        algorithms: ['ES256'],
        complete: true,
        issuer: teamId,
        subject: expected.clientId,
        audience: expected.issuer(),
        clockTimestamp: expected.nowMs() / 1_000,
      });
      return header.kid === keyId && payload.exp - payload.iat <= SIGNED_SECRET_MAX_SECONDS;
    } catch {
      return false;
    }
  };
}

interface SignedSecret {
  readonly header: { readonly kid?: string };
  readonly payload: { readonly iat: number; readonly exp: number };
}
