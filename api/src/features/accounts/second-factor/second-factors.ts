import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { v5 as uuidV5 } from 'uuid';
import { Clock, isoInstant } from '../../../config/clock.js';
import { Secrets } from '../../../config/runtime.js';
import { SecretCipher } from '../../../engine/event-store/secret-cipher.js';
import { reencryptRecords } from '../../../engine/vault/reencrypt-records.js';
import { updateRecord } from '../../../engine/vault/update-record.js';
import { Vault, type VaultRecord } from '../../../engine/vault/vault.port.js';
import { DomainError } from '../../../kernel/domain-error.js';
import { Outbox } from '../mail/outbox.js';
import {
  type Checked,
  type CodeSource,
  ENROLMENT_LIFETIME_MS,
  entered,
  type Factor,
  waitMsOf,
} from './factor.rules.js';
import { newRecoveryCodes, recoveryIndex } from './recovery-codes.js';
import { acceptedStep, newTotpSecret } from './totp.js';

const SECOND_MS = 1_000;
/** Of a factor with codes that were never used. */
const NO_STEP = 0;

/** The entry that proves possession of the factor: exactly one of them. */
export interface EnteredCode {
  readonly code?: string;
  readonly recoveryCode?: string;
}

/** Secrets and counters of second factors in the vault, each under its own id; the account's events name the current one. */
@Injectable()
export class SecondFactors {
  private readonly cipher: SecretCipher;

  constructor(
    private readonly secrets: Secrets,
    private readonly vault: Vault,
    private readonly clock: Clock,
    private readonly outbox: Outbox,
  ) {
    this.cipher = new SecretCipher(secrets, 'second-factor');
  }

  /** Begins an enrolment, in place of any before: returns the secret, which takes effect when an event names the factor. */
  async begin(uid: string, current: string | null, secret = newTotpSecret()): Promise<string> {
    await this.removeAll(uid, current);
    const id = randomUUID();
    const value: Factor = {
      sealedSecret: this.cipher.encrypt(contextOf(id), secret),
      createdAtMs: this.clock.now(),
      lastStep: NO_STEP,
      recovery: [],
    };
    await this.vault.put('factor', id, { owner: uid, value }, null);
    return secret;
  }

  /** The factor that waits for its first code. @throws DomainError second_factor_expired */
  async waiting(uid: string, current: string | null): Promise<string> {
    const nowMs = this.clock.now();
    const found = (await this.vault.list<Factor>('factor', uid)).find(
      ({ id, value }) => id !== current && nowMs - value.createdAtMs < ENROLMENT_LIFETIME_MS,
    );
    if (!found) throw new DomainError('second_factor_expired');
    return found.id;
  }

  /**
   * Accepts a code once. Returns whether it was a recovery code, and how many of those are left.
   * @throws DomainError invalid_code, too_many_attempts
   */
  async accept(
    factorId: string,
    code: EnteredCode,
    source: CodeSource,
  ): Promise<{ recovery: boolean; left: number }> {
    const { owner, result } = await this.change(factorId, (record) => {
      const nowMs = this.clock.now();
      const waitMs = code.recoveryCode === undefined ? waitMsOf(record.value, source, nowMs) : 0;
      if (waitMs > 0) throw new DomainError('too_many_attempts', { seconds: Math.ceil(waitMs / SECOND_MS) });
      return entered(record.value, { checked: this.checked(record, code), source }, nowMs);
    });
    if (result.kind === 'accepted') return { recovery: result.recovery, left: result.factor.recovery.length };
    const today = uuidV5(isoInstant(this.clock.now()).slice(0, 10), factorId);
    if (result.stopped) await this.outbox.add(today, 'second-factor-stopped', { uid: owner });
    throw new DomainError('invalid_code');
  }

  /** Issues ten new recovery codes; those of before no longer work. */
  async newCodes(factorId: string): Promise<readonly string[]> {
    const codes = newRecoveryCodes();
    const recovery = codes.map((code) => recoveryIndex(code, factorId, this.secrets));
    await this.change(factorId, ({ value }) => ({ factor: { ...value, recovery } }));
    return codes;
  }

  /** Recovery codes that were not used yet. */
  async codesLeft(factorId: string): Promise<number> {
    return existing(await this.vault.get<Factor>('factor', factorId)).value.recovery.length;
  }

  /** Removes every factor of a user, begun until an instant, but this one. */
  async removeAll(uid: string, except: string | null, untilMs = Infinity): Promise<void> {
    for (const { id, value } of await this.vault.list<Factor>('factor', uid))
      if (id !== except && value.createdAtMs <= untilMs) await this.vault.delete('factor', id);
  }

  /** Encrypts every secret with the newest key; a repeat continues where this was stopped. Returns how many were changed. */
  encryptAgain(): Promise<number> {
    return reencryptRecords<Factor>(this.vault, 'factor', ({ id, value }) => {
      const sealedSecret = this.cipher.encryptAgain(contextOf(id), value.sealedSecret);
      return sealedSecret === null ? null : { ...value, sealedSecret };
    });
  }

  private checked({ id, value }: VaultRecord<Factor>, { code, recoveryCode }: EnteredCode): Checked {
    if (recoveryCode !== undefined)
      return { kind: 'recovery', index: recoveryIndex(recoveryCode, id, this.secrets) };
    const secret = this.cipher.decrypt(contextOf(id), value.sealedSecret);
    const when = { nowMs: this.clock.now(), afterStep: value.lastStep };
    const step = acceptedStep(secret.toString(), code ?? '', when);
    return step === null ? { kind: 'wrong' } : { kind: 'step', step };
  }

  private change<Result extends { readonly factor: Factor }>(
    id: string,
    to: (record: VaultRecord<Factor>) => Result,
  ): Promise<{ readonly owner: string; readonly result: Result }> {
    return updateRecord(this.vault, { kind: 'factor', id }, (found: VaultRecord<Factor> | null) => {
      const record = existing(found);
      const result = to(record);
      const { owner } = record;
      return { put: { owner, value: result.factor }, result: { owner, result } };
    });
  }
}

/** A factor that the vault has lost accepts no code: only an operator helps. */
function existing(record: VaultRecord<Factor> | null): VaultRecord<Factor> {
  if (!record) throw new DomainError('invalid_code');
  return record;
}

const contextOf = (factorId: string): string => `factor|${factorId}`;
