import type { DecidedCommand, Decider } from '../../event-sourcing/decider.js';
import { streamCategory, type DomainEvent, type EventDeclaration } from '../../event-sourcing/event.js';

/** One stream for each purpose of keys. */
export const keysStream = streamCategory('keys-');

/** From here on the key with this id makes what the purpose needs; the actor is who rotated. */
export type KeyRotated = DomainEvent<'KeyRotated', { readonly purpose: string; readonly keyId: string }>;

/** A rotation took effect. */
export interface RotateKey extends DecidedCommand {
  readonly purpose: string;
  readonly keyId: string;
}

/** The id of the key in use; null before the first rotation. */
export interface KeyInUse {
  readonly keyId: string | null;
}

/** A repeat records nothing. */
export const keyRotationDecider: Decider<KeyInUse, RotateKey, KeyRotated> = {
  name: 'key-rotation',
  initialState: () => ({ keyId: null }),
  decide: ({ purpose, keyId }, inUse) =>
    inUse.keyId === keyId ? [] : [{ type: 'KeyRotated', data: { purpose, keyId } }],
  evolve: (_, { data: { keyId } }) => ({ keyId }),
};

/** Event declarations of `keys-{purpose}`. */
export const keyEvents: readonly [EventDeclaration<KeyRotated>] = [
  {
    type: 'KeyRotated',
    schemaVersion: 1,
    summary: 'From here on a new key is used for its purpose.',
    example: { purpose: 'log', keyId: '2' },
  },
];
