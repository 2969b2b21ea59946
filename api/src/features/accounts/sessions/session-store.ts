import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Clock } from '../../../config/clock.js';
import { Secrets } from '../../../config/runtime.js';
import { StoreUnavailable } from '../../../engine/storage/store-unavailable.js';
import { within } from '../../../engine/waiting/time-limit.js';
import type { OpenSessions } from '../../../http/edge/open-sessions.js';
import { type RecordChange, updateRecord } from '../../../engine/vault/update-record.js';
import { VAULT_LIST_LIMIT, Vault, type VaultRecord } from '../../../engine/vault/vault.port.js';
import {
  beginFamily,
  isIssued,
  isOver,
  type NewFamily,
  newSecret,
  parseRefreshToken,
  refreshToken,
  rotate,
  type SessionFamily,
  type SessionOrigin,
} from './session-family.js';
import { originOf, type WaitingTicket } from '../sign-in/sign-in-tickets.js';
import { entryLimit } from '../../../kernel/text/entry-limit.js';

/** How long a session read from the vault is cached (docs/security.md). */
const CHECK_MS = 2_000;
/** Longest wait for the vault when the session is known from before. */
const KNOWN_WAIT_MS = 1_000;
/** Most cached sessions. */
const CHECKED_LIMIT = 10_000;
/** Most sessions per user; the oldest end. */
const SESSIONS_LIMIT = 20;
/** Shortest interval between updates of a session's last use. */
const SEEN_EVERY_MS = 60_000;

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

/** A replaced refresh token that came back after its successor was used: a copy of it may be in other hands. */
export interface ReusedToken {
  readonly sid: string;
  readonly reusedBy: string;
  /** The successor was used in another network or browser. */
  readonly elsewhere: boolean;
}

interface Checked {
  readonly session: Session | null;
  readonly checkedAtMs: number;
}

/** Session families in the vault. An ended session stops at once in this process, elsewhere within two seconds. */
@Injectable()
export class SessionStore implements OpenSessions {
  private readonly checked = new LRUCache<string, Checked>(entryLimit(CHECKED_LIMIT));
  /** Sessions ended or changed here: what was read before that is not cached. */
  private ends = 0;

  constructor(
    private readonly vault: Vault,
    private readonly clock: Clock,
    private readonly secrets: Secrets,
  ) {}

  async open(uid: string, start: NewFamily): Promise<OpenedSession> {
    await this.endOldest(uid);
    const sid = randomUUID();
    const secret = newSecret(sid, this.secrets);
    const family = beginFamily(start, secret, this.clock.now());
    await this.vault.put('session', sid, { owner: uid, value: family }, null);
    return { sid, uid, family, refreshToken: refreshToken(sid, secret) };
  }

  /**
   * The session with a new refresh token; null when the presented one is invalid.
   * @param from network and browser of the request
   */
  async refresh(token: string, from: string): Promise<OpenedSession | ReusedToken | null> {
    const presented = this.issued(token);
    if (!presented) return null;
    const { sid } = presented;
    return this.update<OpenedSession | ReusedToken | null>(sid, (record) => {
      if (!record) return { result: null };
      const next = newSecret(sid, this.secrets);
      const rotation = rotate(record.value, { presented: presented.secret, from, next }, this.clock.now());
      if (rotation.kind === 'reused')
        return { result: { sid, reusedBy: record.owner, elsewhere: rotation.elsewhere } };
      if (rotation.kind === 'refused') return { result: null };
      const { family } = rotation;
      const result = { ...sessionOf(record, family), refreshToken: refreshToken(sid, next) };
      return { put: { owner: record.owner, value: family }, result };
    });
  }

  /** Ends the session that a refresh token was issued for. */
  async endOf(token: string): Promise<void> {
    const presented = this.issued(token);
    if (presented) await this.end(presented.sid);
  }

  /** The active session, at most two seconds old, or null. While the vault is unavailable, the last known state. */
  async check(sid: string): Promise<Session | null> {
    const session = await this.current(sid);
    if (session) this.noteSeen(session);
    return session;
  }

  /** The active session as it is stored at this instant; another process may have changed it. */
  async fresh(sid: string): Promise<Session | null> {
    this.checked.delete(sid);
    return this.current(sid);
  }

  /** Whether the session is active, without counting as its use: it still ends after inactivity. */
  async isActive(sid: string): Promise<boolean> {
    const session = await this.current(sid);
    return session !== null && !isOver(session.family, this.clock.now());
  }

  /** Whether the session is active at this instant, in whichever process it may have ended. */
  async isStored(sid: string): Promise<boolean> {
    const record = await this.vault.get<SessionFamily>('session', sid);
    return record !== null && !isOver(record.value, this.clock.now());
  }

  /** When and in which browser a session began; null once it has ended. */
  async startOf(sid: string): Promise<Pick<SessionFamily, 'device' | 'createdAtMs'> | null> {
    return (await this.current(sid))?.family ?? null;
  }

  private async current(sid: string): Promise<Session | null> {
    const known = this.checked.get(sid);
    if (known && performance.now() - known.checkedAtMs < CHECK_MS) return known.session;
    const { ends } = this;
    const session = await this.read(sid, known);
    if (ends === this.ends) this.cache(sid, session);
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
    this.ends += 1;
    this.cache(sid, null);
  }

  /** Ends every session of a user that `ends` selects, and the selected sign-ins that wait for a code: they are begun again. */
  async endAll(uid: string, ends: (origin: SessionOrigin) => boolean = () => true): Promise<void> {
    for (const { id, value } of await this.vault.list<WaitingTicket>('ticket', uid))
      if (ends(originOf(value))) await this.vault.delete('ticket', id);
    for (;;) {
      const records = await this.vault.list<SessionFamily>('session', uid);
      const ended = records.filter(({ value }) => ends(value));
      for (const { id } of ended) await this.end(id);
      if (records.length < VAULT_LIST_LIMIT || ended.length === 0) return;
    }
  }

  /** Ends the sessions of a user that a provider's account opened until an instant. */
  endOpenedBy(identity: string, { uid, at }: { readonly uid: string; readonly at: string }): Promise<void> {
    return this.endAll(uid, (origin) => origin.identity === identity && origin.createdAtMs <= Date.parse(at));
  }

  /** Keeps the session under the credential that its user has just set. False when it has ended. */
  moveTo(sid: string, credentialId: string): Promise<boolean> {
    return this.change(sid, (family) => ({ ...family, credentialId }));
  }

  /** Keeps the session, opened in any way, of a user who has just entered the password. */
  keepByPassword(sid: string): Promise<boolean> {
    return this.change(sid, (family) => {
      const { identity: _identity, ...kept } = family;
      return kept;
    });
  }

  /** A code of the account's second factor was entered in the session. False when it has ended. */
  noteCode(sid: string): Promise<boolean> {
    return this.change(sid, (family) => ({ ...family, codeAtMs: this.clock.now() }));
  }

  /** The account has no second factor any more. */
  forgetCode(sid: string): Promise<boolean> {
    return this.change(sid, ({ codeAtMs: _codeAtMs, ...family }) => family);
  }

  /** The change of address that was asked for in the session does not end it. */
  noteEmailChange(sid: string, emailChangeId: string): Promise<boolean> {
    return this.change(sid, (family) => ({ ...family, emailChangeId }));
  }

  /** The password was entered again in the session. */
  notePassword(sid: string): Promise<boolean> {
    return this.change(sid, (family) => ({ ...family, passwordAtMs: this.clock.now() }));
  }

  private async change(sid: string, to: (family: SessionFamily) => SessionFamily): Promise<boolean> {
    const session = await this.update<Session | null>(sid, (record) => {
      if (!record) return { result: null };
      const family = to(record.value);
      return { put: { owner: record.owner, value: family }, result: sessionOf(record, family) };
    });
    if (!session) return false;
    // What was read before is not cached.
    this.ends += 1;
    this.cache(sid, session);
    return true;
  }

  private update<Result>(
    sid: string,
    change: (record: VaultRecord<SessionFamily> | null) => RecordChange<Result>,
  ): Promise<Result> {
    return updateRecord<SessionFamily, Result>(this.vault, { kind: 'session', id: sid }, change);
  }

  private issued(token: string) {
    const presented = parseRefreshToken(token);
    return presented && isIssued(presented, this.secrets) ? presented : null;
  }

  private async read(sid: string, known: Checked | undefined): Promise<Session | null> {
    try {
      const lookup = this.vault.get<SessionFamily>('session', sid);
      const record = await (known ? within(lookup, KNOWN_WAIT_MS, vaultIsSlow) : lookup);
      return record && !isOver(record.value, this.clock.now()) ? sessionOf(record) : null;
    } catch (error) {
      if (error instanceof StoreUnavailable && known) return known.session;
      throw error;
    }
  }

  private async endOldest(uid: string): Promise<void> {
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
    this.update(sid, (record) => ({
      ...(record && { put: { owner: record.owner, value: { ...record.value, lastSeenAtMs: nowMs } } }),
      result: undefined,
    })).catch(() => undefined);
  }

  private cache(sid: string, session: Session | null): void {
    this.checked.set(sid, { session, checkedAtMs: performance.now() });
  }
}

const vaultIsSlow = () => new StoreUnavailable('The vault takes too long');

function sessionOf(record: VaultRecord<SessionFamily>, family = record.value): Session {
  return { sid: record.id, uid: record.owner, family };
}
