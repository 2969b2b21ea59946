import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../config/clock.js';
import { NotSignedInYet } from '../../../http/contract/refusal.js';
import { DomainError } from '../../../kernel/domain-error.js';
import { Vault, type VaultRecord } from '../../../engine/vault/vault.port.js';
import type { SessionOrigin } from '../sessions/session-family.js';
import type { WaitingIdentity } from '../social/linking/identity-links.js';

/** Between the password, or a provider's proof, and the code. */
export const TICKET_LIFETIME_MS = 5 * 60_000;
const KEY_BYTES = 32;
const KEY_PATTERN = /^[A-Za-z0-9_-]{43}$/;

/** What the first proof showed, to be repeated in every check once the code is there. It opens nothing by itself. */
export interface Ticket {
  readonly uid: string;
  readonly credentialId: string;
  readonly device: string;
  readonly deviceToken?: string;
  /** Blind index of the provider's account that proved the person; none for the password. */
  readonly identity?: string;
  /** An account at a provider that the password is to link. */
  readonly link?: WaitingIdentity;
}
/** Its record in the vault. */
export type WaitingTicket = Ticket & { readonly expiresAtMs: number };

/** A sign-in with a correct first proof; the browser gets the key in a cookie. */
export class SecondFactorRequired extends NotSignedInYet {
  constructor(readonly ticket: string) {
    super('second_factor_required');
  }
}

/** Sign-ins that wait for a code, each under the hash of a key that only its browser has. They end with the user's sessions. */
@Injectable()
export class SignInTickets {
  constructor(
    private readonly vault: Vault,
    private readonly clock: Clock,
  ) {}

  /** Returns the browser's key, and removes what has expired of the user's others. */
  async issue(ticket: Ticket): Promise<string> {
    const key = randomBytes(KEY_BYTES).toString('base64url');
    const nowMs = this.clock.now();
    for (const { id, value } of await this.vault.list<WaitingTicket>('ticket', ticket.uid))
      if (value.expiresAtMs <= nowMs) await this.vault.delete('ticket', id);
    const value: WaitingTicket = { ...ticket, expiresAtMs: nowMs + TICKET_LIFETIME_MS };
    await this.vault.put('ticket', hashOf(key), { owner: ticket.uid, value }, null);
    return key;
  }

  /** @throws DomainError second_factor_expired when the key is missing, unknown, too old or used */
  async find(key: string | undefined): Promise<VaultRecord<Ticket>> {
    if (key === undefined || !KEY_PATTERN.test(key)) throw new DomainError('second_factor_expired');
    const record = await this.vault.get<WaitingTicket>('ticket', hashOf(key));
    if (!record || record.value.expiresAtMs <= this.clock.now())
      throw new DomainError('second_factor_expired');
    return record;
  }

  async remove({ id }: VaultRecord): Promise<void> {
    await this.vault.delete('ticket', id);
  }
}

/** Of the session that the ticket is to open. */
export function originOf({ credentialId, identity, expiresAtMs }: WaitingTicket): SessionOrigin {
  const createdAtMs = expiresAtMs - TICKET_LIFETIME_MS;
  return { credentialId, ...(identity !== undefined && { identity }), createdAtMs };
}

function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}
