import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock, isoInstant } from '../../../config/clock.js';
import { Vault } from '../../../engine/vault/vault.port.js';
import { PasswordHasher } from './password-hasher.js';

interface Credential {
  readonly hash: string;
  readonly createdAt: string;
}

/** Password hashes in the vault, each written once under its own id; the account's events name the current one. */
@Injectable()
export class Credentials {
  constructor(
    private readonly vault: Vault,
    private readonly clock: Clock,
    private readonly hasher: PasswordHasher,
  ) {}

  /** Hashes and writes a new record; it takes effect when an event names it. */
  async add(uid: string, password: string): Promise<string> {
    const credentialId = randomUUID();
    const value: Credential = {
      hash: await this.hasher.hash(password),
      createdAt: isoInstant(this.clock.now()),
    };
    await this.vault.put('credential', credentialId, { owner: uid, value }, null);
    return credentialId;
  }

  /** Null (no account has this email) takes as long as a wrong password. */
  async match(credentialId: string | null, password: string): Promise<boolean> {
    const record = await this.vault.get<Credential>('credential', credentialId ?? 'none');
    return this.hasher.matches(record?.value.hash ?? null, password);
  }

  remove(credentialId: string): Promise<void> {
    return this.vault.delete('credential', credentialId);
  }
}
