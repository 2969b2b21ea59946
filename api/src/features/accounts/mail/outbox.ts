import { Injectable } from '@nestjs/common';
import { v5 as uuidV5 } from 'uuid';
import { Clock, isoInstant } from '../../../config/clock.js';
import type { SocialProvider } from '../../../kernel/people/accounts.js';
import { Vault, type VaultRecord } from '../../../engine/vault/vault.port.js';
import { MAIL_KINDS, type MailKind } from './mail-kinds.rules.js';
import type { RuleWork } from './rule-mail.saga.js';

/** Owners of the records of waiting rows and of those given up, so that they can be listed. */
export const WAITING = 'mail-waiting';
export const GIVEN_UP = 'mail-given-up';
/**
 * How long a row belongs to the process that claimed it: longer than the steps of one delivery can take. A process that
 * ends before that delays its mail by as much.
 */
const CLAIM_MS = 120_000;
const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
/** Wait after the nth failure: soon after the first ones, which may be the network's. */
const RETRY_AFTER_MS = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
];
/** Wait after each later failure, and how long a mail is tried since its first one (RFC 5321, 4.5.4.1). */
const LONGEST_RETRY_MS = 2 * HOUR_MS;
const GIVE_UP_AFTER_MS = 4 * 24 * HOUR_MS;

/** What rows hold for a kind that was renamed: their ids stay, so that its mail is sent once. */
const STORED_KINDS: { readonly [Kind in MailKind]?: string } = { 'transfer-cancelled': 'transfer-canceled' };

/** A mail to send to an account or to the owner of an address. Contains no text, address or token. */
export interface OutboxRow {
  readonly kind: MailKind;
  readonly to: { readonly uid: string } | { readonly emailIndex: string };
  /** The transfer it is about. */
  readonly transferId?: string;
  /** The sign-in provider it is about. */
  readonly provider?: SocialProvider;
  /** The reported problem that it answers, by its number. */
  readonly problemId?: string;
  /** The saved card it is about. */
  readonly cardId?: string;
  /** The change of address it is about. */
  readonly changeId?: string;
  /** The sign-in it is about, by its session. */
  readonly sessionId?: string;
  /** A lead's step with a fraud rule. */
  readonly rule?: RuleWork;
  /** Missing in rows of earlier versions. */
  readonly requestedAtMs?: number;
  readonly failures: number;
  /** When it failed first, and why it failed last: a code, for the operator. */
  readonly failingSinceMs?: number;
  readonly failure?: string;
  readonly notBeforeMs: number;
}

/** Why a mail was not sent. */
export interface MailFailure {
  /** A code: no text, which can quote an address. */
  readonly code: string;
  /** The mail server refused this mail, and will again. */
  readonly isFinal: boolean;
}

/** Waiting mail in the vault: one row per cause and kind, so that a repeat adds no second mail. */
@Injectable()
export class Outbox {
  private added: (id: string) => void = () => undefined;

  constructor(
    private readonly vault: Vault,
    private readonly clock: Clock,
  ) {}

  /** Calls `listener` when a row is added, so that its mail does not wait for the next poll. */
  onAdded(listener: (id: string) => void): void {
    this.added = listener;
  }

  /** `cause` is the UUID of the event or request that triggered the mail. */
  async add(cause: string, kind: MailKind, to: OutboxRow['to']): Promise<void> {
    await this.addRow(cause, { kind, to });
  }

  /** Adds a mail about a transfer, a problem, a provider, a card, a change of address, a sign-in or a rule, once per cause and kind; due now, or after `delayMs`. */
  async addAbout(
    subject: Pick<
      OutboxRow,
      'transferId' | 'problemId' | 'provider' | 'cardId' | 'changeId' | 'sessionId' | 'rule'
    >,
    cause: string,
    { delayMs = 0, ...of }: Pick<OutboxRow, 'kind' | 'to'> & { readonly delayMs?: number },
  ): Promise<void> {
    await this.addRow(cause, { ...of, ...subject }, delayMs);
  }

  private async addRow(
    cause: string,
    row: Omit<OutboxRow, 'failures' | 'notBeforeMs'>,
    delayMs = 0,
  ): Promise<void> {
    const nowMs = this.clock.now();
    const kind = STORED_KINDS[row.kind] ?? row.kind;
    const value = { ...row, kind, failures: 0, requestedAtMs: nowMs, notBeforeMs: nowMs + delayMs };
    const id = uuidV5(kind, cause);
    await this.vault.put('outbox', id, { owner: WAITING, value }, null);
    this.added(id);
  }

  /** Due rows, the longest overdue first. */
  async due(): Promise<readonly VaultRecord<OutboxRow>[]> {
    const waiting = await this.vault.list<OutboxRow>('outbox', WAITING);
    return waiting
      .filter((row) => this.isDue(row))
      .sort((one, other) => one.value.notBeforeMs - other.value.notBeforeMs);
  }

  /** A due row as its claimant may send it; null when it is claimed, sent or given up already. */
  async claim(id: string): Promise<VaultRecord<OutboxRow> | null> {
    const row = await this.stored(id);
    if (!row || row.owner !== WAITING || !this.isDue(row)) return null;
    const value = { ...row.value, notBeforeMs: this.clock.now() + CLAIM_MS };
    const outcome = await this.move(row, WAITING, value);
    return outcome === 'ok' ? { ...row, value, version: row.version + 1 } : null;
  }

  /** Keeps the row, so that its cause cannot trigger the mail again; old months are removed. */
  async done(row: VaultRecord<OutboxRow>): Promise<void> {
    await this.move(row, sentIn(this.clock.now()), row.value);
  }

  /** Schedules a retry. Returns true when it is given up: the server's answer is final, or four days have passed. */
  async failed(row: VaultRecord<OutboxRow>, { code, isFinal }: MailFailure): Promise<boolean> {
    const nowMs = this.clock.now();
    const { failures, failingSinceMs = nowMs } = row.value;
    const givenUp = isFinal || nowMs - failingSinceMs >= GIVE_UP_AFTER_MS;
    const notBeforeMs = nowMs + (RETRY_AFTER_MS[failures] ?? LONGEST_RETRY_MS);
    const value = { ...row.value, failures: failures + 1, failingSinceMs, failure: code, notBeforeMs };
    await this.move(row, givenUp ? GIVEN_UP : WAITING, value);
    return givenUp;
  }

  /** Mail that was given up, at most VAULT_LIST_LIMIT. */
  givenUp(): Promise<readonly VaultRecord<OutboxRow>[]> {
    return this.vault.list<OutboxRow>('outbox', GIVEN_UP);
  }

  /** Waiting mail that has failed before, at most VAULT_LIST_LIMIT. */
  async failing(): Promise<readonly VaultRecord<OutboxRow>[]> {
    const waiting = await this.vault.list<OutboxRow>('outbox', WAITING);
    return waiting.filter(({ value }) => value.failures > 0);
  }

  /** Lets a mail that was given up, by default each, be tried as if it were new. Returns how many. */
  async retry(id?: string): Promise<number> {
    const rows = (await this.givenUp()).filter((row) => id === undefined || row.id === id);
    for (const row of rows) {
      const { failingSinceMs: _, ...kept } = row.value;
      await this.move(row, WAITING, { ...kept, failures: 0, notBeforeMs: this.clock.now() });
      this.added(row.id);
    }
    return rows.length;
  }

  private async stored(id: string): Promise<VaultRecord<OutboxRow> | null> {
    const row = await this.vault.get<OutboxRow>('outbox', id);
    const renamed = row && MAIL_KINDS.find((kind) => STORED_KINDS[kind] === row.value.kind);
    return renamed ? { ...row, value: { ...row.value, kind: renamed } } : row;
  }

  private isDue({ value }: VaultRecord<OutboxRow>): boolean {
    return value.notBeforeMs <= this.clock.now();
  }

  private move(row: VaultRecord<OutboxRow>, owner: string, value: OutboxRow): Promise<'ok' | 'stale'> {
    return this.vault.put('outbox', row.id, { owner, value }, row.version);
  }
}

/** Sent rows are owned by the month in which they were sent. */
export function sentIn(nowMs: number): string {
  return `mail-sent-${isoInstant(nowMs).slice(0, 7)}`;
}
