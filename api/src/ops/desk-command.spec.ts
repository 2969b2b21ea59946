import { randomUUID } from 'node:crypto';
import type { INestApplicationContext, Type } from '@nestjs/common';
import { deskOf, findStray, openDesk } from '../../../test/support/desk-app.js';
import type { TestApp } from '../../../test/support/test-app.js';
import { terms, TransferLife } from '../../../test/support/transfer-life.js';
import { waitFor } from '../../../test/support/wait-for.js';
import { AccountDirectory } from '../features/accounts/account/account-directory.js';
import { transferStream } from '../features/lifecycle/state/lifecycle-events.rules.js';
import { strayStream } from '../features/lifecycle/strays/stray.rules.js';
import { readCommandLine } from './command-line.js';
import { deskCommands } from './desk-command.js';

const staff: Readonly<Record<string, object>> = {
  'olga@flip.test': { uid: 'olga', account: { roles: ['sender', 'operator'], suspended: false } },
  'omar@flip.test': { uid: 'omar', account: { roles: ['sender', 'operator'], suspended: false } },
  'gone@flip.test': { uid: 'gone', account: { roles: ['sender', 'operator'], suspended: true } },
  'anna@flip.test': { uid: 'anna', account: { roles: ['sender', 'analyst'], suspended: false } },
};
const directory = { byEmail: (email: string) => Promise.resolve(staff[email] ?? null) };

let app: TestApp;

const open = async () => {
  app = await openDesk({ now: '2026-11-01T12:00:00.000Z' });
};
const close = () => app.close();

/** The output of the command. */
async function run(...words: string[]): Promise<string> {
  const said: string[] = [];
  const context = {
    get: (type: Type): unknown => (type === AccountDirectory ? directory : app.get<unknown>(type)),
  };
  const line = readCommandLine(['desk', ...words]);
  const say = (text: string) => said.push(text);
  await deskCommands[line.name]?.({ ...line, app: context as unknown as INestApplicationContext, say });
  return said.join('\n');
}

const desk = deskOf(() => app);
const charged = (amountCents: number) => desk.charged({ amountCents });

/** The list, once a task of the kind is on it. */
const listed = (kind: string): Promise<string> =>
  waitFor(kind, async () => {
    const list = await run('list', kind);
    return list.startsWith('0 tasks') ? null : list;
  });

describe('an operator', () => {
  beforeEach(open);
  afterEach(close);

  it('works the desk in a terminal, with masked handles and a second operator', async () => {
    const id = await charged(60_000);
    expect(await run('list')).toMatch(
      new RegExp(`${id}  claim +Zelle +m••••@••••\\.com  \\$600\\.00\\n1 tasks, \\$600\\.00$`),
    );
    const [olga, omar] = ['--by=olga@flip.test', '--by=omar@flip.test'];
    expect(await run('claim', id, olga)).toBe('claim: recorded');
    await expect(run('claim', id, omar)).rejects.toThrow('somebody else has it');
    await run('delivered', id, 'ZL-48213', olga);
    expect(await listed('second_person')).toMatch(/  delivered: ZL-48213, by olga\n/);
    const agree = (reference: string, by: string) => run('confirm', id, 'delivered', reference, by);
    await expect(agree('ZL-48213', olga)).rejects.toThrow('A second operator');
    await expect(agree('ZL-48213', omar)).rejects.toThrow('desk reveal');
    expect(await run('reveal', id, omar)).toBe('Maya Okafor  maya@example.com');
    await expect(agree('ZL-48214', omar)).rejects.toThrow('Another outcome');
    expect(await agree('ZL-48213', omar)).toBe('confirm: recorded');
    const types = [];
    for await (const { type } of app.eventLog.read(transferStream(id))) types.push(type);
    expect(types).toContain('TransferDelivered');
  });

  it('quotes the platform to the sender, within the same limit as over HTTP', async () => {
    const id = await charged(60_000);
    const [olga, omar] = ['--by=olga@flip.test', '--by=omar@flip.test'];
    await run('claim', id, olga);
    const failed = (words: string) => run('failed', id, 'limit', '--words', words, olga);
    await expect(failed('x'.repeat(141))).rejects.toThrow('at most 140 characters');
    await expect(failed('a\u0007b')).rejects.toThrow('control characters');
    await failed(' Over the  weekly limit of this account ');
    expect(await listed('second_person')).toContain(
      '  failed: limit, "Over the weekly limit of this account", by olga\n',
    );
    await run('reveal', id, omar);
    const read = ['confirm', id, 'failed', 'limit', omar];
    await expect(run(...read)).rejects.toThrow('Another outcome');
    await run(...read, '--words=Over the weekly limit of this account');
    const words = [];
    for await (const { type, data } of app.eventLog.read(transferStream(id)))
      if (type === 'PayoutFailed') words.push((data as { words: string }).words);
    expect(words).toEqual(['Over the weekly limit of this account']);
  });

  it('releases the report of a colleague, and reports what they found', async () => {
    const id = await charged(60_000);
    const [olga, omar] = ['--by=olga@flip.test', '--by=omar@flip.test'];
    await run('claim', id, olga);
    await run('delivered', id, 'ZL-1', olga);
    expect(await run('release', id, omar)).toBe('release: recorded');
    expect(await listed('unknown')).toContain(id);
    await run('delivered', id, 'ZL-2', omar);
    expect(await listed('second_person')).toContain('delivered: ZL-2, by omar');
  });

  it('finds a transfer by a quoted number', async () => {
    const id = await charged(2_000);
    expect(await run('find', id.slice(0, 8))).toContain(`${id}  claim`);
    await expect(run('find', 'P-00000000-000000')).rejects.toThrow('no such transfer or problem');
  });

  it('resolves a contradiction, which is listed like any task', async () => {
    const transferId = randomUUID();
    const life = new TransferLife({ ...terms, transferId }).toSubmitted();
    life.paidOut('failed');
    life.paidOut('delivered');
    await app.record(transferStream(transferId), life.events);
    expect(await run('list', 'contradiction')).toMatch(/contradiction +Venmo/);
    expect(await run('confirm', transferId, 'contradiction', '--by=olga@flip.test')).toBe(
      'confirm: recorded',
    );
    await expect(run('confirm', transferId, 'contradiction', '--by=olga@flip.test')).rejects.toThrow();
  });
});

describe('the command', () => {
  beforeAll(open);
  afterAll(close);

  it.each([['anna@flip.test'], ['gone@flip.test'], ['nobody@flip.test']])('refuses %s', async (email) => {
    const id = await charged(2_000);
    await expect(run('claim', id, `--by=${email}`)).rejects.toThrow('role operator');
  });

  it.each([
    [[]],
    [['list', 'all']],
    [['claim', 'x', '--by=olga@flip.test']],
    [['claim', randomUUID()]],
    [['delivered', randomUUID(), '--by=olga@flip.test']],
    [['delivered', randomUUID(), 'a\u0007b', '--by=olga@flip.test']],
    [['confirm', randomUUID(), '--by=olga@flip.test']],
    [['confirm', randomUUID(), 'bored', '--by=olga@flip.test']],
    [['confirm', randomUUID(), 'delivered', '--by=olga@flip.test']],
    [['confirm', randomUUID(), 'failed', 'bored', '--by=olga@flip.test']],
    [['confirm', randomUUID(), 'problem', '--by=olga@flip.test']],
    [['reveal', randomUUID()]],
    [['reveal', 'x', '--by=olga@flip.test']],
    [['failed', randomUUID(), 'bored', '--by=olga@flip.test']],
    [['failed', randomUUID(), 'bored', '--words=Closed', '--by=olga@flip.test']],
    [['delivered', randomUUID(), 'ZL-1', '--words=Closed', '--by=olga@flip.test']],
  ])('explains itself for %j', async (words) => {
    await expect(run(...words)).rejects.toThrow('desk claim <transfer> --by <email>');
  });
});

describe('what a comparison has found', () => {
  beforeEach(open);
  afterEach(close);
  const [olga, omar] = ['--by=olga@flip.test', '--by=omar@flip.test'];
  const REASON = 'The bank confirmed it by mail.';

  it('is listed as a difference, and closed as it was read, with a reason', async () => {
    const life = desk.life().toCaptured();
    const difference = { about: 'payment_amount', recorded: '126.90', found: '127.90' } as const;
    life.do({ type: 'RecordComparison', differences: [difference] });
    const transferId = await desk.record(life);
    expect(await listed('difference')).toContain('payment_amount: recorded 126.90, at the provider "127.90"');
    const closed = (found: string, ...rest: string[]) =>
      run('close', transferId, 'payment_amount', found, ...rest);
    await expect(closed('127.90', REASON)).rejects.toThrow('desk close');
    await expect(closed('127.90', ' ', olga)).rejects.toThrow('A reason has');
    await expect(closed('128.90', REASON, olga)).rejects.toThrow('cannot be claimed or settled');
    await expect(closed('127.90', REASON, '--by=anna@flip.test')).rejects.toThrow('role operator');
    expect(await closed('127.90', REASON, olga)).toBe('close: recorded');
    expect((await app.events(transferStream(transferId))).at(-1)?.type).toBe('DifferenceSettled');
  });

  it('is a stray charge, refunded only with a second operator who names what was read', async () => {
    await findStray(app);
    expect(await run('strays')).toMatch(
      /pi_9  charged  \$126\.90  for .* open\n   platform not named, sender unnamed, refunded \$0\.00, refundable \$126\.90\n1 stray charges$/,
    );
    await expect(run('stray-refund', 'pi_9', REASON)).rejects.toThrow('desk stray-refund');
    await expect(run('stray-confirm', 'pi_9', '126.90', REASON, omar)).rejects.toThrow('cannot be claimed');
    expect(await run('stray-refund', 'pi_9', REASON, olga)).toBe('stray-refund: recorded');
    await waitFor('the proposal', async () =>
      (await run('strays')).includes(`"${REASON}", by olga`) ? true : null,
    );
    const confirmed = (amount: string, by: string) => run('stray-confirm', 'pi_9', amount, REASON, by);
    await expect(confirmed('126.90', olga)).rejects.toThrow('A second operator');
    await expect(confirmed('126.91', omar)).rejects.toThrow('Another outcome');
    await expect(confirmed('much', omar)).rejects.toThrow('desk stray-confirm');
    expect(await confirmed('126.90', omar)).toBe('stray-confirm: recorded');
    const events = await app.events(strayStream('pi_9'));
    expect(events.map(({ type }) => type)).toEqual([
      'StrayFound',
      'StrayRefundProposed',
      'StrayRefundRequested',
    ]);
    expect(await run('stray-close', 'pi_9', REASON, olga)).toBe('stray-close: recorded');
    await expect(run('stray-close', 'pi_8', REASON, olga)).rejects.toThrow('There is no');
  });
});
