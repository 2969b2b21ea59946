import { createHash, randomBytes } from 'node:crypto';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** How long a session lives without use, and at most (architecture §6). */
export const SESSION_LIFETIMES = {
  sender: { idleMs: 30 * MINUTE_MS, absoluteMs: 12 * HOUR_MS },
  staff: { idleMs: 15 * MINUTE_MS, absoluteMs: 8 * HOUR_MS },
} as const;

/** The just-replaced refresh token is good once more for this long: a lost answer, a second tab. */
export const REFRESH_GRACE_MS = 10_000;
const SECRET_BYTES = 32;
const TOKEN_PATTERN = /^([0-9a-f-]{36})\.([A-Za-z0-9_-]{43})$/;

/** One sign-in and all refresh tokens that follow from it, as the vault keeps it. Only hashes of tokens. */
export interface SessionFamily {
  readonly credentialId: string;
  readonly device: string;
  readonly staff: boolean;
  readonly createdAtMs: number;
  readonly lastSeenAtMs: number;
  readonly expiresAtMs: number;
  /** Usable tokens: one, or two after the one before was used again within its grace. */
  readonly current: readonly string[];
  readonly previous: string | null;
  readonly rotatedAtMs: number;
}

export interface NewFamily {
  readonly credentialId: string;
  readonly device: string;
  readonly staff: boolean;
}

/** What becomes of a family when a refresh token is shown: the next one, nothing, or its end. */
export type Rotation =
  | { readonly kind: 'rotated'; readonly family: SessionFamily; readonly secret: string }
  | { readonly kind: 'refused' }
  | { readonly kind: 'reused' };

/** A family just begun and its first refresh secret. */
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

/** Each use gives a new token; the replaced one once more within its grace; any other token of the family ends it. */
export function rotate(family: SessionFamily, shown: string, nowMs: number): Rotation {
  if (isOver(family, nowMs)) return { kind: 'refused' };
  const hash = hashOf(shown);
  if (family.current.includes(hash)) return rotated(family, { previous: hash, keep: [] }, nowMs);
  if (hash !== family.previous || nowMs - family.rotatedAtMs > REFRESH_GRACE_MS) return { kind: 'reused' };
  // Two usable tokens mean that the grace was taken: which of the two reached the browser is not known yet.
  if (family.current.length > 1) return { kind: 'refused' };
  return rotated(family, { previous: hash, keep: family.current }, nowMs);
}

/** Past its end, or idle for too long. */
export function isOver({ staff, expiresAtMs, lastSeenAtMs }: SessionFamily, nowMs: number): boolean {
  const { idleMs } = SESSION_LIFETIMES[staff ? 'staff' : 'sender'];
  return nowMs >= expiresAtMs || nowMs - lastSeenAtMs >= idleMs;
}

/** The cookie value of a family's refresh secret. */
export function refreshToken(sid: string, secret: string): string {
  return `${sid}.${secret}`;
}

/** Family and secret of a cookie value, or null when it is none of ours. */
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
