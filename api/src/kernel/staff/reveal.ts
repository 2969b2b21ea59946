/** One masked field of a sender. */
export const SENDER_FIELDS = ['name', 'email'] as const;
/** One masked field of a transfer. */
export const TRANSFER_FIELDS = ['recipient', 'handle', 'note'] as const;
export const REVEAL_FIELDS = [...SENDER_FIELDS, ...TRANSFER_FIELDS] as const;
export type RevealField = (typeof REVEAL_FIELDS)[number];

/** POST /compliance/reveal */
export interface RevealRequest {
  /** The id of the sender, or of the transfer that has the field. */
  readonly subject: string;
  readonly field: RevealField;
  /** As of a replay. */
  readonly reason?: string;
}

/** Response of POST /compliance/reveal */
export class Revealed {
  /** Unmasked. */
  readonly value!: string;
}
