import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock, isoInstant } from '../../config/clock.js';
import { Config, publicUrl } from '../../config/config.js';
import { isEqual } from '../../engine/vault/blind-index.js';
import { type Mac, macFor } from '../../engine/vault/mac.js';
import { Secrets } from '../../config/runtime.js';
import { StoreUnavailable } from '../../engine/storage/store-unavailable.js';
import { DomainError } from '../../kernel/domain-error.js';
import type { ShareLink } from '../../kernel/money/receipts.js';
import type { Transaction } from '../../kernel/money/transfers.js';
import { Vault, type VaultRecord } from '../../engine/vault/vault.port.js';
import { ChargedTransfers } from './charged-transfers.js';

/** How long a link works. */
const LIFETIME_MS = 30 * 24 * 60 * 60 * 1_000;
const SEED_BYTES = 32;
/** A token: the address of its transfer's record and a proof, 16 bytes each, base64url. */
const TOKEN_PATTERN = /^[A-Za-z0-9_-]{43}$/;
const HALF_BYTES = 16;
/** A share meets others of the same transfer, or their end, at most this often. */
const TRIES = 5;

interface LinkRecord {
  readonly uid: string;
  /** The proof in the token is its MAC: the same link can be shown again although the vault does not have the token. */
  readonly seed: string;
  readonly expiresAtMs: number;
}

type Link = VaultRecord<LinkRecord>;

/** A valid link: the transfer that it shows, its sender, and its expiry. */
export interface OpenedLink {
  readonly uid: string;
  readonly transferId: string;
  readonly expiresAt: string;
}

/** Links to the recipient's page: one for each transfer, until it expires or the sender turns it off (docs/security.md). */
@Injectable()
export class ShareLinks {
  private readonly mac: Mac;

  constructor(
    private readonly vault: Vault,
    private readonly charged: ChargedTransfers,
    secrets: Secrets,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {
    this.mac = macFor(secrets.keyEncryptionKey, 'share');
  }

  /** The link of a transfer, made when there is none. @throws not_found */
  async share(uid: string, transferId: string): Promise<ShareLink> {
    const transaction = await this.charged.one(uid, transferId);
    const record = await this.activeOrNew(transaction);
    return {
      url: `${publicUrl(this.config)}/s/${this.tokenOf(record)}`,
      expiresAt: isoInstant(record.value.expiresAtMs),
    };
  }

  /** Turns off the link of a transfer, if any. @throws not_found */
  async stop(uid: string, transferId: string): Promise<void> {
    const { id } = await this.charged.one(uid, transferId);
    for (const record of await this.vault.list('share', id)) await this.vault.delete('share', record.id);
  }

  /** What a token opens. @throws not_found, the same for an unknown, expired, turned-off and closed one */
  async open(token: string): Promise<OpenedLink> {
    const record = TOKEN_PATTERN.test(token) ? await this.recordOf(token) : null;
    if (!record || (await this.isOver(record))) throw new DomainError('not_found');
    const { value, owner: transferId } = record;
    return { uid: value.uid, transferId, expiresAt: isoInstant(value.expiresAtMs) };
  }

  /** All shares of a transfer write the same record by compare-and-set, so that parallel ones get the same link. */
  private async activeOrNew({ id, uid }: Transaction): Promise<Pick<Link, 'id' | 'value'>> {
    const address = this.addressOf(id);
    for (let tries = 0; tries < TRIES; tries += 1) {
      const records = await this.vault.list<LinkRecord>('share', id);
      for (const record of records) if (!(await this.isOver(record))) return record;
      const replaced = records.find((record) => record.id === address);
      const seed = randomBytes(SEED_BYTES).toString('base64url');
      const value: LinkRecord = { uid, seed, expiresAtMs: this.clock.now() + LIFETIME_MS };
      const written = await this.vault.put('share', address, { owner: id, value }, replaced?.version ?? null);
      if (written === 'ok') return { id: address, value };
    }
    throw new StoreUnavailable('A link is being changed by others');
  }

  private async recordOf(token: string): Promise<Link | null> {
    const address = Buffer.from(token, 'base64url').subarray(0, HALF_BYTES).toString('hex');
    const record =
      (await this.vault.get<LinkRecord>('share', address)) ??
      (await this.vault.get<LinkRecord>('share', hashOf(token)));
    return record && isEqual(this.tokenOf(record), token) ? record : null;
  }

  private tokenOf({ id, value: { seed } }: Pick<Link, 'id' | 'value'>): string {
    const proof = this.mac(seed);
    // Earlier links are stored under the hash of their token, which is the whole MAC.
    if (id === hashOf(proof)) return proof;
    const bytes = Buffer.from(proof, 'base64url').subarray(0, HALF_BYTES);
    return Buffer.concat([Buffer.from(id, 'hex'), bytes]).toString('base64url');
  }

  /** Where a transfer's link is stored: a MAC, so that the token does not name the transfer. */
  private addressOf(transferId: string): string {
    return Buffer.from(this.mac(transferId), 'base64url').subarray(0, HALF_BYTES).toString('hex');
  }

  /** Expired, or made before the sender's account was suspended or taken over by the owner of its mailbox. */
  private async isOver({ value: { uid, expiresAtMs } }: Link): Promise<boolean> {
    if (expiresAtMs <= this.clock.now()) return true;
    const cutAt = await this.charged.cutAtOf(uid);
    return cutAt !== null && expiresAtMs - LIFETIME_MS <= Date.parse(cutAt);
  }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
