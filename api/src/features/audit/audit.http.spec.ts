import { randomUUID } from 'node:crypto';
import { auditOf, openAudit, type AuditedCase } from '../../../../test/support/audit-app.js';
import type { TestApp } from '../../../../test/support/test-app.js';
import type { Problem } from '../../kernel/people/accounts.js';
import type { AuditCounts, AuditPage, AuditPeople } from '../../kernel/staff/audit.js';

let app: TestApp;
let robin: string;
let irene: string;
let carl: string;
let found: AuditedCase;

const audit = auditOf(() => app);

beforeAll(async () => {
  app = await openAudit();
  robin = await audit.person('Robin', 'Lindqvist', 'analyst');
  irene = await audit.person('Irene', 'Park', 'lead');
  carl = await audit.person('Carl', 'Beck');
  found = await audit.caseAbout(carl);
  await audit.acts(robin, `case-${found.id}`, {
    type: 'CaseAssigned',
    data: { uid: carl, assignee: robin, by: robin },
  });
  await audit.note(robin, found, 'Carl Beck wrote to maya@people.example.');
  const replay = { staffUid: irene, uid: carl, transferId: found.transferId, reason: `case:${found.id}` };
  await audit.acts(irene, `access-${irene}_202611`, {
    type: 'HistoryReplayed',
    data: { ...replay, replayedAt: '2026-11-20T12:10:00.000Z' },
  });
});
afterAll(() => app.close());

const read = (query = '', uid = irene, role: 'analyst' | 'lead' | 'operator' | 'auditor' = 'lead') =>
  audit.get<AuditPage & Problem>(`audit?${query}`, uid, role);
const actionsOf = async (...request: Parameters<typeof read>) =>
  (await read(...request)).body.items.map(({ action }) => action);
const counts = async (query = '', uid = irene, role: 'analyst' | 'lead' = 'lead') =>
  (await audit.get<AuditCounts>(`audit-counts?${query}`, uid, role)).body;

describe('the audit', () => {
  it('lists what staff did, newest first, with names, and no personal text', async () => {
    const { status, body, text, headers } = await read();
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    expect(body.items.map(({ action }) => action)).toEqual([
      'HistoryReplayed',
      'NoteAdded',
      'CaseAssigned',
      'RoleGranted',
    ]);
    expect(body.items.slice(0, 3)).toMatchObject([
      { kind: 'look', person: irene, personName: 'Irene Park', facts: { reason: `case:${found.id}` } },
      {
        person: robin,
        personName: 'Robin Lindqvist',
        uid: carl,
        subjectName: 'C•••• B••••',
        caseId: found.id,
      },
      { factNames: { assignee: 'Robin Lindqvist' } },
    ]);
    expect(text).not.toMatch(/Carl|maya@|wrote/);
    expect(text).not.toContain('listedAt');
  });

  it.each([
    ['a person', () => `person=${robin}`, ['NoteAdded', 'CaseAssigned']],
    ['a case', () => `subject=${found.id}`, ['HistoryReplayed', 'NoteAdded', 'CaseAssigned']],
    [
      'the number of a case',
      () => `subject=${found.number}`,
      ['HistoryReplayed', 'NoteAdded', 'CaseAssigned'],
    ],
    ['a transfer', () => `subject=${found.transferId}`, ['HistoryReplayed']],
    ['a sender', () => `subject=${carl}`, ['HistoryReplayed', 'NoteAdded', 'CaseAssigned']],
    ['nobody known', () => `subject=${randomUUID()}`, []],
    ['a kind', () => 'action=look', ['HistoryReplayed']],
    ['an action', () => 'action=NoteAdded', ['NoteAdded']],
    ['an unknown action', () => 'action=Unheard', []],
    ['a time', () => 'from=2026-11-20T12:00:05.000Z&to=2026-11-20T12:00:06.000Z', ['CaseAssigned']],
  ])('is filtered by %s', async (_, query, actions) => {
    expect(await actionsOf(query())).toEqual(actions);
    expect((await counts(query())).found).toBe(actions.length);
  });

  it('is read page by page', async () => {
    const pages = [await read('limit=2')];
    for (let cursor = pages[0]?.body.nextCursor; cursor; cursor = pages.at(-1)?.body.nextCursor)
      pages.push(await read(`limit=2&cursor=${cursor}`));
    expect(pages.flatMap(({ body }) => body.items)).toEqual((await read()).body.items);
    expect(pages.length).toBeGreaterThan(1);
  });

  it('counts each kind of everybody in the same time', async () => {
    expect((await counts(`person=${robin}`)).kinds).toEqual({ all: 4, look: 1, action: 3, export: 0 });
    expect((await counts('from=2026-11-20T12:00:06.000Z')).kinds).toMatchObject({ all: 2, look: 1 });
  });

  it.each(['analyst', 'operator'] as const)('shows an %s only what they did themselves', async (role) => {
    expect(await actionsOf('', robin, role)).toEqual(['NoteAdded', 'CaseAssigned']);
    expect(await actionsOf(`person=${robin}`, robin, role)).toEqual(['NoteAdded', 'CaseAssigned']);
    for (const query of [`person=${irene}`, `subject=${carl}`, 'action=look']) {
      const { status, body } = await read(query, robin, role);
      expect([status, body.code]).toEqual([403, 'forbidden']);
    }
    expect(await counts('', robin, 'analyst')).toEqual({ found: 2, kinds: null });
  });

  it("never shows or counts entries about the reader's own account", async () => {
    expect(await actionsOf('', carl, 'auditor')).toEqual(['RoleGranted', 'RoleGranted']);
    expect(await actionsOf(`subject=${found.id}`, carl, 'auditor')).toEqual([]);
    expect((await counts('', carl)).kinds).toEqual({ all: 2, look: 0, action: 2, export: 0 });
    const own = await read(`subject=${carl}`, carl, 'auditor');
    expect([own.status, own.body.code]).toEqual([404, 'not_found']);
    // A role of one's own is about oneself too.
    expect((await read()).body.items.filter(({ uid }) => uid === irene)).toEqual([]);
  });

  it.each([
    ['two filters', () => `person=${robin}&action=look`, 'action'],
    ['an odd subject', () => 'subject=C-29', 'subject'],
    ['an odd time', () => 'from=yesterday', 'from'],
    ['too long a page', () => 'limit=201', 'limit'],
    ['an odd cursor', () => 'cursor=x', 'cursor'],
  ])('refuses %s', async (_, query, field) => {
    const { status, body } = await read(query());
    expect([status, body.code]).toEqual([400, 'validation_failed']);
    expect(body.fields?.map((one) => one.field)).toContain(field);
  });

  it('names everybody who ever had a role', async () => {
    const { body } = await audit.get<AuditPeople>('audit-people', irene, 'lead');
    expect(body.items).toEqual([
      { uid: irene, name: 'Irene Park' },
      { uid: robin, name: 'Robin Lindqvist' },
    ]);
  });
});
