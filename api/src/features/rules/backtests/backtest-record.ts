import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { Clock, isoInstant } from '../../../config/clock.js';
import { isHeld } from '../../../engine/subscriptions/workers/lease.js';
import { updateRecord } from '../../../engine/vault/update-record.js';
import { Vault, type VaultRecord } from '../../../engine/vault/vault.port.js';
import type { Role } from '../../../kernel/people/accounts.js';
import type { BacktestState } from '../../../kernel/staff/backtests.js';
import { DomainError } from '../../../kernel/domain-error.js';
import type { RuleDefinition } from '../../../kernel/staff/rules.js';
import type { AlertList, BacktestQuestion } from './backtest.rules.js';
import type { StoredResult } from './backtest-result.rules.js';

/** Long enough for a lead of the next shift to approve the draft. */
const KEPT_MS = 24 * 60 * 60_000;

/** Most that are kept of one person. */
export const KEPT_LIMIT = 100;

/** A backtest as any process answers it. It has no name or other personal text. */
export interface BacktestRecord {
  readonly state: BacktestState;
  readonly progress: number;
  readonly question: Omit<BacktestQuestion, 'reader'>;
  readonly result: StoredResult | null;
  /** An instant, a day after its last change. */
  readonly expiresAt: string;
}

const ALERT_LISTS = ['new', 'lost', 'both'] as const satisfies readonly AlertList[];

/** The member of staff who reads a backtest. */
export interface Reader {
  readonly uid: string;
  readonly roles: readonly Role[];
}

/** The lease of the process that runs a person's backtest: when it is no longer held, a backtest marked as running has crashed. */
export const leaseNameOf = (uid: string): string => `backtest-${uid}`;

/** The records of backtests. */
@Injectable()
export class BacktestRecords {
  constructor(
    private readonly vault: Vault,
    private readonly clock: Clock,
  ) {}

  /** Only to its owner. @throws backtest_gone when it is unknown, expired or crashed */
  async read(id: string, uid: string): Promise<BacktestRecord> {
    const record = await this.vault.get<BacktestRecord>('backtest', id);
    if (record?.owner !== uid) throw new DomainError('backtest_gone');
    if (await this.removedIfGone(record)) throw new DomainError('backtest_gone');
    return record.value;
  }

  /**
   * To its owner, and to who may activate the rule that it tried, unless it found something of theirs.
   * @throws backtest_gone likewise
   */
  async readAs(id: string, { uid, roles }: Reader): Promise<BacktestRecord> {
    const record = await this.vault.get<BacktestRecord>('backtest', id);
    if (!record || record.owner === uid || !roles.includes('lead')) return this.read(id, uid);
    const read = await this.read(id, record.owner);
    if (ALERT_LISTS.some((list) => read.result?.[list].some((alert) => alert.uid === uid)))
      throw new DomainError('backtest_gone');
    return read;
  }

  /** The newest finished one of a person that tried this definition under any name; null without one. */
  async finishedOf(uid: string, { name: _, ...wanted }: RuleDefinition): Promise<string | null> {
    const records = await this.vault.list<BacktestRecord>('backtest', uid);
    const now = isoInstant(this.clock.now());
    const [newest] = records
      .filter(({ value: { state, expiresAt, question } }) => {
        const { name: _name, ...tried } = question.definition;
        return state === 'done' && expiresAt > now && isDeepStrictEqual(tried, wanted);
      })
      .sort((one, other) => (one.value.expiresAt < other.value.expiresAt ? 1 : -1));
    return newest?.id ?? null;
  }

  /** Removes expired and crashed backtests. */
  async sweep(signal: AbortSignal): Promise<void> {
    for (let after: string | null = null; ;) {
      const page: readonly VaultRecord<BacktestRecord>[] = await this.vault.scan('backtest', after);
      for (const record of page) if (!signal.aborted) await this.removedIfGone(record);
      after = page.at(-1)?.id ?? null;
      if (after === null || signal.aborted) return;
    }
  }

  /** Removes those of a person that are said to be running: to be called under the person's lease. */
  async removeRunning(uid: string): Promise<void> {
    for (const { id, value } of await this.vault.list<BacktestRecord>('backtest', uid))
      if (value.state === 'running') await this.vault.delete('backtest', id);
  }

  /** @throws too_many_backtests when as many of a person are kept as may be */
  async requireRoom(uid: string): Promise<void> {
    const records = await this.vault.list<BacktestRecord>('backtest', uid);
    const now = isoInstant(this.clock.now());
    if (records.filter(({ value }) => value.expiresAt > now).length >= KEPT_LIMIT)
      throw new DomainError('too_many_backtests', { limit: KEPT_LIMIT });
  }

  async hasRunning(uid: string): Promise<boolean> {
    const records = await this.vault.list<BacktestRecord>('backtest', uid);
    return records.some(({ value }) => value.state === 'running');
  }

  async begin(id: string, uid: string, question: BacktestRecord['question']): Promise<void> {
    const value = this.expiring({ state: 'running', progress: 0, question, result: null });
    await this.vault.put('backtest', id, { owner: uid, value }, null);
  }

  /** False when it is no longer running: it was cancelled, or removed. */
  async change(id: string, changes: Pick<BacktestRecord, 'progress'> & Partial<BacktestRecord>) {
    return updateRecord<BacktestRecord, boolean>(this.vault, { kind: 'backtest', id }, (record) =>
      record?.value.state === 'running'
        ? {
            put: { owner: record.owner, value: this.expiring({ ...record.value, ...changes }) },
            result: true,
          }
        : { result: false },
    );
  }

  /** Nothing of its result stays. */
  async cancel(id: string, uid: string): Promise<void> {
    const { question, progress } = await this.read(id, uid);
    await updateRecord<BacktestRecord, undefined>(this.vault, { kind: 'backtest', id }, (record) => {
      if (!record || record.value.state === 'cancelled') return { result: undefined };
      const value = this.expiring({ state: 'cancelled', progress, question, result: null });
      return { put: { owner: uid, value }, result: undefined };
    });
  }

  /** One that did not end: only that it was cancelled stays. */
  async removeUnlessCancelled(id: string): Promise<void> {
    const record = await this.vault.get<BacktestRecord>('backtest', id);
    if (record?.value.state === 'running') await this.vault.delete('backtest', id);
  }

  private expiring(record: Omit<BacktestRecord, 'expiresAt'>): BacktestRecord {
    return { ...record, expiresAt: isoInstant(this.clock.now() + KEPT_MS) };
  }

  private async removedIfGone({ id, owner, value }: VaultRecord<BacktestRecord>): Promise<boolean> {
    const nowMs = this.clock.now();
    const isThere =
      value.expiresAt > isoInstant(nowMs) &&
      (value.state !== 'running' || (await isHeld(this.vault, leaseNameOf(owner), nowMs)));
    if (!isThere) await this.vault.delete('backtest', id);
    return !isThere;
  }
}
