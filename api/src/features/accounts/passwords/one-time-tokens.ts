import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../config/clock.js';
import { updateRecord } from '../../../engine/vault/update-record.js';
import { Vault, type VaultRecord } from '../../../engine/vault/vault.port.js';
import { DomainError } from '../../../kernel/domain-error.js';
import { codeText } from '../../../kernel/text/pasted-text.js';
import { EMAIL_CHANGE_LASTS_MS, EMAIL_UNDO_LASTS_MS } from '../person/email-change.rules.js';
import { newCode } from './typed-codes.js';

export type TokenPurpose =
  | 'reset-password'
  | 'confirm-email'
  /** Typed: mailed to a sender, and printed for a member of staff, who may then enrol a second factor. */
  | 'enrolment-mail'
  | 'enrolment-staff'
  /** The owner of the mailbox removes a second factor that a stranger has enrolled. */
  | 'undo-factor'
  /** Confirm a change of address, mailed to the one of before and to the new one. */
  | 'email-change-old'
  | 'email-change-new'
  /** The owner of the mailbox of before undoes a change of address. */
  | 'undo-email';

const MINUTE_MS = 60_000;
const LIFETIME_MS: Readonly<Record<TokenPurpose, number>> = {
  'reset-password': 30 * MINUTE_MS,
  'confirm-email': 48 * 60 * MINUTE_MS,
  'enrolment-mail': 10 * MINUTE_MS,
  'enrolment-staff': 24 * 60 * MINUTE_MS,
  'undo-factor': 72 * 60 * MINUTE_MS,
  'email-change-old': EMAIL_CHANGE_LASTS_MS,
  'email-change-new': EMAIL_CHANGE_LASTS_MS,
  'undo-email': EMAIL_UNDO_LASTS_MS,
};
/** The tokens that people type, like a recovery code, and whose owner is signed in. */
export type CodePurpose = Extract<TokenPurpose, 'enrolment-mail' | 'enrolment-staff'>;
const isCode = (purpose: TokenPurpose): purpose is CodePurpose => purpose.startsWith('enrolment-');
const TOKEN_BYTES = 32;
/** The format of a token: 32 bytes, base64url. */
export const TOKEN_PATTERN = /^[A-Za-z0-9_-]{43}$/;

interface TokenRecord {
  readonly purpose: TokenPurpose;
  readonly expiresAtMs: number;
  readonly used: boolean;
  /** The credential of the account when the link was mailed. */
  readonly credentialId: string;
  /** When its mail was requested; missing in tokens of earlier versions. */
  readonly requestedAtMs?: number;
  /** The change of address that it is about. */
  readonly changeId?: string;
}

/** The last withdrawal of one purpose's tokens: those requested before it are invalid, including unsent ones. */
interface Withdrawal {
  readonly beforeMs: number;
}

/** Owner of the records of withdrawals. */
const WITHDRAWN = 'withdrawn-tokens';

/** The token's owner, the account's credential when it was created, and its change of address. */
export interface TokenOwner {
  readonly uid: string;
  readonly credentialId: string;
  readonly changeId?: string | undefined;
}

/** Tokens of mailed links: 32 random bytes, of which the vault has only the hash. */
@Injectable()
export class OneTimeTokens {
  constructor(
    private readonly vault: Vault,
    private readonly clock: Clock,
  ) {}

  /**
   * Creates a token for a mail and removes the user's expired ones. Null when tokens were withdrawn after the mail was
   * requested: it is not sent.
   */
  async mint(
    { uid, credentialId, changeId }: TokenOwner,
    purpose: TokenPurpose,
    requestedAtMs: number,
  ): Promise<string | null> {
    const token = isCode(purpose) ? newCode() : randomBytes(TOKEN_BYTES).toString('base64url');
    const id = isCode(purpose) ? hashOfCode(uid, token) : hashOf(token);
    const nowMs = this.clock.now();
    await this.remove(uid, ({ expiresAtMs: endsMs }) => endsMs <= nowMs);
    const expiresAtMs = nowMs + LIFETIME_MS[purpose];
    const value: TokenRecord = {
      purpose,
      expiresAtMs,
      used: false,
      credentialId,
      requestedAtMs,
      ...(changeId !== undefined && { changeId }),
    };
    await this.vault.put('token', id, { owner: uid, value }, null);
    // Checked afterwards: a withdrawal at the same time is seen here, or it removes the token.
    if (!(await this.isWithdrawn(uid, value))) return token;
    await this.vault.delete('token', id);
    return null;
  }

  /**
   * Consumes a code that its owner has typed, in any case, with or without separators.
   * @throws DomainError token_invalid
   */
  async consumeCode(uid: string, code: string, purpose: CodePurpose): Promise<void> {
    await this.use(await this.valid(hashOfCode(uid, code), purpose), purpose);
  }

  /**
   * The owner of a token.
   * @throws DomainError token_invalid when it is unknown, expired, used or has another purpose
   */
  async ownerOf(token: string, purpose: TokenPurpose): Promise<TokenOwner> {
    const { owner: uid, value } = await this.valid(hashOf(token), purpose);
    return { uid, credentialId: value.credentialId, changeId: value.changeId };
  }

  /**
   * Consumes a token and all others of its owner with the same purpose; returns the owner.
   * @throws DomainError token_invalid, also for the second of two concurrent callers
   */
  async consume(token: string, purpose: TokenPurpose): Promise<string> {
    const record = await this.valid(hashOf(token), purpose);
    await this.use(record, purpose);
    return record.owner;
  }

  private async use(record: VaultRecord<TokenRecord>, purpose: TokenPurpose): Promise<void> {
    const used: TokenRecord = { ...record.value, used: true };
    const put = await this.vault.put(
      'token',
      record.id,
      { owner: record.owner, value: used },
      record.version,
    );
    if (put === 'stale') throw new DomainError('token_invalid');
    await this.withdraw(record.owner, purpose);
  }

  /** Revokes every token of this purpose, and those of mails that are not sent yet. */
  async withdraw(uid: string, purpose: TokenPurpose): Promise<void> {
    await this.note(uid, purpose, this.clock.now());
    await this.remove(uid, (value) => value.purpose === purpose);
  }

  /** Removes every token of a user, whatever it is for. */
  async removeAll(uid: string): Promise<void> {
    await this.remove(uid, () => true);
  }

  /** The same for what was requested before an instant: also to be repeated later. */
  async withdrawBefore(uid: string, purpose: TokenPurpose, instant: string): Promise<void> {
    const beforeMs = Date.parse(instant);
    await this.note(uid, purpose, beforeMs);
    await this.remove(uid, (value) => value.purpose === purpose && isBefore(value, beforeMs));
  }

  /** An earlier withdrawal than the recorded one changes nothing. */
  private async note(uid: string, purpose: TokenPurpose, beforeMs: number): Promise<void> {
    const address = { kind: 'token', id: withdrawalOf(uid, purpose) } as const;
    const put = { owner: WITHDRAWN, value: { beforeMs } satisfies Withdrawal };
    await updateRecord<Withdrawal, undefined>(this.vault, address, (known) => ({
      ...((known?.value.beforeMs ?? -Infinity) < beforeMs && { put }),
      result: undefined,
    }));
  }

  private async isWithdrawn(uid: string, value: TokenRecord): Promise<boolean> {
    const known = await this.vault.get<Withdrawal>('token', withdrawalOf(uid, value.purpose));
    return known !== null && isBefore(value, known.value.beforeMs);
  }

  private async remove(uid: string, isEnded: (value: TokenRecord) => boolean): Promise<void> {
    for (const { id, value } of await this.vault.list<TokenRecord>('token', uid))
      if (isEnded(value)) await this.vault.delete('token', id);
  }

  private async valid(id: string, purpose: TokenPurpose): Promise<VaultRecord<TokenRecord>> {
    const record = await this.vault.get<TokenRecord>('token', id);
    const value = record?.value;
    if (!value || value.used || value.purpose !== purpose || value.expiresAtMs <= this.clock.now())
      throw new DomainError('token_invalid');
    if (await this.isWithdrawn(record.owner, value)) throw new DomainError('token_invalid');
    return record;
  }
}

const isBefore = ({ requestedAtMs = 0 }: TokenRecord, beforeMs: number): boolean => requestedAtMs < beforeMs;

const withdrawalOf = (uid: string, purpose: TokenPurpose): string => `withdrawn ${purpose} ${uid}`;

const hashOfCode = (uid: string, code: string): string => hashOf(`${uid} ${codeText(code)}`);

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
