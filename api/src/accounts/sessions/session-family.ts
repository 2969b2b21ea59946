import { createHash, randomBytes } from 'node:crypto';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Idle and maximum lifetimes of a session (architecture §6). */
export const SESSION_LIFETIMES = {
  sender: { idleMs: 30 * MINUTE_MS, absoluteMs: 12 * HOUR_MS },
  staff: { idleMs: 15 * MINUTE_MS, absoluteMs: 8 * HOUR_MS },
} as const;

/** A just-replaced refresh token is accepted once more within this time, for a lost response or a second tab. */
export const REFRESH_GRACE_MS = 10_000;
const SECRET_BYTES = 32;
const TOKEN_PATTERN = /^([0-9a-f-]{36})\.([A-Za-z0-9_-]{43})$/;

/** The vault's record of a sign-in and its refresh tokens. Contains only hashes of tokens. */
export interface SessionFamily {
  readonly credentialId: string;
  readonly device: string;
  readonly staff: boolean;
  readonly createdAtMs: number;
  readonly lastSeenAtMs: number;
  readonly expiresAtMs: number;
  /** Usable tokens: one, or two after the previous one was used again within its grace period. */
  readonly current: readonly string[];
  readonly previous: string | null;
  readonly rotatedAtMs: number;
}

export interface NewFamily {
  readonly credentialId: string;
  readonly device: string;
  readonly staff: boolean;
}

/** The result of presenting a refresh token: a new token, a refusal, or the end of the family. */
export type Rotation =
  | { readonly kind: 'rotated'; readonly family: SessionFamily; readonly secret: string }
  | { readonly kind: 'refused' }
  | { readonly kind: 'reused' };

/** A new family and its first refresh secret. */
export function beginFamily(start: NewFamily, nowMs: number): { family: SessionFamily; secret: string } {
  const secret = newSecret();
  const { absoluteMs } = SESSION_LIFETIMES[start.staff ? 'staff' : 'sender'];
  const times = { createdAtMs: nowMs, lastSeenAtMs: nowMs, rotatedAtMs: nowMs };
  return {
    secret,
    family: {
      ...start,
      ...times,
      expiresAtMs: nowMs + absoluteMs,
      current: [hashOf(secret)],
      previous: null,
    },
  };
}

/** Each use issues a new token. The replaced one works once more within its grace period; any other ends the family. */
export function rotate(family: SessionFamily, shown: string, nowMs: number): Rotation {
  if (isOver(family, nowMs)) return { kind: 'refused' };
  const hash = hashOf(shown);
  if (family.current.includes(hash)) return rotated(family, { previous: hash, keep: [] }, nowMs);
  if (hash !== family.previous || nowMs - family.rotatedAtMs > REFRESH_GRACE_MS) return { kind: 'reused' };
  // Two usable tokens mean that the grace was used: it is not known yet which one reached the browser.
  if (family.current.length > 1) return { kind: 'refused' };
  return rotated(family, { previous: hash, keep: family.current }, nowMs);
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

function rotated(
  family: SessionFamily,
  { previous, keep }: { readonly previous: string; readonly keep: readonly string[] },
  nowMs: number,
): Rotation {
  const secret = newSecret();
  const current = [hashOf(secret), ...keep];
  const rotatedAtMs = keep.length > 0 ? family.rotatedAtMs : nowMs;
  return {
    kind: 'rotated',
    secret,
    family: { ...family, current, previous, rotatedAtMs, lastSeenAtMs: nowMs },
  };
}

function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
