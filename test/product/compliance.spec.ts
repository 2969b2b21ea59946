import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { SqliteDatabase } from '../../api/src/engine/storage/sqlite.js';
import type { StaffRole } from '../../api/src/kernel/people/accounts.js';
import type { Browser } from '../support/browser.js';
import { newStaff } from '../support/staff.js';
import { ops, opsInServer } from '../support/ops.js';
import { sharedServer, type SharedServer } from '../support/shared-servers.js';
import { waitFor } from '../support/wait-for.js';

interface Case {
  readonly id: string;
  readonly uid: string;
  readonly ruleId: string;
  readonly alert: { readonly reason: string; readonly txs: readonly string[] };
  readonly reviewed: boolean;
}

interface Step {
  readonly event: { readonly type: string; readonly stream: string };
  readonly state: Readonly<Record<string, string | null>>;
}

let server: SharedServer;
beforeAll(async () => {
  server = await sharedServer('plain');
});

describe('three quick sends by one unverified sender', () => {
  let sender: Browser;
  let analyst: Browser;

  beforeAll(async () => {
    sender = server.browser();
    await sender.signUp();
    const robin = { firstName: 'Robin', lastName: 'Lindqvist' };
    ({ browser: analyst } = await newStaff(server, 'analyst', robin));
  });

  const cases = (query = 'reviewed=false') => casesOf(sender, analyst, query);
  const oneCase = () => waitFor('the case', async () => (await cases())[0]);

  it('open one case that names them, accepted or refused', async () => {
    const [first, second] = [await sender.send<{ id: string }>(), await sender.send<{ id: string }>()];
    await sender.send({ amount: '249.00' });
    const opened = await oneCase();
    expect(opened).toMatchObject({ ruleId: 'velocity', reviewed: false });
    expect(opened.alert.txs).toEqual(expect.arrayContaining([first.body.id, second.body.id]));
    expect(opened.alert.txs).toHaveLength(3);
  });

  it('stay one case when a fourth joins them', async () => {
    await sender.send();
    await waitFor('the fourth', async () => ((await oneCase()).alert.txs.length === 4 ? true : null));
    expect(await cases('')).toHaveLength(1);
  });

  it('reveal nothing to the sender', async () => {
    for (const path of [
      'cases',
      'payouts',
      `cases/${randomUUID()}`,
      `senders/${randomUUID()}/replay`,
      `transfers/${randomUUID()}/replay`,
    ]) {
      const response = await sender.get(`/api/compliance/${path}`);
      expect([response.status, response.body.code]).toEqual([403, 'forbidden']);
    }
    const search = await sender.post('/api/compliance/find', { by: 'uid', value: 'x', reason: 'audit:1' });
    expect([search.status, search.body.code]).toEqual([403, 'forbidden']);
    // All staff can read the desk; only operators can act on it.
    expect((await analyst.get('/api/compliance/payouts')).status).toBe(200);
    const claim = await analyst.post(`/api/compliance/payouts/${randomUUID()}/claim`);
    expect([claim.status, claim.body]).toMatchObject([403, { code: 'forbidden' }]);
    // Only a lead holds payments.
    const hold = await analyst.post(`/api/compliance/cases/${randomUUID()}/hold`);
    expect([hold.status, hold.body]).toMatchObject([403, { code: 'forbidden' }]);
    const { text } = await sender.get('/api/transfers');
    expect(text).not.toMatch(/suspicious|velocity|case/i);
  });

  it('are shown to the analyst with their attempts and masked names (ASVS 8.2.3)', async () => {
    const { id } = await oneCase();
    const { body, text } = await analyst.get<{ attempts: readonly { refused: string | null }[] }>(
      `/api/compliance/cases/${id}`,
    );
    expect(body.attempts.map((attempt) => attempt.refused)).toEqual([
      null,
      null,
      'weekly_limit_exceeded',
      null,
    ]);
    expect(text).not.toContain('Okafor');
  });

  it('can be replayed up to any event, which records one access event and nothing else', async () => {
    const { id, uid } = await oneCase();
    const replay = `/api/compliance/senders/${uid}/replay`;
    // A person's history is not read without a reason.
    expect((await analyst.get(`${replay}?caseId=${randomUUID()}`)).status).toBe(404);
    const withoutCase = server.browser();
    await withoutCase.signUp();
    const { body: nobody } = await withoutCase.get<{ uid: string }>('/api/me');
    const unasked = await analyst.get(`/api/compliance/senders/${nobody.uid}/replay`);
    expect([unasked.status, unasked.body.code]).toEqual([400, 'reason_required']);
    const { body: me } = await analyst.get<{ uid: string }>('/api/me');
    const recorded = () => eventCount([uid, me.uid, id]);
    const before = recorded();
    const { body } = await analyst.get<{ steps: readonly Step[] }>(`${replay}?caseId=${id}`);
    expect(recorded()).toBe(before + 1);
    const sameCase = await analyst.get<{ steps: readonly Step[] }>(`${replay}?reason=case:${id}`);
    expect(sameCase.body.steps).toEqual(body.steps);
    expect(recorded()).toBe(before + 2);
    const month = new Date().toISOString().slice(0, 7).replace('-', '');
    expect((await ops(server.dataDir, 'stream', `access-${me.uid}_${month}`)).output).toContain(id);
    expect(body.steps[0]).toMatchObject({
      event: { type: 'AccountRegistered' },
      state: { locale: 'en', verification: 'unverified', emailOptIn: 'no', sending: 'active' },
    });
    const money = body.steps.filter((step) => step.event.stream === `sender-${uid}`);
    expect(money.map((step) => [step.event.type, step.state.remaining])).toEqual([
      ['TransferRequested', '230.00'],
      ['TransferRequested', '210.00'],
      ['TransferRefused', '210.00'],
      ['TransferRequested', '190.00'],
    ]);
  });

  it('lead from the address of their sender to their replays, each search recorded', async () => {
    const { uid, alert } = await oneCase();
    const { body: profile } = await sender.get<{ email: string }>('/api/me');
    const search = { by: 'email', value: profile.email.toUpperCase(), reason: 'support:S-1182' };
    const { body, text } = await analyst.post<{ transfers: readonly { id: string }[] }>(
      '/api/compliance/find',
      search,
    );
    expect(text).not.toContain(profile.email);
    expect(body).toMatchObject({ by: 'email', senders: [{ uid }] });
    expect(alert.txs).toEqual(expect.arrayContaining(body.transfers.map((transfer) => transfer.id)));
    const [{ id: transferId } = { id: '' }] = body.transfers;
    const replay = await analyst.get<{ steps: readonly Step[] }>(
      `/api/compliance/transfers/${transferId}/replay?reason=support:S-1182`,
    );
    expect(replay.body).toMatchObject({ uid, transfer: { id: transferId } });
  });

  it('can be read and replayed by auditors, but not by operators, who see only what they pay out', async () => {
    const { id, uid } = await oneCase();
    const readAs = async (role: StaffRole) => {
      const { browser: staff } = await newStaff(server, role);
      const { body: me } = await staff.get<{ uid: string }>('/api/me');
      const paths = ['cases', `cases/${id}`, `senders/${uid}/replay?caseId=${id}`];
      const answers = await Promise.all(paths.map((path) => staff.get(`/api/compliance/${path}`)));
      const search = { by: 'uid', value: uid, reason: `case:${id}` };
      answers.push(await staff.post('/api/compliance/find', search));
      const isRecorded = eventCount([`access-${me.uid}`]) > 0;
      return [...answers.map((answer) => answer.body.code ?? answer.status), isRecorded];
    };
    expect(await readAs('auditor')).toEqual([200, 200, 200, 200, true]);
    const refused = Array<string>(4).fill('forbidden');
    expect(await readAs('operator')).toEqual([...refused, false]);
  });

  it('are reviewed once, with outcome and note', async () => {
    const { id } = await oneCase();
    const review = { outcome: 'cleared', note: 'Rent split among roommates.' };
    expect((await analyst.post(`/api/compliance/cases/${id}/review`, { ...review, note: '' })).status).toBe(
      400,
    );
    expect((await analyst.post(`/api/compliance/cases/${id}/review`, review)).status).toBe(204);
    const again = await analyst.post(`/api/compliance/cases/${id}/review`, review);
    expect([again.status, again.body.code]).toEqual([409, 'case_already_reviewed']);
    expect(await cases()).toEqual([]);
    expect(await cases('reviewed=true')).toEqual([expect.objectContaining({ id, reviewed: true })]);
    const closed = await analyst.get(`/api/compliance/cases/${id}`);
    expect(closed.body).toMatchObject({ outcome: 'cleared', reviewerName: 'Robin Lindqvist' });
  });

  it('open a new case after the review, and a rebuild raises nothing again', async () => {
    await sender.send();
    const fresh = await oneCase();
    expect((await opsInServer(server.dataDir, 'rebuild', 'suspicious_transactions')).code).toBe(0);
    expect((await cases()).map((item) => item.id)).toEqual([fresh.id]);
    expect(await cases('reviewed=true')).toHaveLength(1);
  });
});

describe('a case that is found suspicious', () => {
  it('needs an analyst and a lead, pauses the sender without a word why, and waits for its report', async () => {
    const sender = server.browser();
    await sender.signUp();
    const { browser: analyst } = await newStaff(server, 'analyst');
    const { browser: lead } = await newStaff(server, 'lead');
    const { browser: auditor } = await newStaff(server, 'auditor');
    for (let count = 0; count < 3; count += 1) await sender.send();
    const { id } = await waitFor('the case', async () => (await casesOf(sender, analyst, 'status=open'))[0]);
    const path = (does = '') => `/api/compliance/cases/${id}${does}`;
    const seen = async () => (await lead.get<{ position: string }>(path())).body.position;
    const suspicious = { outcome: 'suspicious', reason: 'Three in a row.', pause: true };
    const proposal = { ...suspicious, seen: await seen() };
    for (const nobody of [auditor, sender])
      expect((await nobody.post(path('/propose'), proposal)).body.code).toBe('forbidden');
    expect((await analyst.post(path('/propose'), proposal)).status).toBe(204);
    for (const [does, body] of [
      ['approve', { seen: await seen() }],
      ['return', { reason: 'No.' }],
      ['reopen', { reason: 'No.' }],
    ] as const)
      expect((await analyst.post(path(`/${does}`), body)).body.code).toBe('forbidden');
    expect((await lead.post(path('/approve'), { seen: await seen() })).status).toBe(204);
    await waitFor('the pause', async () => {
      const { status, body, text } = await sender.send();
      if (status < 400) return null;
      expect(body.code).toBe('sending_paused');
      expect(text).not.toMatch(/suspicious|case|review|Three in a row/i);
      return body;
    });
    expect(await casesOf(sender, auditor, 'status=reports')).toMatchObject([
      { id, outcome: 'suspicious', pause: true },
    ]);
  });
});

/** The cases of one sender in a queue of staff. */
async function casesOf(sender: Browser, staff: Browser, query: string): Promise<readonly Case[]> {
  const { body: me } = await sender.get<{ uid: string }>('/api/me');
  const path = `/api/compliance/cases?limit=100&${query}`;
  const { body } = await staff.get<{ items: readonly Case[] }>(path);
  return body.items.filter(({ uid }) => uid === me.uid);
}

/** Number of events in the streams that one of these ids names. */
function eventCount(ids: readonly string[]): number {
  const log = new SqliteDatabase(join(server.dataDir, 'events.db'), [], true);
  const countOf = (id: string) =>
    Number(log.first('SELECT count(*) FROM events WHERE stream LIKE ?', [`%${id}%`])?.[0]);
  try {
    return ids.reduce((sum, id) => sum + countOf(id), 0);
  } finally {
    log.close();
  }
}
