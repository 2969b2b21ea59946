import { createPublicKey, hkdfSync } from 'node:crypto';
import { z } from 'zod';

/** The purpose of a key. A token or MAC made with the key of one purpose is invalid for another. */
export const KEY_PURPOSES = [
  'session',
  'key-encryption',
  'second-factor',
  'log',
  'event',
  'vault',
  'share',
  'mail-opt-out',
  'position',
  'replay',
  'export',
  'safety',
  'simulator-webhook',
] as const;
export type KeyPurpose = (typeof KEY_PURPOSES)[number];

/** Id of the key that a purpose had before its first rotation: its tokens and MACs name no key. */
export const FIRST_KEY = '1';

const listedKey = z.object({
  /** A number, one more than that of the key before. */
  id: z.string().regex(/^[1-9]\d{0,5}$/),
  /** 32 bytes in base64; of sessions the private key, PEM; of the simulator's webhooks the secret. */
  key: z.string().min(16),
  /** Accepted, but makes nothing yet: every process must know it first. */
  next: z.literal(true).optional(),
});
export type ListedKey = Readonly<z.infer<typeof listedKey>>;

/** The keys of the purposes that have a list, the oldest first. */
export const keyListsSchema = z.partialRecord(
  z.enum(KEY_PURPOSES),
  z
    .array(listedKey)
    .refine((list) => list.some(({ next }) => !next))
    .readonly(),
);
/** Changes while the process runs when a key is rotated; a list itself never does. */
export type KeyLists = Partial<Record<KeyPurpose, readonly ListedKey[]>>;

/** The keys of a deployment: its secrets, or a part of them. */
export interface KeyHolder {
  readonly keyEncryptionKey: string;
  readonly keys?: KeyLists;
  readonly sessionPrivateKey?: string;
  readonly simulatorWebhookSecret?: string;
}

/** The keys of a purpose, the oldest first. Until the first rotation there are no lists, and each purpose has one key. */
export function listedKeys(holder: KeyHolder, purpose: KeyPurpose): readonly ListedKey[] {
  return holder.keys?.[purpose] ?? [{ id: FIRST_KEY, key: firstKey(holder, purpose) }];
}

/** The key that makes. @throws Error for a list without one, which no file has */
export function newestKey(keys: readonly ListedKey[]): ListedKey {
  const newest = keys.findLast(({ next }) => !next);
  if (!newest) throw new Error('A list of keys without a key that makes');
  return newest;
}

/** The public key of a private one, both PEM. */
export function publicKeyOf(privateKey: string): string {
  return createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString();
}

function firstKey(holder: KeyHolder, purpose: KeyPurpose): string {
  const { keyEncryptionKey, sessionPrivateKey = '', simulatorWebhookSecret = '' } = holder;
  if (purpose === 'key-encryption') return keyEncryptionKey;
  if (purpose === 'session') return sessionPrivateKey;
  if (purpose === 'simulator-webhook') return simulatorWebhookSecret;
  // HKDF, RFC 5869.
  const derived = hkdfSync('sha256', Buffer.from(keyEncryptionKey, 'base64'), '', `flip ${purpose}`, 32);
  return Buffer.from(derived).toString('base64');
}
