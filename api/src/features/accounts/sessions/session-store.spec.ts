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

/** Uses of one session: which of its tokens (in the order of their issue, the first is 0) from where, and what came of it. */
type Use = readonly [token: number, from: 'here' | 'there', result: 'next' | 'over here' | 'over everywhere'];

it.each<[name: string, uses: readonly Use[]]>([
  [
    'no answer is lost',
    [
      [0, 'here', 'next'],
      [1, 'here', 'next'],
      [2, 'here', 'next'],
    ],
  ],
  [
    'an answer is lost',
    [
      [0, 'here', 'next'],
      [0, 'here', 'next'],
      [2, 'here', 'next'],
    ],
  ],
  [
    'many answers are lost',
    [...Array.from({ length: 40 }, (): Use => [0, 'here', 'next']), [40, 'here', 'next']],
  ],
  [
    'an answer is lost between two networks',
    [
      [0, 'here', 'next'],
      [0, 'there', 'next'],
      [2, 'there', 'next'],
    ],
  ],
  [
    'an answer arrives late',
    [
      [0, 'here', 'next'],
      [0, 'here', 'next'],
      [1, 'here', 'next'],
    ],
  ],
  [
    'a browser restores a used token',
    [
      [0, 'here', 'next'],
      [1, 'here', 'next'],
      [0, 'here', 'over here'],
    ],
  ],
  [
    'a used token comes from elsewhere',
    [
      [0, 'here', 'next'],
      [1, 'here', 'next'],
      [0, 'there', 'over everywhere'],
    ],
  ],
  [
    'a thief is first',
    [
      [0, 'there', 'next'],
      [0, 'here', 'next'],
      [1, 'there', 'next'],
      [2, 'here', 'over everywhere'],
    ],
  ],
  [
    'a thief is second',
    [
      [0, 'here', 'next'],
      [0, 'there', 'next'],
      [1, 'here', 'next'],
      [2, 'there', 'over everywhere'],
    ],
  ],
])('where %s, a replaced token proves theft only after its successor was used', async (_, uses) => {
  let nowMs = 1_000_000;
  const { sessions } = storeWith({ now: () => nowMs });
  const { refreshToken } = await sessions.open(randomUUID(), start);
  const tokens = [refreshToken];
  for (const [token, from, result] of uses) {
    nowMs += 12_000;
    const used = await sessions.refresh(tokens[token] ?? '', from);
    const isReused = used !== null && 'reusedBy' in used;
    if (used && !isReused) tokens.push(used.refreshToken);
    const over = isReused && (used.elsewhere ? 'over everywhere' : 'over here');
    expect(over || (used && 'next')).toBe(result);
  }
});

describe('a session', () => {
  it('is not ended by a forged secret, however it is presented (ASVS 7.2.3)', async () => {
    const { sessions } = storeWith();
    const { sid, refreshToken } = await sessions.open(randomUUID(), start);
    const madeUp = `${sid}.${randomBytes(16).toString('base64url')}.${randomBytes(32).toString('hex')}`;
    const other = await sessions.open(randomUUID(), start);
    const ofAnother = other.refreshToken.replace(other.sid, sid);
    for (const token of [madeUp, ofAnother, `${sid}.x`]) {
      expect(await sessions.refresh(token, 'here')).toBeNull();
      await sessions.endOf(token);
      expect(await sessions.check(sid)).not.toBeNull();
    }
    await sessions.endOf(refreshToken);
    expect(await sessions.check(sid)).toBeNull();
  });

  it('ends where a person opens a twenty-first: the one used longest ago (ASVS 7.1.2)', async () => {
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
