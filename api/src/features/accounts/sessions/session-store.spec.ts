import { randomBytes, randomUUID } from 'node:crypto';
import type { Clock } from '../../../config/clock.js';
import type { Secrets } from '../../../config/runtime.js';
import { InMemoryRecords, openInMemoryVault } from '../../../../../test/support/in-memory-vault.js';
import { SESSION_LIFETIMES, type SessionFamily } from './session-family.js';
import { SessionStore } from './session-store.js';

const start = { credentialId: 'credential', device: 'Chrome, Linux', staff: false };

function storeWith(clock: Clock = { now: () => 1_000_000 }) {
  const vault = openInMemoryVault(new InMemoryRecords());
  const secrets = { blindIndexKey: randomBytes(32).toString('base64') } as Secrets;
  return { vault, sessions: new SessionStore(vault, clock, secrets) };
}

describe('a session', () => {
  it('is not ended by a forged secret, however it is presented', async () => {
    const { sessions } = storeWith();
    const { sid, refreshToken } = await sessions.open(randomUUID(), start);
    const madeUp = `${sid}.${randomBytes(16).toString('base64url')}.${randomBytes(32).toString('hex')}`;
    const other = await sessions.open(randomUUID(), start);
    const ofAnother = other.refreshToken.replace(other.sid, sid);
    for (const token of [madeUp, ofAnother, `${sid}.x`]) {
      expect(await sessions.refresh(token)).toBeNull();
      await sessions.endOf(token);
      expect(await sessions.check(sid)).not.toBeNull();
    }
    await sessions.endOf(refreshToken);
    expect(await sessions.check(sid)).toBeNull();
  });

  it('ends where a person opens a twenty-first: the one used longest ago', async () => {
    let nowMs = 1_000_000;
    const { sessions } = storeWith({ now: () => nowMs });
    const uid = randomUUID();
    const opened: string[] = [];
    for (let count = 0; count < 21; count += 1) {
      nowMs += 1;
      opened.push((await sessions.open(uid, start)).sid);
    }
    const open = (await sessions.list(uid)).map(({ sid }) => sid);
    expect(open).toHaveLength(20);
    expect(open).not.toContain(opened[0]);
  });

  it('is not cached as open by a check that began before its end', async () => {
    const { vault, sessions } = storeWith();
    const { sid } = await sessions.open(randomUUID(), start);
    const record = await vault.get('session', sid);
    let answer: () => void = () => undefined;
    const slow = new Promise<typeof record>((done) => {
      answer = () => {
        done(record);
      };
    });
    jest.spyOn(vault, 'get').mockReturnValueOnce(slow);
    const underWay = sessions.check(sid);
    await sessions.end(sid);
    answer();
    expect(await underWay).not.toBeNull();
    expect(await sessions.check(sid)).toBeNull();
  });

  it('ends when the sign-in method that opened it is removed, but not if it was opened afterwards', async () => {
    let nowMs = 1_000_000;
    const { sessions } = storeWith({ now: () => nowMs });
    const uid = randomUUID();
    const byProvider = () => sessions.open(uid, { ...start, identity: 'google' });
    const [before, byPassword] = [await byProvider(), await sessions.open(uid, start)];
    const at = new Date(nowMs).toISOString();
    nowMs += 1;
    const since = await byProvider();
    await sessions.endOpenedBy('google', { uid, at });
    expect((await sessions.list(uid)).map(({ sid }) => sid).sort()).toEqual(
      [byPassword.sid, since.sid].sort(),
    );
    expect(await sessions.check(before.sid)).toBeNull();
  });

  it('is not kept alive by checks, and ends when idle', async () => {
    let nowMs = 1_000_000;
    const { vault, sessions } = storeWith({ now: () => nowMs });
    const { sid, family } = await sessions.open(randomUUID(), start);
    const lastSeenAtMs = async () => {
      // Uses are written behind the request.
      await new Promise(setImmediate);
      return (await vault.get<SessionFamily>('session', sid))?.value.lastSeenAtMs;
    };
    nowMs += SESSION_LIFETIMES.sender.idleMs / 2;
    expect([await sessions.isActive(sid), await lastSeenAtMs()]).toEqual([true, family.lastSeenAtMs]);
    await sessions.check(sid);
    expect(await lastSeenAtMs()).toBe(nowMs);
    nowMs += SESSION_LIFETIMES.sender.idleMs * 2;
    expect(await sessions.isActive(sid)).toBe(false);
  });

  it('in a vault that does not respond delays a request by one second, and stays unchanged', async () => {
    jest.useFakeTimers();
    const { vault, sessions } = storeWith();
    const { sid } = await sessions.open(randomUUID(), start);
    const known = await sessions.check(sid);
    jest.spyOn(vault, 'get').mockReturnValue(new Promise(() => undefined));
    jest.advanceTimersByTime(2_000);
    const checked = sessions.check(sid);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(await checked).toEqual(known);
    jest.useRealTimers();
  });
});
