import type { Platform } from '../money/platforms.js';

/** Most recipients one sender can save. */
export const RECIPIENTS_LIMIT = 200;

/** Who receives money: a name, and a handle on one platform. */
export class Recipient {
  /** @example "Maya Okafor" */
  readonly name!: string;
  readonly platform!: Platform;
  /** @example "$mayaokafor" */
  readonly handle!: string;
}

/** A document of the view recipients, returned unchanged by the API. */
export class SavedRecipient extends Recipient {
  readonly id!: string;
  readonly uid!: string;
  readonly createdAt!: string;
  readonly updatedAt!: string;
}

/** GET /recipients */
export class Recipients {
  readonly items!: SavedRecipient[];
  /** Always null: all saved recipients are one page. */
  readonly nextCursor!: string | null;
}

/** Body of POST /recipients. */
export interface SaveRecipientRequest extends Recipient {
  /** The sender has seen that the handle looks like a saved one, and means it. */
  readonly confirmSimilar?: boolean;
}

/** Body of PATCH /recipients/:id; omitted fields stay unchanged. */
export type ChangeRecipientRequest = Partial<SaveRecipientRequest>;

/** Platforms ignore case in handles: two recipients with the same key are the same one, under any name. */
export function recipientKey({ platform, handle }: Pick<Recipient, 'platform' | 'handle'>): string {
  return `${platform} ${handle.toLowerCase()}`;
}
