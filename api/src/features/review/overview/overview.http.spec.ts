import { randomUUID } from 'node:crypto';
import { openCompliance } from '../../../../../test/support/compliance-app.js';
import { live, register } from '../../../../../test/support/recorded-facts.js';
import type { TestApp } from '../../../../../test/support/test-app.js';
import { TransferLife, terms } from '../../../../../test/support/transfer-life.js';
import { POSITION_HEADER, PositionTokens } from '../../../http/contract/position-tokens.js';
import type { Overview } from '../../../kernel/staff/overview.js';
import { DeskModule } from '../../payouts/desk.module.js';
import { caseStream } from '../cases/case-events.rules.js';
import { caseEvents } from '../cases/case.events.js';

const NOW = Date.parse('2026-11-20T12:00:00.000Z');
const DAY = 24 * 60 * 60_000;
const SHARED = 5_000;
const [{ example: alert }, , { example: review }] = caseEvents;
const irene = randomUUID();
let app: TestApp;

beforeEach(async () => {
  app = await openCompliance([DeskModule]);
});
afterEach(() => app.close());

async function at(daysAgo: number, id: string, type: string, data: object) {
  app.clock.nowMs = NOW - daysAgo * DAY;
  await app.record(caseStream(id), [{ type, data }]);
  app.clock.nowMs = NOW;
}

/** A case that was opened some days ago. */
async function detected(daysAgo: number, { uid = randomUUID(), ruleId = 'velocity' } = {}) {
  const id = randomUUID();
  await at(daysAgo, id, 'SuspiciousTransactionRaised', { ...alert, uid, ruleId, mode: 'live' });
  return { id, uid };
}

async function closed(daysAgo: number, took: number, outcome: string, uid = randomUUID()) {
  const { id } = await detected(daysAgo + took, { uid });
  const reviewedAt = new Date(NOW - daysAgo * DAY).toISOString();
  await at(daysAgo, id, 'CaseReviewed', { ...review, uid, outcome, reviewedAt });
  return { id, uid };
}

async function overview(query = '', uid = irene): Promise<Overview> {
  const { status, body } = await app.person(uid).request<Overview>('GET', `/compliance/overview${query}`);
  expect(status).toBe(200);
  return body;
}

it('is empty where nothing happened', async () => {
  expect(await overview()).toMatchObject({
    days: 30,
    open: 0,
    unassigned: 0,
    overdue: 0,
    longestOverdueAt: null,
    dueSoon: 0,
    nextDueAt: null,
    proposed: 0,
    reports: 0,
    alerts: [],
    outcomes: [],
    medianDays: null,
    medianDaysBefore: null,
    isCut: false,
    payouts: { count: 0, total: '0.00', since: [] },
  });
});

it('counts open cases by age, what is overdue, and what is due within five days', async () => {
  for (const daysAgo of [0, 4.9, 5, 5.1, 26, 31]) await detected(daysAgo);
  const { id, uid } = await detected(12);
  await at(11, id, 'CaseAssigned', { uid, assignee: irene, by: irene });
  await at(10, id, 'OutcomeProposed', { ...caseEvents[6].example, uid });
  const rests = async (daysAgo: number, until: number) => {
    const snoozed = await detected(daysAgo);
    const rest = { ...caseEvents[4].example, uid: snoozed.uid, until: new Date(until).toISOString() };
    await at(daysAgo - 1, snoozed.id, 'CaseSnoozed', rest);
  };
  await rests(27, NOW + DAY);
  await rests(17, NOW - DAY);
  const { ages, ...figures } = await overview();
  expect(ages.map(({ overDays, toDays, count }) => [overDays, toDays, count])).toEqual([
    ...[
      [0, 5, 3],
      [5, 10, 1],
      [10, 15, 0],
      [15, 20, 1],
      [20, 25, 0],
      [25, 30, 1],
      [30, null, 1],
    ],
  ]);
  expect(figures).toMatchObject({ open: 7, unassigned: 7, overdue: 1, dueSoon: 2, dueSoonElsewhere: 1 });
  expect(figures.longestOverdueAt).toBe(new Date(NOW - DAY).toISOString());
  expect(figures.nextDueAt).toBe(new Date(NOW + 3 * DAY).toISOString());
  expect(figures.proposed).toBe(1);
  expect(figures.oldestProposedAt).toBe(new Date(NOW - 12 * DAY).toISOString());
});

it('counts the cases of somebody who has left as unassigned', async () => {
  const analyst = await register(app, { roles: ['analyst'] });
  const { id, uid } = await detected(3);
  await at(2, id, 'CaseAssigned', { uid, assignee: analyst, by: irene });
  await app.caughtUp();
  expect(await overview()).toMatchObject({ open: 1, unassigned: 0 });
  await app.record(`account-${analyst}`, [{ type: 'RoleRevoked', data: { role: 'analyst' } }]);
  await app.caughtUp();
  app.clock.nowMs += SHARED;
  expect(await overview()).toMatchObject({ open: 1, unassigned: 1 });
});

it('adds up alerts, outcomes and days to close of the period that was asked for', async () => {
  await detected(3, { ruleId: 'structuring' });
  await closed(2, 4, 'suspicious');
  await closed(1, 8, 'false_match');
  await closed(40, 20, 'cleared');
  const month = await overview();
  expect(month.alerts).toEqual([
    { day: '2026-11-11', ruleId: 'velocity', count: 1 },
    { day: '2026-11-14', ruleId: 'velocity', count: 1 },
    { day: '2026-11-17', ruleId: 'structuring', count: 1 },
  ]);
  expect(month.outcomes).toEqual([{ ruleId: 'velocity', closed: 2, suspicious: 1, falseMatches: 1 }]);
  expect(month).toMatchObject({ medianDays: 6, medianDaysBefore: 20 });
  expect(month.weeks.at(-1)).toMatchObject({ closed: 2, medianDays: 6 });
  const week = await overview('?days=7');
  expect(week.alerts.map(({ day }) => day)).toEqual(['2026-11-14', '2026-11-17']);
  expect(week).toMatchObject({ days: 7, medianDays: 6, medianDaysBefore: null });
});

it('lists the reports that are due next, and counts those that were filed', async () => {
  const [first, second] = [await closed(5, 1, 'suspicious'), await closed(3, 1, 'suspicious')];
  const filed = await closed(4, 1, 'suspicious');
  const report = { ...caseEvents[9].example, uid: filed.uid, filedAt: new Date(NOW - DAY).toISOString() };
  await at(1, filed.id, 'ReportFiled', report);
  const { reports, nextReports, reportsFiled } = await overview();
  expect({ reports, reportsFiled }).toEqual({ reports: 2, reportsFiled: 1 });
  expect(nextReports.map(({ id }) => id)).toEqual([first.id, second.id]);
  expect(nextReports[0]?.dueAt).toBe(new Date(NOW + 25 * DAY).toISOString());
});

it('shows what payouts wait, without those of the reader', async () => {
  for (const uid of [randomUUID(), irene]) {
    const of = {
      ...terms,
      platform: 'Zelle',
      handle: 'maya@example.com',
      transferId: randomUUID(),
      uid,
    } as const;
    await live(app, new TransferLife(of).toCaptured());
  }
  const { payouts } = await overview();
  expect(payouts).toMatchObject({ count: 1, isCut: false, lateAfterMinutes: 30 });
  expect((await overview('', randomUUID())).payouts.count).toBe(2);
});

describe('two readers within five seconds', () => {
  const amara = randomUUID();

  it('get one reading, and later another one', async () => {
    await detected(3);
    expect((await overview()).open).toBe(1);
    await detected(2);
    expect((await overview('', amara)).open).toBe(1);
    expect((await overview('?days=7', amara)).open).toBe(2);
    app.clock.nowMs += SHARED;
    expect((await overview('', amara)).open).toBe(2);
  });

  it('see what they have done or been told of since', async () => {
    expect((await overview()).open).toBe(0);
    await detected(2);
    const known = { [POSITION_HEADER]: app.get(PositionTokens).tokenOf(await app.eventLog.head()) };
    const options = { headers: known };
    const { body } = await app.person(amara).request<Overview>('GET', '/compliance/overview', options);
    expect(body.open).toBe(1);
    expect((await overview()).open).toBe(1);
  });
});

it('contains nothing about the account of its reader', async () => {
  await detected(2, { uid: irene });
  await closed(2, 4, 'suspicious', irene);
  const others = await overview('', randomUUID());
  expect(others).toMatchObject({ open: 1, reports: 1, medianDays: 4 });
  expect(others.alerts).toHaveLength(2);
  expect(await overview()).toMatchObject({
    open: 0,
    reports: 0,
    nextReports: [],
    alerts: [],
    outcomes: [],
    medianDays: null,
  });
});
