import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import Database from 'libsql';
import { openCompliance, START } from '../../../../../test/support/compliance-app.js';
import { register } from '../../../../../test/support/recorded-facts.js';
import { acceptedTransfer } from '../../../../../test/support/sample-send.js';
import type { TestApp } from '../../../../../test/support/test-app.js';
import { waitFor } from '../../../../../test/support/wait-for.js';
import { EMBEDDED_FILES } from '../../../engine/stores/data-format.js';
import { Lease } from '../../../engine/subscriptions/workers/lease.js';
import type { Problem, StaffRole } from '../../../kernel/people/accounts.js';
import type {
  Backtest,
  BacktestAlertDetail,
  BacktestResult,
  StartBacktestRequest,
  StartedBacktest,
} from '../../../kernel/staff/backtests.js';
import { ruleOfWire, type RuleDefinitionOnWire, type RuleDetail } from '../../../kernel/staff/rule-views.js';
import { KEPT_LIMIT, leaseNameOf } from './backtest-record.js';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const robin: string = randomUUID();
const irene: string = randomUUID();
const ana: string = randomUUID();
const pairs: RuleDefinitionOnWire = {
  name: 'Pairs',
  where: { amount: { from: '20.00' } },
  measure: 'attempts',
  atLeast: '2',
  within: 'PT1H',
  action: 'flag',
};
const body: StartBacktestRequest = {
  definition: pairs,
  from: '2026-11-18T00:00:00.000Z',
  to: '2026-11-21T00:00:00.000Z',
};
/** Attempts of Ana: two within an hour on the 18th, three on the 19th. */
const sends = [
  acceptedTransfer(Date.parse('2026-11-17T23:30:00.000Z'), { amountCents: 3_000 }),
  acceptedTransfer(Date.parse('2026-11-18T00:10:00.000Z'), { amountCents: 4_000 }),
  acceptedTransfer(Date.parse('2026-11-19T10:00:00.000Z'), { amountCents: 2_000 }),
  acceptedTransfer(Date.parse('2026-11-19T10:20:00.000Z'), { amountCents: 2_100 }),
  acceptedTransfer(Date.parse('2026-11-19T10:40:00.000Z'), { amountCents: 2_200 }),
];
const idOf = (place: number) => sends[place]?.data.transferId;

let app: TestApp;

beforeAll(async () => {
  app = await openCompliance();
  await register(app, { uid: robin, firstName: 'Robin' });
  await register(app, { uid: irene, firstName: 'Irene' });
  await register(app, { uid: ana });
  for (const uid of [ana, robin]) {
    const own =
      uid === ana
        ? sends
        : sends.map(({ type, data }) => ({ type, data: { ...data, transferId: randomUUID() } }));
    await app.record(`sender-${uid}`, own);
  }
  await app.caughtUp('fraud');
});
beforeEach(() => {
  app.clock.nowMs = Date.parse(START);
});
afterAll(() => app.close());

const start = (uid: string, changes: Partial<StartBacktestRequest> = {}) =>
  app
    .person(uid)
    .request<StartedBacktest & Problem>('POST', '/compliance/backtests', { body: { ...body, ...changes } });
const read = (id: string, uid = robin, role: StaffRole = 'analyst') =>
  app.person(uid, role).request<Backtest & Problem>('GET', `/compliance/backtests/${id}`);
const cancel = (id: string, uid = robin) => app.person(uid).request('DELETE', `/compliance/backtests/${id}`);

async function done(
  uid: string,
  changes: Partial<StartBacktestRequest> = {},
): Promise<{ id: string; result: BacktestResult }> {
  const { status, body: started } = await start(uid, changes);
  expect(status).toBe(202);
  const { result } = await waitFor('the result', async () => {
    const { body: backtest } = await read(started.id, uid);
    return backtest.state === 'done' ? backtest : null;
  });
  if (!result) throw new Error('done without a result');
  return { id: started.id, result };
}

it('shows what a definition would have done in the period, each attempt behind it masked', async () => {
  const { id, result } = await done(robin);
  expect(result).toMatchObject({
    attempts: 4,
    alerts: 3,
    senders: 1,
    cases: 2,
    atRisk: '133.00',
    unreadable: 0,
    days: [
      { day: '2026-11-18', alerts: 1 },
      { day: '2026-11-19', alerts: 2 },
      { day: '2026-11-20', alerts: 0 },
    ],
    new: [],
    lost: [],
    newCount: 0,
    lostCount: 0,
    against: null,
    indexedFrom: '2026-11-19',
    // The third attempt of an hour alerted then, in a case without a review.
    reviewed: 0,
    suspicious: 0,
    suspiciousShare: null,
  });
  expect(result.both.map(({ transferId, measured }) => [transferId, measured])).toEqual([
    [idOf(4), '3'],
    [idOf(3), '2'],
    [idOf(1), '2'],
  ]);
  expect(result.both[0]).toMatchObject({
    uid: ana,
    senderName: 'A•••• T••••',
    at: '2026-11-19T10:40:00.000Z',
    amount: '22.00',
    attempts: 3,
    attempted: '63.00',
    firstAt: '2026-11-19T10:00:00.000Z',
    outcome: null,
    caseId: expect.any(String) as string,
  });
  const { body: detail } = await app
    .person(robin)
    .request<BacktestAlertDetail>('GET', `/compliance/backtests/${id}/alerts/${idOf(1) ?? ''}`);
  // The first one was before the period.
  expect(detail.attempts.map(({ transferId, amount }) => [transferId, amount])).toEqual([
    [idOf(0), '30.00'],
    [idOf(1), '40.00'],
  ]);
  expect(detail.senderName).toBe('A•••• T••••');
  expect(JSON.stringify(detail)).not.toContain(sends[0]?.data.handle ?? 'none');
  const missing = await app
    .person(robin)
    .request('GET', `/compliance/backtests/${id}/alerts/${randomUUID()}`);
  expect(missing.body).toMatchObject({ status: 404, code: 'not_found' });
});

it('leaves out the attempts of who runs it', async () => {
  const { result } = await done(irene);
  expect(result).toMatchObject({ attempts: 8, senders: 2 });
});

it('compares with the version in force', async () => {
  const { result } = await done(robin, { against: 'velocity' });
  expect(result).toMatchObject({
    newCount: 2,
    lostCount: 0,
    against: { alerts: 1, cases: 1, atRisk: '63.00' },
  });
  expect(result.new.map(({ transferId }) => transferId)).toEqual([idOf(3), idOf(1)]);
  expect(result.both.map(({ transferId }) => transferId)).toEqual([idOf(4)]);
  const wide = await done(robin, { definition: { ...pairs, atLeast: '4' }, against: 'velocity' });
  expect(wide.result).toMatchObject({
    alerts: 0,
    newCount: 0,
    lostCount: 1,
    lost: [{ transferId: idOf(4), measured: '3' }],
  });
});

it('refuses what cannot be run, and names the field', async () => {
  const fieldsOf = async (changes: object) => {
    const { status, body: problem } = await start(robin, changes);
    expect(status).toBe(400);
    return (problem.fields ?? []).map(({ field }) => field);
  };
  expect(await fieldsOf({ from: 'yesterday' })).toEqual(['from']);
  expect(await fieldsOf({ to: body.from })).toEqual(['to']);
  expect(await fieldsOf({ from: '2016-11-18T00:00:00.000Z' })).toEqual(['to']);
  expect(await fieldsOf({ against: 'No rule' })).toEqual(['against']);
  expect(await fieldsOf({ definition: { ...pairs, within: 'soon' } })).toEqual(['definition.within']);
  expect((await start(robin, { definition: { ...pairs, atLeast: '0' } })).body.code).toBe('rule_impossible');
  expect((await start(robin, { against: 'no-such-rule' })).body).toMatchObject({
    status: 404,
    code: 'not_found',
  });
});

it('is shown to its owner and to leads, who activate rules, for a day', async () => {
  const { id } = await done(robin);
  const other = randomUUID();
  for (const gone of [await read(id, other), await cancel(id, irene), await read(randomUUID())])
    expect(gone.body).toMatchObject({ status: 404, code: 'backtest_gone' });
  expect((await read(id, irene, 'lead')).body).toEqual((await read(id)).body);
  app.clock.nowMs += DAY_MS - 1;
  expect((await read(id)).status).toBe(200);
  app.clock.nowMs += 1;
  expect((await read(id)).body.code).toBe('backtest_gone');
  expect(await app.vault.get('backtest', id)).toBeNull();
});

it('is not shown to a lead whose own attempts it found', async () => {
  const { id, result } = await done(robin);
  expect(result.both.map(({ uid }) => uid)).toContain(ana);
  expect((await read(id, ana, 'lead')).body.code).toBe('backtest_gone');
});

it('is named by the draft that it tried, until that is another one', async () => {
  const path = '/compliance/rules/pairs/draft';
  const tried = async () => {
    await app.caughtUp();
    const { body } = await app.person(irene).request<RuleDetail>('GET', '/compliance/rules/pairs');
    return body.draft?.backtest;
  };
  const save = (definition: RuleDefinitionOnWire) =>
    app.person(robin).request('POST', path, { body: { definition } });
  const definition = { ...pairs, atLeast: '6' };
  expect((await save(definition)).status).toBe(204);
  expect(await tried()).toBeNull();
  const { id } = await done(robin, { definition });
  expect(await tried()).toBe(id);
  expect((await save({ ...pairs, atLeast: '7' })).status).toBe(204);
  expect(await tried()).toBeNull();
});

it('leaves nothing but the record that says so when it is cancelled', async () => {
  const { id } = await done(robin);
  expect((await cancel(id)).status).toBe(204);
  expect((await read(id)).body).toMatchObject({ state: 'cancelled', result: null });
  expect((await cancel(id)).status).toBe(204);
});

describe('a backtest that another process runs', () => {
  const id: string = randomUUID();
  let lease: Lease;

  beforeEach(async () => {
    lease = new Lease({ name: leaseNameOf(robin), vault: app.vault, clock: { now: () => app.clock.nowMs } });
    await waitFor('the end of the one before', async () => (await lease.take()) || null);
    const definition = ruleOfWire(pairs);
    const question = { definition, against: null, fromMs: Date.parse(body.from), toMs: Date.parse(body.to) };
    const value = {
      state: 'running',
      progress: 0.25,
      question,
      result: null,
      expiresAt: new Date(app.clock.nowMs + DAY_MS).toISOString(),
    };
    await app.vault.put('backtest', id, { owner: robin, value }, null);
  });
  afterEach(async () => {
    await app.vault.delete('backtest', id);
    await lease.release();
  });

  it('is answered here, is the only one of the person, and can be cancelled', async () => {
    expect((await read(id)).body).toEqual({
      id,
      definition: pairs,
      from: body.from,
      to: body.to,
      state: 'running',
      progress: 0.25,
      result: null,
    });
    expect((await start(robin)).body).toMatchObject({ status: 409, code: 'backtest_running' });
    expect((await start(irene)).status).toBe(202);
    expect((await cancel(id)).status).toBe(204);
    expect((await read(id)).body.state).toBe('cancelled');
    const [next] = await Promise.all([start(robin), lease.release()]);
    expect(next.status).toBe(202);
    await waitFor('the result', async () => (await read(next.body.id)).body.result);
  });

  it('is gone once that process has crashed', async () => {
    app.clock.nowMs += DAY_MS;
    expect((await cancel(id)).body.code).toBe('backtest_gone');
    expect(await app.vault.get('backtest', id)).toBeNull();
  });
});

it('is refused to who has as many as are kept, until one has expired', async () => {
  const { id } = await done(robin);
  const one = await app.vault.get('backtest', id);
  if (!one) throw new Error('not kept');
  const kept = await app.vault.list('backtest', robin);
  const more = Array.from({ length: KEPT_LIMIT - kept.length }, () => randomUUID());
  for (const another of more) await app.vault.put('backtest', another, one, null);
  expect((await start(robin)).body).toMatchObject({
    status: 409,
    code: 'too_many_backtests',
    params: { limit: KEPT_LIMIT },
  });
  expect((await start(irene)).status).toBe(202);
  for (const another of more) await app.vault.delete('backtest', another);
  await done(robin);
});

it('leaves out an attempt that is damaged in the log, and says so', async () => {
  const { type, data } = acceptedTransfer(Date.parse('2026-11-19T10:50:00.000Z'));
  const at = new Date(app.clock.nowMs).toISOString();
  const metadata = {
    schemaVersion: 4,
    commandId: 'c',
    $correlationId: 'c',
    $causationId: 'c',
    at,
    actor: { kind: 'sender', id: 'sam' },
  } as const;
  // Without the code of what Flip writes.
  await app.eventLog.store.append('sender-sam', 'no_stream', [{ id: randomUUID(), type, data, metadata }]);
  const { result } = await done(robin);
  expect(result).toMatchObject({ attempts: 4, unreadable: 1 });
});

it('knows what a sender tried before the period, however much was recorded in between', async () => {
  const eva = randomUUID();
  await register(app, { uid: eva });
  const handleIndex = 'a'.repeat(64);
  const send = (at: string) =>
    app.record(`sender-${eva}`, [acceptedTransfer(Date.parse(at), { amountCents: 7_000, handleIndex })]);
  await send('2026-11-01T10:00:00.000Z');
  const log = new Database(join(app.folder, EMBEDDED_FILES.events));
  // Like a year of others; their hash chain is checked at the next start.
  log.exec(`WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 25000)
    INSERT INTO events SELECT NULL, 'filler-' || n, 0, 'other ' || n, 'SendingClosed', '{}',
      json_object('at', '2026-11-10T00:00:00.000Z'), '' FROM numbers`);
  log.close();
  await send('2026-11-19T10:00:00.000Z');
  const definition = { ...pairs, where: { amount: { from: '70.00' } }, atLeast: '1' };
  const { result } = await done(robin, { definition });
  expect(result.both.filter(({ uid }) => uid === eva)).toHaveLength(1);
  const first = { ...definition, where: { ...definition.where, firstToHandle: true as const } };
  const { result: ofFirst } = await done(irene, { definition: first });
  expect(ofFirst.both.filter(({ uid }) => uid === eva)).toHaveLength(0);
});
