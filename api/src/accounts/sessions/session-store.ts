import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Clock } from '../../config/clock.js';
import { StoreUnavailable } from '../../config/store-unavailable.js';
import { VAULT_LIST_LIMIT, Vault, type VaultRecord } from '../../vault/vault.port.js';
import {
  beginFamily,
  isOver,
  type NewFamily,
  parseRefreshToken,
  refreshToken,
  rotate,
  type SessionFamily,
} from './session-family.js';

/** How long a session read from the vault is cached (architecture §6). */
const CHECK_MS = 2_000;
/** Most cached sessions. */
const CHECKED_LIMIT = 10_000;
/** Most sessions per user; the oldest end. */
const SESSIONS_LIMIT = 20;
/** Shortest interval between updates of a session's last use. */
const SEEN_EVERY_MS = 60_000;
/** Most retries after conflicting writes to one family. */
const RETRY_LIMIT = 5;

/** A session with its ids. */
export interface Session {
  readonly sid: string;
  readonly uid: string;
  readonly family: SessionFamily;
}

/** A session with its refresh token, which only the browser stores. */
export interface OpenedSession extends Session {
  readonly refreshToken: string;
}

interface Checked {
  readonly session: Session | null;
  readonly checkedAtMs: number;
}

/** Session families in the vault. An ended session stops at once in this process, elsewhere within two seconds. */
@Injectable()
export class SessionStore {
  private readonly checked = new LRUCache<string, Checked>({ max: CHECKED_LIMIT });

  constructor(
    private readonly vault: Vault,
    private readonly clock: Clock,
  ) {}

  async open(uid: string, start: NewFamily): Promise<OpenedSession> {
    await this.makeRoom(uid);
    const sid = randomUUID();
    const { family, secret } = beginFamily(start, this.clock.now());
    await this.vault.put('session', sid, { owner: uid, value: family }, null);
    return { sid, uid, family, refreshToken: refreshToken(sid, secret) };
  }

  /** The session with a new refresh token, or null when the presented one is invalid. */
  async refresh(token: string): Promise<OpenedSession | null> {
    const shown = parseRefreshToken(token);
    for (let round = 0; shown && round < RETRY_LIMIT; round += 1) {
      const record = await this.vault.get<SessionFamily>('session', shown.sid);
      if (!record) return null;
      const rotation = rotate(record.value, shown.secret, this.clock.now());
      if (rotation.kind === 'reused') await this.end(shown.sid);
      if (rotation.kind !== 'rotated') return null;
      if (await this.write(record, rotation.family))
        return {
          ...sessionOf(record, rotation.family),
          refreshToken: refreshToken(shown.sid, rotation.secret),
        };
    }
    return null;
  }

  /** The active session, at most two seconds old, or null. While the vault is unavailable, the last known state. */
  async check(sid: string): Promise<Session | null> {
    const known = this.checked.get(sid);
    if (known && performance.now() - known.checkedAtMs < CHECK_MS) return known.session;
    const session = await this.read(sid, known);
    this.remember(sid, session);
    if (session) this.noteSeen(session);
    return session;
  }

  /** Active sessions, most recently used first. */
  async list(uid: string): Promise<readonly Session[]> {
    const records = await this.vault.list<SessionFamily>('session', uid);
    return records
      .filter(({ value }) => !isOver(value, this.clock.now()))
      .map((record) => sessionOf(record))
      .sort((one, other) => other.family.lastSeenAtMs - one.family.lastSeenAtMs);
  }

  async end(sid: string): Promise<void> {
    await this.vault.delete('session', sid);
    this.remember(sid, null);
  }

  /** Ends every session of a user that `ends` selects. */
  async endAll(uid: string, ends: (session: Session) => boolean = () => true): Promise<void> {
    for (;;) {
      const records = await this.vault.list<SessionFamily>('session', uid);
      const ended = records.map((record) => sessionOf(record)).filter(ends);
      for (const { sid } of ended) await this.end(sid);
      if (records.length < VAULT_LIST_LIMIT || ended.length === 0) return;
    }
  }

  /** Keeps the session under the credential that its user has just set. */
  async moveTo(sid: string, credentialId: string): Promise<void> {
    for (let round = 0; round < RETRY_LIMIT; round += 1) {
      const record = await this.vault.get<SessionFamily>('session', sid);
      if (!record || (await this.write(record, { ...record.value, credentialId }))) return;
    }
  }

  private async read(sid: string, known: Checked | undefined): Promise<Session | null> {
    try {
      const record = await this.vault.get<SessionFamily>('session', sid);
      return record && !isOver(record.value, this.clock.now()) ? sessionOf(record) : null;
    } catch (error) {
      if (error instanceof StoreUnavailable && known) return known.session;
      throw error;
    }
  }

  private async makeRoom(uid: string): Promise<void> {
    const nowMs = this.clock.now();
    const records = await this.vault.list<SessionFamily>('session', uid);
    const over = records.filter(({ value }) => isOver(value, nowMs));
    const oldest = records
      .filter((record) => !over.includes(record))
      .sort((one, other) => other.value.lastSeenAtMs - one.value.lastSeenAtMs)
      .slice(SESSIONS_LIMIT - 1);
    for (const { id } of [...over, ...oldest]) await this.end(id);
  }

  /** Not awaited: the request must not wait for a write, and a lost one only shortens the session's idle time. */
  private noteSeen({ sid, family }: Session): void {
    const nowMs = this.clock.now();
    if (nowMs - family.lastSeenAtMs < SEEN_EVERY_MS) return;
    const write = async () => {
      const record = await this.vault.get<SessionFamily>('session', sid);
      if (record) await this.write(record, { ...record.value, lastSeenAtMs: nowMs });
    };
    write().catch(() => undefined);
  }

  private async write(record: VaultRecord<SessionFamily>, value: SessionFamily): Promise<boolean> {
    const { id, owner, version } = record;
    return (await this.vault.put('session', id, { owner, value }, version)) === 'ok';
  }

  private remember(sid: string, session: Session | null): void {
    this.checked.set(sid, { session, checkedAtMs: performance.now() });
  }
}

function sessionOf(record: VaultRecord<SessionFamily>, family = record.value): Session {
  return { sid: record.id, uid: record.owner, family };
}
