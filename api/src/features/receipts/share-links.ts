import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock, isoInstant } from '../../config/clock.js';
import { Config, publicUrl } from '../../config/config.js';
import { isEqual } from '../../engine/vault/blind-index.js';
import { type Mac, macFor } from '../../engine/vault/mac.js';
import { Secrets } from '../../config/runtime.js';
import { StoreUnavailable } from '../../engine/storage/store-unavailable.js';
import { DomainError } from '../../kernel/domain-error.js';
import type { ActiveShareLinks, ShareLink } from '../../kernel/money/receipts.js';
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
  /** Missing in records of earlier builds, which the transfer owned. */
  readonly transferId?: string;
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
    this.mac = macFor(secrets, 'share');
  }

  /** The link of a transfer, made when there is none. @throws not_found */
  async share(uid: string, transferId: string): Promise<ShareLink> {
    const { id } = await this.charged.one(uid, transferId);
    return this.shown(await this.activeOrNew(uid, id));
  }

  /** A sender's links that work, the newest first. */
  async list(uid: string): Promise<ActiveShareLinks> {
    const cutAt = await this.charged.cutAtOf(uid);
    const active = (await this.vault.list<LinkRecord>('share', uid))
      .filter((record) => !this.isOver(record, cutAt))
      .toSorted((a, b) => b.value.expiresAtMs - a.value.expiresAtMs);
    const transfers = await Promise.all(active.map((record) => this.charged.find(uid, transferOf(record))));
    const items = active.flatMap((record, index) => {
      const transfer = transfers[index];
      if (!transfer) return [];
      const { id: transferId, recipient, amount, status } = transfer;
      return [{ ...this.shown(record), transferId, recipient, amount, status }];
    });
    return { items };
  }

  /** Turns off the link of a transfer, if any. @throws not_found */
  async stop(uid: string, transferId: string): Promise<void> {
    const { id } = await this.charged.one(uid, transferId);
    for (const record of await this.linksTo(uid, id)) await this.vault.delete('share', record.id);
  }

  /** Turns off all links of a sender. */
  async stopAll(uid: string): Promise<void> {
    let records = await this.vault.list('share', uid);
    while (records.length > 0) {
      for (const { id } of records) await this.vault.delete('share', id);
      records = await this.vault.list('share', uid);
    }
  }

  /** Removes a link that has expired; one that an earlier build stored under its transfer joins those of its sender. */
  async tidy(id: string): Promise<void> {
    const record = await this.vault.get<LinkRecord>('share', id);
    if (!record) return;
    const { owner, value, version } = record;
    if (this.isOver(record, null)) return this.vault.delete('share', id, version);
    if (value.transferId !== undefined) return;
    await this.vault.put('share', id, { owner: value.uid, value: { ...value, transferId: owner } }, version);
  }

  /** What a token opens. @throws not_found, the same for an unknown, expired, turned-off and closed one */
  async open(token: string): Promise<OpenedLink> {
    const record = TOKEN_PATTERN.test(token) ? await this.recordOf(token) : null;
    if (!record || this.isOver(record, await this.charged.cutAtOf(record.value.uid)))
      throw new DomainError('not_found');
    const { uid, expiresAtMs } = record.value;
    return { uid, transferId: transferOf(record), expiresAt: isoInstant(expiresAtMs) };
  }

  /** All shares of a transfer write the same record by compare-and-set, so that parallel ones get the same link. */
  private async activeOrNew(uid: string, transferId: string): Promise<Pick<Link, 'id' | 'value'>> {
    const [address] = this.addressesOf(transferId);
    for (let tries = 0; tries < TRIES; tries += 1) {
      const cutAt = await this.charged.cutAtOf(uid);
      const records = await this.linksTo(uid, transferId);
      const active = records.find((record) => !this.isOver(record, cutAt));
      if (active) return active;
      const replaced = records.find((record) => record.id === address);
      const seed = randomBytes(SEED_BYTES).toString('base64url');
      const value: LinkRecord = { uid, transferId, seed, expiresAtMs: this.clock.now() + LIFETIME_MS };
      const written = await this.vault.put(
        'share',
        address,
        { owner: uid, value },
        replaced?.version ?? null,
      );
      if (written === 'ok') return { id: address, value };
    }
    throw new StoreUnavailable('A link is being changed by others');
  }

  /** By the transfer's own address, since a list is cut at a thousand; also where an earlier build stored them. */
  private async linksTo(uid: string, transferId: string): Promise<readonly Link[]> {
    const stored = await Promise.all(
      this.addressesOf(transferId).map((address) => this.vault.get<LinkRecord>('share', address)),
    );
    const own = await this.vault.list<LinkRecord>('share', uid);
    const earlier = await this.vault.list<LinkRecord>('share', transferId);
    const found = new Map(
      [...stored.filter((record) => record !== null), ...own, ...earlier].map((record) => [
        record.id,
        record,
      ]),
    );
    return [...found.values()].filter((record) => transferOf(record) === transferId);
  }

  private shown(record: Pick<Link, 'id' | 'value'>): ShareLink {
    return {
      url: `${publicUrl(this.config)}/s/${this.tokensOf(record)[0]}`,
      expiresAt: isoInstant(record.value.expiresAtMs),
    };
  }

  private async recordOf(token: string): Promise<Link | null> {
    const address = Buffer.from(token, 'base64url').subarray(0, HALF_BYTES).toString('hex');
    const record =
      (await this.vault.get<LinkRecord>('share', address)) ??
      (await this.vault.get<LinkRecord>('share', hashOf(token)));
    return record && this.tokensOf(record).some((own) => isEqual(own, token)) ? record : null;
  }

  /** The token that is shown, then those that the keys before have made of the same record. */
  private tokensOf({ id, value: { seed } }: Pick<Link, 'id' | 'value'>): readonly [string, ...string[]] {
    const proofs = this.mac.all(seed);
    // Earlier links are stored under the hash of their token, which is the whole MAC.
    const whole = proofs.find((proof) => id === hashOf(proof));
    if (whole !== undefined) return [whole];
    const tokenOf = (proof: string) =>
      Buffer.concat([Buffer.from(id, 'hex'), half(proof)]).toString('base64url');
    const [newest, ...others] = proofs;
    return [tokenOf(newest), ...others.map(tokenOf)];
  }

  /**
   * Where a transfer's link is stored: a MAC, so that the token does not name the transfer. A new one at the first address;
   * those of before a rotation stay where they are.
   */
  private addressesOf(transferId: string): readonly [string, ...string[]] {
    const addressOf = (mac: string) => half(mac).toString('hex');
    const [newest, ...others] = this.mac.all(transferId);
    return [addressOf(newest), ...others.map(addressOf)];
  }

  /** Expired, or made before the sender's account was suspended or taken over by the owner of its mailbox at `cutAt`. */
  private isOver({ value: { expiresAtMs } }: Pick<Link, 'value'>, cutAt: string | null): boolean {
    if (expiresAtMs <= this.clock.now()) return true;
    return cutAt !== null && expiresAtMs - LIFETIME_MS <= Date.parse(cutAt);
  }
}

const half = (mac: string): Buffer => Buffer.from(mac, 'base64url').subarray(0, HALF_BYTES);

const transferOf = ({ owner, value }: Link): string => value.transferId ?? owner;

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
