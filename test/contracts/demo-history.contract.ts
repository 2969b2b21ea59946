import { DEMO_USERS } from '../../api/src/demo/demo-users.js';
import type { CaseDetail, SuspiciousTransaction } from '../../api/src/kernel/staff/compliance.js';
import { DESK_TASK_KINDS, type DeskTasks } from '../../api/src/kernel/money/payouts.js';
import { TRANSFER_STATUSES, type Transaction } from '../../api/src/kernel/money/transfers.js';
import type { CheckPage } from '../../api/src/kernel/staff/identity-checks.js';
import type { FindResult } from '../../api/src/kernel/staff/find.js';
import type { SenderStanding } from '../../api/src/kernel/staff/standing.js';
import type { SenderAt } from '../../api/src/kernel/staff/sender-at.js';
import type { Browser } from '../support/browser.js';
import type { FlipServer } from '../support/flip-server.js';
import { ops } from '../support/ops.js';
import { waitFor } from '../support/wait-for.js';

const DAY_MS = 24 * 60 * 60 * 1_000;

type DemoServer = Pick<FlipServer, 'dataDir' | 'browser'>;

/** A new session of the demo user with this role. */
export async function signedInAs(
  server: DemoServer,
  role: (typeof DEMO_USERS)[number]['role'],
): Promise<Browser> {
  const user = DEMO_USERS.find((one) => one.role === role);
  if (!user) throw new Error(`no demo user is a ${role}`);
  const browser = server.browser();
  await browser.signIn({ email: user.email, password: user.password });
  return browser;
}

/** What a server shows that has recorded the demo history; some of it changes the demo. */
export function demoHistoryContract(serverOf: () => DemoServer): void {
  it('shows a sender with four months of transfers, each once, and a week nearly used up', async () => {
    const maya = await signedInAs(serverOf(), 'sender');
    const { body } = await maya.get<{ items: readonly Transaction[] }>('/api/transfers?limit=200');
    expect(body.items).toHaveLength(37);
    expect(new Set(body.items.map(({ createdAt }) => createdAt.slice(0, 7))).size).toBeGreaterThanOrEqual(4);
    expect((await maya.get('/api/allowance')).body).toMatchObject({ remaining: '20.00', tier: 'unverified' });
    expect((await maya.get('/api/preferences')).body).toMatchObject({ displayName: 'Maya O.' });
  });

  it('shows transfers in every state, and cards that are valid, expiring and expired', async () => {
    const states = new Map<string, number>();
    for (const role of ['sender', 'verified sender'] as const) {
      const { body } = await (
        await signedInAs(serverOf(), role)
      ).get<{ items: readonly Transaction[] }>('/api/transfers?limit=200');
      for (const { status } of body.items) states.set(status, (states.get(status) ?? 0) + 1);
    }
    expect(Object.fromEntries(states)).toEqual({
      delivered: 34,
      processing: 6,
      sent: 1,
      refunding: 1,
      refunded: 6,
      cancelled: 2,
      declined: 1,
    });
    expect([...states.keys()].sort()).toEqual([...TRANSFER_STATUSES].sort());
    const { body } = await (
      await signedInAs(serverOf(), 'sender')
    ).get<{ items: readonly { state: string }[] }>('/api/cards');
    expect(body.items.map(({ state }) => state)).toEqual(['active', 'expiring', 'expired']);
  });

  it('shows a sender every way in which a transfer can end, each with its reason', async () => {
    const maya = await signedInAs(serverOf(), 'sender');
    const { body } = await maya.get<{ items: readonly Transaction[] }>('/api/transfers?limit=200');
    const reasonOf = ({ steps }: Transaction) => steps.findLast(({ reason }) => reason !== undefined)?.reason;
    const ended = body.items.filter(({ status }) => status !== 'delivered' && status !== 'sent');
    expect(ended.map((one) => `${one.status}: ${reasonOf(one) ?? ''}`).sort()).toEqual([
      'cancelled: not_paid',
      'cancelled: sender',
      'declined: not_paid',
      'refunded: not_completed',
      'refunded: payout_failed',
      'refunded: payout_returned',
      'refunded: payout_returned',
      'refunded: sender',
      'refunding: payout_failed',
    ]);
  });

  it('shows an auditor an identity check on every list of the verification board', async () => {
    const auditor = await signedInAs(serverOf(), 'auditor');
    const { body } = await auditor.get<CheckPage>('/api/compliance/verifications?limit=50');
    expect(body.items.map(({ list, status }) => `${list}: ${status}`).sort()).toEqual([
      'declined: declined',
      'expired: expired',
      'in_progress: pending',
      'stuck: needs_review',
      'verified: verified',
    ]);
  });

  it('shows an auditor a sender on legal hold, with the reason', async () => {
    const auditor = await signedInAs(serverOf(), 'auditor');
    const { body } = await auditor.post<FindResult>('/api/compliance/find', {
      by: 'email',
      value: 'owen@demo.example',
      reason: 'audit:tour',
    });
    expect(body.senders).toMatchObject([{ states: ['legal_hold'] }]);
    const path = `/api/compliance/senders/${body.senders[0]?.uid ?? ''}`;
    const { legalHold } = (await auditor.get<SenderStanding>(path)).body;
    expect(legalHold).toMatchObject({
      byName: 'Irene Vasquez',
      reason: expect.stringContaining('court') as string,
    });
  });

  it('shows an auditor a sender who has closed their account, and until when the data is kept', async () => {
    const auditor = await signedInAs(serverOf(), 'auditor');
    const find = async (by: string, value: string) =>
      (await auditor.post<FindResult>('/api/compliance/find', { by, value, reason: 'audit:tour' })).body;
    const { senders } = await find('email', 'ruth@demo.example');
    expect(senders).toMatchObject([{ states: ['closed'] }]);
    const path = `/api/compliance/senders/${senders[0]?.uid ?? ''}`;
    const { closedAt, erasure } = (await auditor.get<SenderStanding>(path)).body;
    const year = new Date(closedAt ?? '').getUTCFullYear();
    expect(erasure).toMatchObject({
      dueAt: expect.stringContaining(String(year + 7)) as string,
      keptBy: [],
    });
  });

  it('has a delivery that was reported hours late: at the steps in between it had happened, but was not recorded', async () => {
    const maya = await signedInAs(serverOf(), 'sender');
    const { body } = await maya.get<{ items: readonly Transaction[] }>('/api/transfers?limit=200');
    const late = body.items.find(({ note }) => note === 'Brunch');
    const next = body.items.findLast(({ createdAt }) => createdAt > (late?.createdAt ?? ''));
    const auditor = await signedInAs(serverOf(), 'auditor');
    const query = `reason=audit:tour&basis=happened&instant=${next?.createdAt ?? ''}`;
    const path = `/api/compliance/senders/${late?.uid ?? ''}/at?${query}`;
    const { differences, moved } = (await auditor.get<SenderAt>(path)).body;
    const status = { transferId: late?.id, field: 'status', recorded: 'sent', happened: 'delivered' };
    expect(differences).toContainEqual(status);
    expect(moved.map(({ type }) => type)).toEqual(['PayoutConfirmed']);
  });

  it("has a link to a recipient's page that works for weeks to come", async () => {
    const maya = await signedInAs(serverOf(), 'sender');
    const { body } = await maya.get<{ items: readonly Transaction[] }>('/api/transfers?limit=200');
    const shared = body.items.find(({ note }) => note === 'Moving truck');
    const link = await maya.post<{ expiresAt: string }>(`/api/transfers/${shared?.id ?? ''}/share`);
    const days = (Date.parse(link.body.expiresAt) - Date.now()) / DAY_MS;
    // One that is made now works for 30 days.
    expect(days).toBeGreaterThan(20);
    expect(days).toBeLessThan(29);
  });

  it('charges a saved card of the history, and the amount is delivered', async () => {
    const luis = await signedInAs(serverOf(), 'verified sender');
    const cards = await luis.get<{ items: readonly { id: string }[] }>('/api/cards');
    const { status, body } = await luis.send<{ id: string }>({
      cardId: cards.body.items[0]?.id ?? '',
    });
    expect(status).toBe(201);
    await ends(luis, body.id, 'delivered');
  });

  it('leaves tasks of every kind at the payout desk, and can refund payments stored in the simulator', async () => {
    const operator = await signedInAs(serverOf(), 'operator');
    const open = async () =>
      (await operator.get<DeskTasks>('/api/compliance/payouts?state=open')).body.items.map(
        ({ kind, platform, recipient }) => ({ kind, platform, recipient }),
      );
    const tasks = await open();
    expect(tasks.map(({ kind }) => kind)).toEqual([
      // Late ones first.
      ...['second_person', 'unknown', 'claim', 'outcome', 'claim'],
      ...['dispute', 'lost', 'difference', 'refund', 'problem', 'dispute', 'contradiction', 'recall'],
    ]);
    // Whether a transfer is late depends on the hour of the first start.
    const kinds = (all: readonly string[]) => [...new Set(all)].filter((kind) => kind !== 'late').sort();
    expect(kinds(tasks.map(({ kind }) => kind))).toEqual(kinds(DESK_TASK_KINDS));
    const { body } = await operator.get<DeskTasks>('/api/compliance/payouts?state=refund');
    const { transferId } = body.items[0] ?? { transferId: '' };
    const path = `/api/compliance/payouts/${transferId}`;
    expect((await operator.post(`${path}/confirm`, { kind: 'refund' })).status).toBeLessThan(300);
    const maya = await signedInAs(serverOf(), 'sender');
    await ends(maya, transferId, 'refunded');
  });

  it('matches the records of the simulated providers, payment by payment and payout by payout, but for the one amount that differs', async () => {
    const { code, output } = await ops(serverOf().dataDir, 'reconcile');
    expect(output).toMatch(/ transfers compared, 1 differences/);
    expect(output).toContain('payout_amount: recorded 110.00, at the provider 109.75');
    expect(code).toBe(1);
  });

  it('shows a verified sender', async () => {
    const luis = await signedInAs(serverOf(), 'verified sender');
    expect((await luis.get('/api/allowance')).body).toMatchObject({ tier: 'verified' });
  });

  it('shows staff a case in every state, dated when it happened', async () => {
    const analyst = await signedInAs(serverOf(), 'analyst');
    const casesThat = async (reviewed: boolean) => {
      const path = `/api/compliance/cases?reviewed=${String(reviewed)}`;
      const { body } = await analyst.get<{ items: readonly SuspiciousTransaction[] }>(path);
      return body.items;
    };
    const cases = [...(await casesThat(false)), ...(await casesThat(true))].map(
      ({ ruleId, createdAt, assignee, ...found }) => ({
        ruleId,
        state: found.outcome ?? found.openedAgain ?? (assignee === null ? 'not started' : found.status),
        isReportDue: found.reportDueAt !== null && found.reviewed,
        daysAgo: Math.round((Date.now() - Date.parse(createdAt)) / DAY_MS),
      }),
    );
    expect(cases).toEqual([
      { ruleId: 'velocity', state: 'reopened', isReportDue: false, daysAgo: 64 },
      { ruleId: 'structuring', state: 'returned', isReportDue: false, daysAgo: 6 },
      { ruleId: 'velocity', state: 'snoozed', isReportDue: false, daysAgo: 4 },
      { ruleId: 'structuring', state: 'proposed', isReportDue: false, daysAgo: 2 },
      { ruleId: 'over-maximum', state: 'not started', isReportDue: false, daysAgo: 1 },
      { ruleId: 'velocity', state: 'open', isReportDue: false, daysAgo: 1 },
      { ruleId: 'over-maximum', state: 'false_match', isReportDue: false, daysAgo: 9 },
      { ruleId: 'structuring', state: 'suspicious', isReportDue: true, daysAgo: 12 },
      { ruleId: 'velocity', state: 'cleared', isReportDue: false, daysAgo: 20 },
      { ruleId: 'structuring', state: 'suspicious', isReportDue: false, daysAgo: 33 },
    ]);
  });

  it('shows a lead a payment held for an open case, which is charged once released', async () => {
    const lead = await signedInAs(serverOf(), 'lead');
    const { body } = await lead.get<{ items: readonly SuspiciousTransaction[] }>(
      '/api/compliance/cases?reviewed=false',
    );
    const velocity = body.items.findLast(({ ruleId }) => ruleId === 'velocity')?.id ?? '';
    const paymentOf = async (transferId?: string) => {
      const { attempts } = (await lead.get<CaseDetail>(`/api/compliance/cases/${velocity}`)).body;
      return attempts.find((one) => (transferId ? one.transferId === transferId : one.payment?.hold));
    };
    const { transferId = '', payment } = (await paymentOf()) ?? {};
    expect(payment).toMatchObject({ status: 'processing', hold: { by: 'lead', name: 'Irene Vasquez' } });
    const path = `/api/compliance/cases/${velocity}/release`;
    expect((await lead.post(path, { transferId, note: 'The sender confirmed it.' })).status).toBe(204);
    await waitFor('a released transfer that is delivered', async () => {
      const { payment: now } = (await paymentOf(transferId)) ?? {};
      return now?.status === 'delivered' ? now : null;
    });
  });
}

async function ends(browser: Browser, transferId: string, status: Transaction['status']): Promise<void> {
  await waitFor(`a transfer that is ${status}`, async () => {
    const { body } = await browser.get<Transaction>(`/api/transfers/${transferId}`);
    return body.status === status ? body : null;
  });
}
