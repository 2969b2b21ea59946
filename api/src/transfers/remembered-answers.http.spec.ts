import { randomUUID } from 'node:crypto';
import type { Answered, TestApp, TestPerson } from '../../../test/support/test-app.js';
import { WEEK_MS } from '../kernel/limits.js';
import type { Allowance, Page, Transaction } from '../kernel/transfers.js';
import { openTransfers, sendingOf, verify } from '../../../test/support/transfers-app.js';

const LIST = '/transfers?limit=20';
const READS_A_MINUTE = 1_200;

jest.setTimeout(60_000);

describe('an answer that is given again', () => {
  let app: TestApp;
  let ana: TestPerson;
  let ben: TestPerson;
  let reads: () => number;

  beforeEach(async () => {
    app = await openTransfers();
    ana = app.person(randomUUID());
    ben = app.person(randomUUID());
    const lists = jest.spyOn(app.viewStore, 'findJson');
    const rows = jest.spyOn(app.viewStore, 'find');
    reads = () => lists.mock.calls.length + rows.mock.calls.length;
  });
  afterEach(() => app.close());

  const amounts = async (person: TestPerson) =>
    (await person.ask<Page<Transaction>>('GET', LIST)).body.items.map(({ amount }) => amount);
  const allowance = async (person: TestPerson) => (await person.ask<Allowance>('GET', '/allowance')).body;

  /** What was read from the views for an answer. */
  async function readFor<T>(ask: () => Promise<T>): Promise<number> {
    const before = reads();
    await ask();
    return reads() - before;
  }

  /** Sends, and waits until readers see it. */
  async function sentAndSeen(amount: string): Promise<void> {
    app.clock.nowMs += 1_000;
    const { headers } = await sendingOf(ana).send({ amount });
    expect(await app.subscriptions.caughtUp('transactions', String(headers['x-flip-position']), 5_000)).toBe(
      true,
    );
  }

  it.each([LIST, '/allowance'])('is the first one byte for byte, headers included: %s', async (path) => {
    await sendingOf(ana).send();
    const first = await ana.ask('GET', path);
    let again: Answered<unknown> | undefined;
    expect(await readFor(async () => (again = await ana.ask('GET', path)))).toBe(0);
    expect(again?.text).toBe(first.text);
    const shown = ({ headers }: Answered<unknown>) => Object.entries({ ...headers, date: '' });
    expect(again && shown(again)).toEqual(shown(first));
    expect(first.status).toBe(200);
  });

  it('is another one at once when its sender has sent, and stays for everybody else', async () => {
    for (const person of [ana, ben]) expect(await amounts(person)).toEqual([]);
    for (const person of [ana, ben]) await allowance(person);
    await sendingOf(ana).send({ amount: '45.00' });
    expect(await readFor(() => amounts(ben))).toBe(0);
    expect(await readFor(() => allowance(ben))).toBe(0);
    expect(await amounts(ana)).toEqual(['45.00']);
    expect((await allowance(ana)).remaining).toBe('205.00');
  });

  it('is another one for a caller who was told of a write, before the views have it', async () => {
    for (let round = 1; round <= 20; round += 1) {
      app.clock.nowMs += 1_000;
      await sendingOf(ana).send({ amount: `${round}.00` });
      expect((await amounts(ana))[0]).toBe(`${round}.00`);
    }
  });

  it('is another one when any view it was made of changes', async () => {
    expect((await allowance(ana)).tier).toBe('unverified');
    expect(await readFor(() => amounts(ana))).toBe(1);
    await verify(app, ana.uid);
    expect((await allowance(ana)).tier).toBe('verified');
    expect(await readFor(() => amounts(ana))).toBe(0);
  });

  it('is never another sender’s', async () => {
    await sendingOf(ana).send({ amount: '45.00' });
    expect(await amounts(ana)).toEqual(['45.00']);
    expect(await amounts(ben)).toEqual([]);
    expect((await allowance(ben)).used).toBe('0.00');
  });

  it('answers the question that was asked: each address has its own', async () => {
    for (const amount of ['10.00', '11.00', '12.00']) {
      app.clock.nowMs += 1_000;
      await sendingOf(ana).send({ amount });
    }
    const first = await ana.ask<Page<Transaction>>('GET', '/transfers?limit=2');
    const second = `/transfers?limit=2&cursor=${first.body.nextCursor ?? ''}`;
    for (const round of [1, 2]) {
      const { body } = await ana.ask<Page<Transaction>>('GET', second);
      expect([round, body.items.map(({ amount }) => amount)]).toEqual([round, ['10.00']]);
    }
    expect((await ana.ask('GET', '/transfers?limit=0')).status).toBe(400);
  });

  it('passes with time alone, at the millisecond in which an amount leaves the week, and back', async () => {
    const { nowMs } = app.clock;
    await sendingOf(ana).send({ amount: '250.00' });
    app.clock.nowMs = nowMs + WEEK_MS - 1;
    for (const round of [1, 2]) expect([round, (await allowance(ana)).remaining]).toEqual([round, '0.00']);
    app.clock.nowMs = nowMs + WEEK_MS;
    for (const round of [1, 2]) expect([round, (await allowance(ana)).remaining]).toEqual([round, '250.00']);
    app.clock.nowMs = nowMs + WEEK_MS - 1;
    expect((await allowance(ana)).remaining).toBe('0.00');
  });

  it('is not one that was read before a commit and ready after it', async () => {
    await sentAndSeen('10.00');
    const { viewStore } = app;
    const find = viewStore.findJson.bind(viewStore);
    jest.spyOn(viewStore, 'findJson').mockImplementationOnce(async (...question) => {
      const before = await find(...question);
      await sentAndSeen('11.00');
      return before;
    });
    const reader = app.person(ana.uid);
    expect(await amounts(reader)).toEqual(['10.00']);
    expect(await amounts(reader)).toEqual(['11.00', '10.00']);
  });

  it('is forgotten when a view is built anew', async () => {
    await amounts(ana);
    await allowance(ana);
    await app.subscriptions.rebuild('transactions');
    expect(await readFor(() => amounts(ana))).toBe(1);
    expect(await readFor(() => allowance(ana))).toBe(2);
  });

  it('counts towards the limit of requests like any other', async () => {
    for (let request = 1; request <= READS_A_MINUTE; request += 1)
      if ((await ana.ask('GET', LIST)).status !== 200) throw new Error(`request ${request} was refused`);
    expect(reads()).toBe(1);
    const refused = await ana.ask('GET', LIST);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await ben.ask('GET', LIST)).status).toBe(200);
    expect((await ana.ask('GET', '/allowance')).status).toBe(200);
  });
});
