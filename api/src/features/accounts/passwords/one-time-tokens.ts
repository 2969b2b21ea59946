import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../config/clock.js';
import { Vault, type VaultRecord } from '../../../engine/vault/vault.port.js';
import { DomainError } from '../../../kernel/domain-error.js';

export type TokenPurpose = 'reset-password' | 'confirm-email';

const MINUTE_MS = 60_000;
const LIFETIME_MS: Readonly<Record<TokenPurpose, number>> = {
  'reset-password': 30 * MINUTE_MS,
  'confirm-email': 48 * 60 * MINUTE_MS,
};
const TOKEN_BYTES = 32;
/** The format of a token: 32 bytes, base64url. */
export const TOKEN_PATTERN = /^[A-Za-z0-9_-]{43}$/;

interface TokenRecord {
  readonly purpose: TokenPurpose;
  readonly expiresAtMs: number;
  readonly used: boolean;
  /** The credential of the account when the link was mailed. */
  readonly credentialId: string;
}

/** Whose token it is, and the account's credential when it was created. */
export interface TokenOwner {
  readonly uid: string;
  readonly credentialId: string;
}

/** Tokens of mailed links: 32 random bytes, of which the vault has only the hash. */
@Injectable()
export class OneTimeTokens {
  constructor(
    private readonly vault: Vault,
    private readonly clock: Clock,
  ) {}

  /** Creates a token for a mail and removes the user's expired ones. */
  async mint({ uid, credentialId }: TokenOwner, purpose: TokenPurpose): Promise<string> {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const nowMs = this.clock.now();
    await this.sweep(uid, nowMs);
    const expiresAtMs = nowMs + LIFETIME_MS[purpose];
    const value: TokenRecord = { purpose, expiresAtMs, used: false, credentialId };
    await this.vault.put('token', hashOf(token), { owner: uid, value }, null);
    return token;
  }

  /**
   * The owner of a token.
   * @throws DomainError token_invalid when it is unknown, expired, used or has another purpose
   */
  async ownerOf(token: string, purpose: TokenPurpose): Promise<TokenOwner> {
    const { owner: uid, value } = await this.valid(token, purpose);
    return { uid, credentialId: value.credentialId };
  }

  /**
   * Consumes a token and all others of its owner with the same purpose; returns the owner.
   * @throws DomainError token_invalid, also for the second of two concurrent callers
   */
  async consume(token: string, purpose: TokenPurpose): Promise<string> {
    const record = await this.valid(token, purpose);
    const used: TokenRecord = { ...record.value, used: true };
    const put = await this.vault.put(
      'token',
      record.id,
      { owner: record.owner, value: used },
      record.version,
    );
    if (put === 'stale') throw new DomainError('token_invalid');
    await this.withdraw(record.owner, purpose);
    return record.owner;
  }

  /** Revokes every token of this purpose. */
  async withdraw(uid: string, purpose: TokenPurpose): Promise<void> {
    const tokens = await this.vault.list<TokenRecord>('token', uid);
    const ended = tokens.filter(({ value }) => value.purpose === purpose);
    for (const { id } of ended) await this.vault.delete('token', id);
  }

  private async valid(token: string, purpose: TokenPurpose): Promise<VaultRecord<TokenRecord>> {
    const record = await this.vault.get<TokenRecord>('token', hashOf(token));
    const value = record?.value;
    if (!value || value.used || value.purpose !== purpose || value.expiresAtMs <= this.clock.now())
      throw new DomainError('token_invalid');
    return record;
  }

  private async sweep(uid: string, nowMs: number): Promise<void> {
    const tokens = await this.vault.list<TokenRecord>('token', uid);
    for (const { id, value } of tokens) if (value.expiresAtMs <= nowMs) await this.vault.delete('token', id);
  }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
