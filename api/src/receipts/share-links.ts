import { createHash, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Clock, isoInstant } from '../config/clock.js';
import { Config, publicUrl } from '../config/config.js';
import { macFor } from '../config/mac.js';
import { Secrets } from '../config/runtime.js';
import { DomainError } from '../kernel/domain-error.js';
import type { ShareLink } from '../kernel/receipts.js';
import type { Transaction } from '../kernel/transfers.js';
import { Vault, type VaultRecord } from '../vault/vault.port.js';
import { ChargedTransfers } from './charged-transfers.js';

/** How long a link works. */
const LIFETIME_MS = 30 * 24 * 60 * 60 * 1_000;
const SEED_BYTES = 32;
/** A token: 32 bytes, base64url. */
const TOKEN_PATTERN = /^[A-Za-z0-9_-]{43}$/;

interface LinkRecord {
  readonly uid: string;
  /** The token is its MAC, so that the same link can be shown again although the vault has only the token's hash. */
  readonly seed: string;
  readonly expiresAtMs: number;
}

/** A link that works: whose transfer it shows, and until when. */
export interface OpenedLink {
  readonly uid: string;
  readonly transferId: string;
  readonly expiresAt: string;
}

/** Links to the recipient's page: one for each transfer, until it expires or the sender turns it off (docs/security.md). */
@Injectable()
export class ShareLinks {
  @Inject() private readonly clock!: Clock;
  @Inject(Config) private readonly config!: Config;
  private readonly tokenOf: (seed: string) => string;

  constructor(
    private readonly vault: Vault,
    private readonly charged: ChargedTransfers,
    secrets: Secrets,
  ) {
    this.tokenOf = macFor(secrets.keyEncryptionKey, 'share');
  }

  /** The link of a transfer, made when there is none. @throws not_found */
  async share(uid: string, transferId: string): Promise<ShareLink> {
    const transaction = await this.charged.one(uid, transferId);
    const existing = await this.active(transaction.id);
    const value = existing ?? (await this.make(transaction));
    return {
      url: `${publicUrl(this.config)}/s/${this.tokenOf(value.seed)}`,
      expiresAt: isoInstant(value.expiresAtMs),
    };
  }

  /** Turns off the link of a transfer, if any. @throws not_found */
  async stop(uid: string, transferId: string): Promise<void> {
    const { id } = await this.charged.one(uid, transferId);
    for (const record of await this.vault.list('share', id)) await this.vault.delete('share', record.id);
  }

  /** What a token opens. @throws not_found, the same for an unknown, expired and turned-off one */
  async open(token: string): Promise<OpenedLink> {
    const record = TOKEN_PATTERN.test(token)
      ? await this.vault.get<LinkRecord>('share', hashOf(token))
      : null;
    if (!record || this.isOver(record)) throw new DomainError('not_found');
    const { value, owner: transferId } = record;
    return { uid: value.uid, transferId, expiresAt: isoInstant(value.expiresAtMs) };
  }

  /** The link that still works; expired ones are removed. */
  private async active(transferId: string): Promise<LinkRecord | null> {
    let active: LinkRecord | null = null;
    for (const record of await this.vault.list<LinkRecord>('share', transferId))
      if (this.isOver(record)) await this.vault.delete('share', record.id);
      else active ??= record.value;
    return active;
  }

  private async make({ id, uid }: Transaction): Promise<LinkRecord> {
    const seed = randomBytes(SEED_BYTES).toString('base64url');
    const value: LinkRecord = { uid, seed, expiresAtMs: this.clock.now() + LIFETIME_MS };
    await this.vault.put('share', hashOf(this.tokenOf(seed)), { owner: id, value }, null);
    return value;
  }

  private isOver({ value }: VaultRecord<LinkRecord>): boolean {
    return value.expiresAtMs <= this.clock.now();
  }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
