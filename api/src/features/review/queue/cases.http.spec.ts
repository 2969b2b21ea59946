import { randomUUID } from 'node:crypto';
import { openCompliance, START } from '../../../../../test/support/compliance-app.js';
import { accept, register } from '../../../../../test/support/recorded-facts.js';
import { refusedTransfer, sampleAttempt } from '../../../../../test/support/sample-send.js';
import type { TestApp } from '../../../../../test/support/test-app.js';
import { newCommandContext } from '../../../engine/commands/command-context.js';
import type {
  CaseAssignees,
  CaseCounts,
  CaseDetail,
  CaseList,
  CasePage,
  SameHandle,
} from '../../../kernel/staff/compliance.js';
import { PauseSending } from '../../lifecycle/payment/pause-sending.js';
import type { Pause } from '../../lifecycle/payment/pause.rules.js';
import { verificationEvents } from '../../verification/verification.events.js';
import { caseStream, type AlertEvent } from '../cases/case-events.rules.js';
import { caseEvents } from '../cases/case.events.js';
import { senderStream } from '../../access/sender-stream.rules.js';

const HOUR = 60 * 60_000;
const [{ example: alert }] = caseEvents;
const [{ example: submission }, , { example: status }] = verificationEvents;
const submitted = { type: 'KycSubmitted', data: submission } as const;
const verified = { type: 'KycStatusChanged', data: { ...status, status: 'verified' } } as const;
const robin = randomUUID();
const irene = randomUUID();

let app: TestApp;
let caseId: string;
let sender: string;
/** Attempts of the alerts, the latest last. */
const triggers: string[] = [];

beforeAll(async () => {
  app = await openCompliance();
  await register(app, { uid: robin, firstName: 'Robin', lastName: 'Staff', roles: ['analyst'] });
  await register(app, { uid: irene, firstName: 'Irene', lastName: 'Lead', roles: ['lead'] });
});
beforeEach(async () => {
  [caseId, sender] = [randomUUID(), randomUUID()];
  app.clock.nowMs = Date.parse(START);
  await detect();
});
afterAll(() => app.close());

/** An alert about an accepted transfer of this amount. */
async function detect(amountCents = 2_000, type: AlertEvent['type'] = 'SuspiciousTransactionRaised') {
  const transferId = randomUUID();
  triggers.push(transferId);
  const data = {
    ...alert,
    uid: sender,
    transactionId: transferId,
    ...(type === 'SuspiciousTransactionRaised' && { mode: 'live' }),
    alert: { reason: 'velocity', txs: [transferId] },
    transactions: [sampleAttempt({ transferId, amountCents, at: START })],
  };
  await app.record(caseStream(caseId), [{ type, data }]);
}

/** An accepted attempt of the sender. */
const attempt = (amountCents: number, requestedAt: string) =>
  accept(app, sender, { amountCents, requestedAt });

const act = (uid: string, does: string, body: object, id = caseId) =>
  app.person(uid).request('POST', `/compliance/cases/${id}/${does}`, { body });
async function read(uid: string, at = ''): Promise<CaseDetail> {
  const query = at && `?at=${at}`;
  const { body, status } = await app
    .person(uid)
    .request<CaseDetail>('GET', `/compliance/cases/${caseId}${query}`);
  expect(status).toBe(200);
  return body;
}
async function decide(uid: string, does: 'propose' | 'approve', body: object = {}) {
  const { position: seen } = await read(uid);
  return act(uid, does, { ...body, seen });
}
const suspicious = { outcome: 'suspicious', reason: 'Split amounts.', pause: true };

/** The cases of these senders in one list. */
async function listed(uid: string, list: CaseList, more = ''): Promise<readonly string[]> {
  await app.caughtUp();
  const path = `/compliance/cases?limit=200&status=${list}${more}`;
  const { body, status } = await app.person(uid).request<CasePage>('GET', path);
  expect(status).toBe(200);
  return body.items.map(({ id }) => id);
}

describe('a case', () => {
  it('goes from the first note over a returned proposal to an approved outcome, and is reported', async () => {
    expect((await act(robin, 'notes', { text: 'Compared with the earlier one.' })).status).toBe(204);
    expect(await read(irene)).toMatchObject({ assignee: robin, assigneeName: 'Robin Staff' });
    expect((await decide(robin, 'propose', suspicious)).status).toBe(204);
    expect(await read(irene)).toMatchObject({
      status: 'proposed',
      proposal: { outcome: 'suspicious', reason: 'Split amounts.', pause: true, name: 'Robin Staff' },
    });
    expect((await act(irene, 'return', { reason: 'How far apart?' })).status).toBe(204);
    expect(await read(robin)).toMatchObject({ status: 'open', proposal: null });
    expect((await decide(robin, 'propose', suspicious)).status).toBe(204);
    expect((await decide(irene, 'approve')).status).toBe(204);
    const closed = await read(robin);
    expect(closed).toMatchObject({
      status: 'closed',
      outcome: 'suspicious',
      pause: true,
      note: 'Split amounts.',
      reviewerName: 'Irene Lead',
      proposerName: 'Robin Staff',
      reportDueAt: '2026-12-20T12:00:00.000Z',
    });
    expect(closed.steps.map(({ type, name, text }) => [type, name, text])).toEqual([
      ['CaseReviewed', 'Irene Lead', 'Split amounts.'],
      ['OutcomeProposed', 'Robin Staff', 'Split amounts.'],
      ['ProposalReturned', 'Irene Lead', 'How far apart?'],
      ['OutcomeProposed', 'Robin Staff', 'Split amounts.'],
      ['NoteAdded', 'Robin Staff', 'Compared with the earlier one.'],
      ['CaseAssigned', 'Robin Staff', ''],
      ['SuspiciousTransactionRaised', null, ''],
    ]);
    expect(await listed(robin, 'reports')).toContain(caseId);
    expect((await act(robin, 'report', { reference: 'BSA-1', filedAt: START })).status).toBe(204);
    expect(await read(robin)).toMatchObject({ reportDueAt: null, reportFiledAt: START });
    expect(await listed(robin, 'reports')).not.toContain(caseId);
  });

  it('that is suspicious again after its report has another one due, which continues the first', async () => {
    const report = (kind: string, reference: string) =>
      act(robin, 'report', { kind, reference, filedAt: new Date(app.clock.nowMs).toISOString() });
    const closeAsSuspicious = async () => {
      expect((await decide(robin, 'propose', suspicious)).status).toBe(204);
      expect((await decide(irene, 'approve')).status).toBe(204);
    };
    await closeAsSuspicious();
    expect((await report('initial', 'BSA-1')).status).toBe(204);
    app.clock.nowMs += 24 * HOUR;
    expect((await act(irene, 'reopen', { reason: 'More attempts.' })).status).toBe(204);
    await closeAsSuspicious();
    const due = { reportDueAt: '2026-12-21T12:00:00.000Z' };
    expect(await read(robin)).toMatchObject(due);
    expect((await report('amended', 'BSA-2')).status).toBe(204);
    expect(await read(robin)).toMatchObject(due);
    expect((await report('continuing', 'BSA-3')).status).toBe(204);
    const { steps, ...reported } = await read(robin);
    expect(reported).toMatchObject({ reportDueAt: null, reportFiledAt: '2026-11-21T12:00:00.000Z' });
    expect(steps.flatMap(({ report: kind, text }) => (kind ? [[kind, text]] : []))).toEqual([
      ['continuing', 'BSA-3'],
      ['amended', 'BSA-2'],
      ['initial', 'BSA-1'],
    ]);
  });

  it('is nobody’s once the person who worked on it has left', async () => {
    const lea = await register(app, { firstName: 'Lea', lastName: 'Left', roles: ['analyst'] });
    expect((await act(irene, 'assign', { assignee: lea })).status).toBe(204);
    const { position } = await read(irene);
    await app.record(`account-${lea}`, [{ type: 'RoleRevoked', data: { role: 'analyst' } }]);
    await app.caughtUp();
    const nobodys = { assignee: null, assigneeName: null, leftBy: 'Lea Left' };
    expect(await read(irene)).toMatchObject(nobodys);
    const { body } = await app.person(irene).request<CasePage>('GET', '/compliance/cases?limit=100');
    expect(body.items.find(({ id }) => id === caseId)).toMatchObject(nobodys);
    expect(await read(irene, position)).toMatchObject({ assigneeName: 'Lea Left', leftBy: null });
    expect((await act(robin, 'notes', { text: 'Seen.' })).status).toBe(204);
    expect(await read(irene)).toMatchObject({ assignee: robin, leftBy: null });
  });

  it('is not closed after a change since it was read, and names the change', async () => {
    const { position: seen } = await read(robin);
    await detect(3_000, 'AlertTransactionsAdded');
    expect((await act(irene, 'notes', { text: 'Seen.' })).status).toBe(204);
    const { status, body } = await act(robin, 'propose', { ...suspicious, seen });
    expect([status, body.code, body.changes]).toEqual([
      409,
      'case_changed',
      [
        { type: 'AlertTransactionsAdded', by: null, at: START },
        { type: 'CaseAssigned', by: irene, at: START },
      ],
    ]);
    expect((await decide(robin, 'propose', suspicious)).status).toBe(204);
  });

  it('refuses a page that nobody can have read', async () => {
    await detect(3_000, 'AlertTransactionsAdded');
    expect((await act(robin, 'propose', { ...suspicious, seen: '0' })).status).toBe(409);
    for (const [seen, code] of [
      ['zzz', 'validation_failed'],
      ['9'.repeat(64), 'validation_failed'],
      ['9'.repeat(20), 'position_ahead'],
    ])
      expect((await act(robin, 'propose', { ...suspicious, seen })).body).toMatchObject({
        status: 400,
        code,
      });
    const { position: head } = await read(robin);
    expect((await act(robin, 'propose', { ...suspicious, seen: head })).status).toBe(204);
    expect((await read(irene)).proposal?.seen).toBe(head);
    expect((await read(irene, '9'.repeat(64))).position).toBe((await read(irene)).position);
  });

  it('needs a second person for a suspicious one, and for a lot at risk, who is not the same one', async () => {
    const review = (outcome: string) => act(robin, 'review', { outcome, note: 'Gifts.' });
    const refused = await review('suspicious');
    expect([refused.status, refused.body.code]).toEqual([403, 'needs_second_person']);
    await detect(48_000, 'AlertTransactionsAdded');
    expect(await read(robin)).toMatchObject({ atRisk: '500.00', needsSecondPerson: true });
    expect((await review('cleared')).body.code).toBe('needs_second_person');
    expect((await decide(irene, 'propose', { outcome: 'cleared', reason: 'Gifts.' })).status).toBe(204);
    expect((await decide(irene, 'approve')).body.code).toBe('needs_second_person');
    expect((await act(irene, 'return', { reason: 'No.' })).body.code).toBe('needs_second_person');
  });

  it('is closed by one person as a false match below that, and opened again', async () => {
    expect((await act(robin, 'review', { outcome: 'false_match', note: 'Wrong data.' })).status).toBe(204);
    expect(await read(robin)).toMatchObject({ outcome: 'false_match', reportDueAt: null, reviewed: true });
    expect((await act(irene, 'reopen', { reason: 'News.' })).status).toBe(204);
    expect(await read(robin)).toMatchObject({ outcome: null, status: 'open', reviewed: false });
  });

  it('is shown as it was known then', async () => {
    const { position } = await read(robin);
    await detect(3_000, 'AlertTransactionsAdded');
    await decide(robin, 'propose', suspicious);
    expect(await read(irene, position)).toMatchObject({
      position,
      txCount: 1,
      atRisk: '20.00',
      status: 'open',
      proposal: null,
      steps: [{ type: 'SuspiciousTransactionRaised' }],
    });
    expect(await read(irene)).toMatchObject({ txCount: 2, status: 'proposed' });
  });

  it('shows its sender as of then, too: attempts of the last thirty days, checks and other cases', async () => {
    const first = caseId;
    await attempt(2_000, START);
    await app.record(senderStream(sender), [submitted]);
    const { position } = await read(robin);
    app.clock.nowMs += HOUR;
    await attempt(3_000, '2026-11-20T13:00:00.000Z');
    await app.record(senderStream(sender), [verified]);
    caseId = randomUUID();
    await detect();
    await act(robin, 'review', { outcome: 'cleared', note: 'Fine.' });
    expect(await listed(robin, 'closed')).toContain(caseId);
    const other = caseId;
    caseId = first;
    expect((await read(robin)).sender).toMatchObject({
      requested30Days: '50.00',
      verification: 'verified',
      otherCases: [{ id: other, reviewed: true, outcome: 'cleared', atRisk: '20.00' }],
    });
    expect((await read(robin, position)).sender).toMatchObject({
      requested30Days: '20.00',
      verification: 'pending',
      otherCases: [],
    });
    app.clock.nowMs += 30 * 24 * HOUR - HOUR;
    expect((await read(robin)).sender.requested30Days).toBe('30.00');
    expect((await read(robin, position)).sender.requested30Days).toBe('20.00');
  });

  it('is given to analysts and leads only', async () => {
    const assign = (assignee: string | null) => act(irene, 'assign', { assignee });
    expect((await assign(robin)).status).toBe(204);
    expect((await assign(null)).status).toBe(204);
    for (const nobody of [randomUUID(), sender])
      expect((await assign(nobody)).body.code).toBe('not_assignable');
    expect((await act(irene, 'assign', {})).status).toBe(400);
    const { body } = await app.person(robin).request<CaseAssignees>('GET', '/compliance/case-assignees');
    expect(body.items).toEqual([
      { uid: irene, name: 'Irene Lead' },
      { uid: robin, name: 'Robin Staff' },
    ]);
  });

  it('about a member of staff is not given to them', async () => {
    sender = irene;
    await detect();
    expect((await act(robin, 'assign', { assignee: irene })).body.code).toBe('not_assignable');
  });
});

describe('senders to the same handle', () => {
  const index = (digit: string) => digit.repeat(64);
  /** Attempts that count as the sender's with this uid. */
  async function attempts(uid: string, ...all: readonly Parameters<typeof accept>[2][]) {
    for (const one of all) await accept(app, uid, { requestedAt: START, ...one });
  }
  async function same(uid: string, at = ''): Promise<SameHandle> {
    const path = `/compliance/cases/${caseId}/same-handle${at && `?at=${at}`}`;
    const { body, status } = await app.person(uid).request<SameHandle>('GET', path);
    expect(status).toBe(200);
    return body;
  }
  it('are listed with what they attempted in thirty days and their cases, masked, the latest first', async () => {
    const [transferId, other, earlier] = [triggers.at(-1) ?? '', randomUUID(), randomUUID()];
    await register(app, { uid: other, firstName: 'Ivy', lastName: 'Okafor' });
    await attempts(sender, { transferId, handleIndex: index('a') });
    await attempts(other, {
      handleIndex: index('a'),
      amountCents: 5_000,
      requestedAt: '2026-11-01T12:00:00.000Z',
    });
    await attempts(other, {
      handleIndex: index('a'),
      amountCents: 9_000,
      requestedAt: '2026-11-19T12:00:00.000Z',
    });
    await attempts(other, { handleIndex: index('b') });
    await attempts(earlier, { handleIndex: index('a'), requestedAt: '2026-11-02T12:00:00.000Z' });
    await attempts(randomUUID(), { handleIndex: index('a'), requestedAt: '2026-10-21T11:00:00.000Z' });
    await attempts(randomUUID(), { handleIndex: null });
    const refusal = refusedTransfer(Date.parse(START), { handleIndex: index('a') });
    await app.record(senderStream(earlier), [refusal]);
    const listedSenders = await same(robin);
    expect(listedSenders.cut).toBe(false);
    expect(listedSenders.items.map(({ uid }) => uid)).toEqual([earlier, other]);
    expect(listedSenders.items[1]).toEqual({
      uid: other,
      senderName: 'I•••• O••••',
      attempts: 2,
      sent: '140.00',
      cases: [],
      firstAt: '2026-11-01T12:00:00.000Z',
      lastAt: '2026-11-19T12:00:00.000Z',
    });
    expect(listedSenders.items[0]).toMatchObject({ attempts: 2, sent: '20.00' });
    expect(JSON.stringify(listedSenders)).not.toContain('Okafor');
  });

  it('do not include the reader, nor what came later than the position', async () => {
    const transferId = triggers.at(-1) ?? '';
    await attempts(sender, { transferId, handleIndex: index('c') });
    const { position } = await read(robin);
    app.clock.nowMs += HOUR;
    const later = randomUUID();
    await attempts(later, { handleIndex: index('c'), requestedAt: '2026-11-20T12:30:00.000Z' });
    await attempts(irene, { handleIndex: index('c') });
    expect((await same(irene)).items.map(({ uid }) => uid)).toEqual([later]);
    expect((await same(robin)).items.map(({ uid }) => uid)).toEqual([later, irene]);
    expect((await same(robin, position)).items.map(({ uid }) => uid)).toEqual([irene]);
  });
});

describe('the lists of cases', () => {
  it('have a case where its state belongs', async () => {
    const where = async () => {
      const lists = ['open', 'mine', 'proposed', 'snoozed', 'reports', 'closed'] as const;
      const found: string[] = [];
      for (const list of lists) if ((await listed(robin, list)).includes(caseId)) found.push(list);
      return found;
    };
    expect(await where()).toEqual(['open']);
    await act(robin, 'assign', { assignee: robin });
    expect(await where()).toEqual(['open', 'mine']);
    await act(robin, 'snooze', { until: '2026-11-21T12:00:00.000Z', reason: 'Bank.' });
    expect(await where()).toEqual(['mine', 'snoozed']);
    app.clock.nowMs += 24 * HOUR;
    expect(await where()).toEqual(['open', 'mine']);
    app.clock.nowMs -= 24 * HOUR;
    await detect(2_000, 'AlertTransactionsAdded');
    expect(await where()).toEqual(['open', 'mine']);
    await decide(robin, 'propose', suspicious);
    expect(await where()).toEqual(['mine', 'proposed']);
    await decide(irene, 'approve');
    expect(await where()).toEqual(['reports', 'closed']);
  });

  it('have a snoozed case again when its time has come, also as somebody saw it who decided then', async () => {
    const path = `/compliance/cases/${caseId}`;
    const read = async (at = '') => {
      const query = at === '' ? '' : `?at=${at}`;
      return (await app.person(irene).request<CaseDetail>('GET', `${path}${query}`)).body;
    };
    const until = '2026-11-21T12:00:00.000Z';
    await act(robin, 'snooze', { until, reason: 'Bank.' });
    const { position: resting } = await read();
    app.clock.nowMs += 24 * HOUR;
    // The head of the log when the proposal was made: nothing of the case.
    await attempt(2_000, START);
    const { position: seen } = await read();
    expect(await read(seen)).toMatchObject({ status: 'open', snoozedUntil: null });
    await act(robin, 'propose', { ...suspicious, seen });
    expect(await read(seen)).toMatchObject({ status: 'open', snoozedUntil: null, proposal: null });
    expect(await read(resting)).toMatchObject({ status: 'snoozed', snoozedUntil: until });
    app.clock.nowMs -= 24 * HOUR;
  });

  it('are narrowed, sorted by what is at risk, and counted', async () => {
    const small = caseId;
    [caseId, sender] = [randomUUID(), randomUUID()];
    await detect(90_000);
    const order = await listed(robin, 'open', '&sort=atRisk');
    expect(order[0]).toBe(caseId);
    expect(order.indexOf(small)).toBeGreaterThan(0);
    expect(await listed(robin, 'open', '&minAtRisk=899.99')).toEqual([caseId]);
    expect(await listed(robin, 'open', '&rule=structuring')).toEqual([]);
    expect(await listed(robin, 'open', `&from=2026-11-20T12:00:00.001Z`)).toEqual([]);
    expect(await listed(sender, 'open', '&minAtRisk=899.99')).toEqual([]);
    const number = caseId.slice(0, 8);
    // Numbers had six digits once.
    for (const typed of [`C-${number}`, number.toUpperCase(), `C-${number.slice(0, 6)}`])
      expect(await listed(robin, 'closed', `&number=${typed}`)).toEqual([caseId]);
    expect(await listed(sender, 'open', `&number=${number}`)).toEqual([]);
    await act(robin, 'assign', { assignee: irene });
    expect(await listed(robin, 'open', `&assignee=${irene}`)).toContain(caseId);
    const { body } = await app.person(irene).request<CaseCounts>('GET', '/compliance/case-counts');
    expect(body.mine).toBe((await listed(irene, 'mine')).length);
    expect(body.open).toBe((await listed(irene, 'open')).length);
  });
});

describe('a pause of a sender', () => {
  it('ends when each of its causes has', async () => {
    const because = { reason: 'Split amounts.', by: irene, uid: sender };
    const cause = (causeId: string, of: 'case' | 'lead') => ({ causeId, cause: of, ...because });
    const run = (pause: Pause) =>
      app.commands.execute(new PauseSending(pause, newCommandContext({ kind: 'system', id: 'saga' })));
    await run({ type: 'PauseSending', ...cause('one', 'case') });
    await run({ type: 'PauseSending', ...cause('one', 'case') });
    await run({ type: 'PauseSending', ...cause('two', 'lead') });
    await run({ type: 'ResumeSending', ...cause('one', 'case') });
    await run({ type: 'ResumeSending', ...cause('one', 'case') });
    const events = await app.events(senderStream(sender));
    expect(events.map(({ type, data }) => [type, data])).toEqual([
      ['SendingPaused', cause('one', 'case')],
      ['SendingPaused', cause('two', 'lead')],
      ['SendingResumed', cause('one', 'case')],
    ]);
  });
});
