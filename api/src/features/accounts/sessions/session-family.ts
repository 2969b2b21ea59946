import { createHash, randomBytes } from 'node:crypto';
import { blindIndex, isEqual } from '../../../engine/vault/blind-index.js';
import type { Secrets } from '../../../config/runtime.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Idle and maximum lifetimes of a session (docs/security.md). */
export const SESSION_LIFETIMES = {
  sender: { idleMs: 30 * MINUTE_MS, absoluteMs: 12 * HOUR_MS },
  staff: { idleMs: 15 * MINUTE_MS, absoluteMs: 8 * HOUR_MS },
} as const;

/** Most successors of one refresh token: each is for an answer that was lost. The oldest no longer work. */
const SUCCESSORS_LIMIT = 20;
const NONCE_BYTES = 16;
const TOKEN_PATTERN = /^([0-9a-f-]{36})\.([A-Za-z0-9_-]{22}\.[0-9a-f]{64})$/;

/** The vault's record of a sign-in and its refresh tokens. Contains only hashes of tokens. */
export interface SessionFamily {
  readonly credentialId: string;
  /** Blind index of the provider's account that opened it; none for one opened with the password. */
  readonly identity?: string;
  readonly device: string;
  readonly staff: boolean;
  /** When a code of the second factor was last entered; none while the account has no factor. */
  readonly codeAtMs?: number;
  /** When the password was last entered again, after the sign-in. */
  readonly passwordAtMs?: number;
  /** The change of address that was asked for in it. */
  readonly emailChangeId?: string;
  readonly createdAtMs: number;
  readonly lastSeenAtMs: number;
  readonly expiresAtMs: number;
  /** The tokens that succeed `previous`, the newest first, none of which was used: it is not known which reached the browser. */
  readonly current: readonly string[];
  readonly previous: string | null;
  /** Where `previous` was used, as `PlacedSecret` has it; missing in records of earlier versions. */
  readonly usedFrom?: string;
}

/** What a change of the account selects sessions by, and sign-ins that have not opened theirs yet. */
export type SessionOrigin = Pick<
  SessionFamily,
  'credentialId' | 'identity' | 'codeAtMs' | 'emailChangeId' | 'createdAtMs'
>;

export interface NewFamily {
  readonly credentialId: string;
  readonly identity?: string;
  readonly device: string;
  readonly staff: boolean;
  readonly codeAtMs?: number;
}

/**
 * When the user of a session last proved to be its owner: with a code where the account has a second factor, otherwise at
 * the sign-in or with the password.
 */
export function provenAtMs({ codeAtMs, passwordAtMs = 0, createdAtMs }: SessionFamily): number {
  return codeAtMs ?? Math.max(createdAtMs, passwordAtMs);
}

/** A refresh secret that was issued, as a browser presents it. */
export interface PlacedSecret {
  readonly presented: string;
  /** Network and browser of the request, in any form that is the same for both. */
  readonly from: string;
}

/**
 * The result of presenting a refresh secret: the next one, a refusal, or the end of the family. `elsewhere`: its successor
 * was used in another network or browser.
 */
export type Rotation =
  | { readonly kind: 'rotated'; readonly family: SessionFamily }
  | { readonly kind: 'refused' }
  | { readonly kind: 'reused'; readonly elsewhere: boolean };

/** A new family with its first refresh secret. */
export function beginFamily(start: NewFamily, secret: string, nowMs: number): SessionFamily {
  const { absoluteMs } = SESSION_LIFETIMES[start.staff ? 'staff' : 'sender'];
  const times = { createdAtMs: nowMs, lastSeenAtMs: nowMs };
  return { ...start, ...times, expiresAtMs: nowMs + absoluteMs, current: [hashOf(secret)], previous: null };
}

/**
 * Each use issues `next`. A replaced secret was copied only once a successor has been used: until then the browser may
 * never have got one, and gets another.
 */
export function rotate(
  family: SessionFamily,
  { presented, from, next }: PlacedSecret & { readonly next: string },
  nowMs: number,
): Rotation {
  if (isOver(family, nowMs)) return { kind: 'refused' };
  const hash = hashOf(presented);
  const seen = { ...family, lastSeenAtMs: nowMs };
  if (family.current.includes(hash)) {
    const used = { previous: hash, usedFrom: from };
    return { kind: 'rotated', family: { ...seen, ...used, current: [hashOf(next)] } };
  }
  if (hash !== family.previous) return { kind: 'reused', elsewhere: family.usedFrom !== from };
  const current = [hashOf(next), ...family.current].slice(0, SUCCESSORS_LIMIT);
  return { kind: 'rotated', family: { ...seen, current } };
}

/** Whether the session has reached its maximum lifetime or idle time. */
export function isOver({ staff, expiresAtMs, lastSeenAtMs }: SessionFamily, nowMs: number): boolean {
  const { idleMs } = SESSION_LIFETIMES[staff ? 'staff' : 'sender'];
  return nowMs >= expiresAtMs || nowMs - lastSeenAtMs >= idleMs;
}

/** The cookie value for a family's refresh secret. */
export function refreshToken(sid: string, secret: string): string {
  return `${sid}.${secret}`;
}

/** Family and secret in a cookie value, or null when it is malformed. */
export function parseRefreshToken(token: string): { readonly sid: string; readonly secret: string } | null {
  const [, sid, secret] = TOKEN_PATTERN.exec(token) ?? [];
  return sid === undefined || secret === undefined ? null : { sid, secret };
}

/** A refresh secret of a session: a nonce, and the proof that it was issued for it. */
export function newSecret(sid: string, secrets: Pick<Secrets, 'blindIndexKey'>): string {
  const nonce = randomBytes(NONCE_BYTES).toString('base64url');
  return `${nonce}.${proofOf(sid, nonce, secrets)}`;
}

/** False for a made-up secret: knowing a session's id is not enough to end it. */
export function isIssued(
  { sid, secret }: { readonly sid: string; readonly secret: string },
  secrets: Pick<Secrets, 'blindIndexKey'>,
): boolean {
  const [nonce = '', proof = ''] = secret.split('.');
  return isEqual(proof, proofOf(sid, nonce, secrets));
}

function proofOf(sid: string, nonce: string, { blindIndexKey }: Pick<Secrets, 'blindIndexKey'>): string {
  return blindIndex(blindIndexKey, 'refresh', `${sid} ${nonce}`);
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
