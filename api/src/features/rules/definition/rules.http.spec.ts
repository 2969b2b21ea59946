import { randomUUID } from 'node:crypto';
import { openCompliance } from '../../../../../test/support/compliance-app.js';
import { register } from '../../../../../test/support/recorded-facts.js';
import { acceptedTransfer } from '../../../../../test/support/sample-send.js';
import type { TestApp } from '../../../../../test/support/test-app.js';
import type { CasePage } from '../../../kernel/staff/compliance.js';
import type { RuleDefinitionOnWire, RuleDetail, RuleList } from '../../../kernel/staff/rule-views.js';

const robin = randomUUID();
const irene = randomUUID();
const omar = randomUUID();
const pairs: RuleDefinitionOnWire = {
  name: 'Pairs to new people',
  where: { amount: { from: '20.00' }, firstToHandle: true },
  measure: 'attempts',
  atLeast: '2',
  within: 'PT1H',
  action: 'flag',
};

let app: TestApp;

beforeAll(async () => {
  app = await openCompliance();
  await register(app, { uid: robin, firstName: 'Robin', lastName: 'Staff' });
  await register(app, { uid: irene, firstName: 'Irene', lastName: 'Staff' });
  await register(app, { uid: omar, firstName: 'Omar', lastName: 'Staff' });
});
afterAll(() => app.close());

const work = (uid: string, id: string, does: string, body: object = {}) =>
  app.person(uid).request('POST', `/compliance/rules/${id}/${does}`, { body });
const draft = (uid: string, id: string, changes: Partial<RuleDefinitionOnWire> = {}) =>
  work(uid, id, 'draft', { definition: { ...pairs, ...changes } });
/** As of everything recorded. */
async function read(id: string, uid = irene): Promise<RuleDetail> {
  await app.caughtUp();
  const { body, status } = await app.person(uid).request<RuleDetail>('GET', `/compliance/rules/${id}`);
  expect(status).toBe(200);
  return body;
}
const activate = async (uid: string, id: string, draftRevision?: number | null) =>
  work(uid, id, 'activate', { draftRevision: draftRevision ?? (await read(id)).draftRevision });

/** What the rules found about a sender of two transfers to different handles. */
async function found(): Promise<readonly string[]> {
  const uid = randomUUID();
  const sends = ['one', 'two'].map((handleIndex) =>
    acceptedTransfer(app.clock.nowMs, { handleIndex, amountCents: 2_100 }),
  );
  await app.record(`sender-${uid}`, sends);
  await app.caughtUp('fraud');
  const { body } = await app.person(irene).request<CasePage>('GET', '/compliance/cases?limit=200');
  return body.items
    .filter((one) => one.uid === uid)
    .map(({ ruleId, ruleVersion }) => `${ruleId} ${ruleVersion}`);
}

it('lists the built-in rules before anybody has changed one', async () => {
  const { body } = await app.person(robin).request<RuleList>('GET', '/compliance/rules');
  expect(body.items.map(({ id, status, version }) => [id, status, version])).toEqual([
    ['velocity', 'active', 1],
    ['structuring', 'active', 1],
    ['over-maximum', 'active', 1],
  ]);
  expect(body.items[1]?.definition).toEqual({
    name: 'Structuring',
    where: { amount: { from: '200.00', below: '250.00' } },
    measure: 'attempts',
    atLeast: '2',
    within: 'P1D',
    action: 'flag',
  });
});

it('goes from a draft over a return to a version that another person activates, is paused and rolled back', async () => {
  const id = 'pairs';
  expect((await draft(robin, id)).status).toBe(204);
  expect(await found()).toEqual([]);
  expect((await activate(robin, id)).body.code).toBe('needs_second_person');
  expect((await work(irene, id, 'draft/return', { reason: 'Too wide.' })).status).toBe(204);
  expect(await read(id)).toMatchObject({
    status: 'draft',
    draft: { name: 'Robin Staff', returned: { reason: 'Too wide.', name: 'Irene Staff' } },
  });
  expect((await activate(omar, id)).body.code).toBe('nothing_drafted');
  await draft(robin, id, { where: { firstToHandle: true } });
  expect((await activate(irene, id)).status).toBe(204);
  expect(await found()).toEqual(['pairs 1']);
  expect((await work(omar, id, 'pause', { reason: 'A promotion.' })).status).toBe(204);
  expect(await found()).toEqual([]);
  await draft(robin, id, { where: { firstToHandle: true } });
  await activate(irene, id);
  expect(await found()).toEqual(['pairs 2']);
  expect(await read(id)).toMatchObject({
    name: 'Pairs to new people',
    status: 'active',
    draft: null,
    draftRevision: null,
    versions: [
      {
        version: 2,
        drafterName: 'Robin Staff',
        approverName: 'Irene Staff',
        endedAt: null,
        hits: { cases: 1 },
      },
      { version: 1, hits: { cases: 1, reviewed: 0, suspicious: 0 } },
    ],
    steps: expect.arrayContaining([
      expect.objectContaining({ type: 'RulePaused', name: 'Omar Staff', reason: 'A promotion.' }),
    ]) as object,
  });
  expect((await work(irene, id, 'retire', { reason: 'Done.' })).status).toBe(202);
  expect((await work(irene, id, 'retire', { reason: 'Done.' })).status).toBe(202);
  expect(await read(id)).toMatchObject({
    status: 'active',
    retireRequest: { by: irene, byName: 'Irene Staff', reason: 'Done.' },
  });
  expect((await work(omar, id, 'retire', { reason: 'Agreed.' })).status).toBe(204);
  expect((await draft(robin, id)).body.code).toBe('rule_retired');
});

it('lets one of two leads win, and shows the other what has changed', async () => {
  const id = 'two-leads';
  await draft(robin, id);
  const { draftRevision } = await read(id);
  const answers = await Promise.all([activate(irene, id, draftRevision), activate(omar, id, draftRevision)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
  const lost = answers.find(({ status }) => status === 409)?.body;
  expect(lost).toMatchObject({ code: 'rule_changed', changes: [{ type: 'RuleActivated' }] });
});

it('refuses to activate another draft than the one that was read', async () => {
  const id = 'read-before';
  await draft(robin, id);
  const { draftRevision } = await read(id);
  await draft(robin, id, { atLeast: '3' });
  expect((await activate(irene, id, draftRevision)).body).toMatchObject({
    code: 'rule_changed',
    changes: [{ type: 'RuleDrafted', by: robin }],
  });
});

it('changes nothing of a rule when its draft is discarded', async () => {
  await draft(robin, 'velocity', { name: 'Velocity' });
  expect((await work(omar, 'velocity', 'draft/discard')).status).toBe(204);
  expect(await read('velocity')).toMatchObject({ status: 'active', draft: null, versions: [{ version: 1 }] });
  await draft(robin, 'never');
  await work(robin, 'never', 'draft/discard');
  expect(await read('never')).toMatchObject({ versions: [], draft: null });
  const { body } = await app.person(robin).request<RuleList>('GET', '/compliance/rules');
  expect(body.items.map(({ id }) => id)).not.toContain('never');
});

it('leaves places for others: ten rules that were never in force are one person’s most', async () => {
  const ivan = randomUUID();
  const drafts = Array.from({ length: 11 }, (_, nth) => `of-one-${nth}`);
  const statuses: number[] = [];
  for (const id of drafts) {
    statuses.push((await draft(ivan, id)).status);
    await app.caughtUp();
  }
  expect(statuses).toEqual([...Array<number>(10).fill(204), 422]);
  expect((await draft(ivan, 'one-more')).body.code).toBe('too_many_drafts');
  expect((await draft(ivan, 'of-one-3', { atLeast: '3' })).status).toBe(204);
  expect((await draft(omar, 'of-another')).status).toBe(204);
  await work(ivan, 'of-one-3', 'draft/discard');
  await app.caughtUp();
  expect((await draft(ivan, 'of-one-10')).status).toBe(204);
});

describe('at the same moment', () => {
  let crowded: TestApp;
  beforeAll(async () => {
    crowded = await openCompliance();
  });
  afterAll(() => crowded.close());

  const answers = async (drafts: readonly { readonly uid: string; readonly id: string }[]) => {
    const body = { definition: pairs };
    const all = drafts.map(({ uid, id }) =>
      crowded.person(uid, 'analyst').request('POST', `/compliance/rules/${id}/draft`, { body }),
    );
    const codes = (await Promise.all(all)).map(({ status, body }) => (status === 204 ? '204' : body.code));
    return Object.fromEntries(
      [...new Set(codes)].map((code) => [code, codes.filter((one) => one === code).length]),
    );
  };

  it('one person saves no more drafts than one after the other', async () => {
    const drafts = Array.from({ length: 20 }, (_, nth) => ({ uid: robin, id: `mine-${nth}` }));
    expect(await answers(drafts)).toEqual({ '204': 10, too_many_drafts: 10 });
  });

  it('many save no more rules than there is room for, and a repeat needs no second place', async () => {
    const people = Array.from({ length: 7 }, () => randomUUID());
    const drafts = people.flatMap((uid, of) =>
      Array.from({ length: 10 }, (_, nth) => ({ uid, id: `ours-${of}-${nth}` })),
    );
    // Three are built in, and ten are of the first person.
    expect(await answers(drafts)).toEqual({ '204': 37, too_many_rules: 33 });
    await crowded.caughtUp();
    const { body } = await crowded.person(irene, 'lead').request<RuleList>('GET', '/compliance/rules');
    expect(body.items).toHaveLength(50);
    const saved = drafts.filter(({ id }) => body.items.some((rule) => rule.id === id));
    expect(await answers([...saved, ...saved])).toEqual({ '204': 74 });
  });
});

it.each([
  ['a count', { measure: 'attempts', atLeast: 4 }, '4'],
  ['dollars', { measure: 'amount', atLeast: 499.5 }, '499.50'],
])('takes %s as a number as well as a text', async (name, counted, text) => {
  const id = name.replace(' ', '-');
  expect((await work(robin, id, 'draft', { definition: { ...pairs, ...counted } })).status).toBe(204);
  expect((await read(id)).draft?.definition.atLeast).toBe(text);
});

it.each([2.5, -1, 1e21, true, null])('refuses %s as what is counted', async (atLeast) => {
  const { status, body } = await work(robin, 'odd', 'draft', { definition: { ...pairs, atLeast } });
  expect([status, body.fields?.[0]?.field]).toEqual([400, 'definition.atLeast']);
});

it('refuses a list of no platforms', async () => {
  const { status, body } = await draft(robin, 'nowhere', { where: { platforms: [] } });
  expect([status, body.fields?.[0]?.field]).toEqual([400, 'definition.where.platforms']);
});

it.each<[what: string, changes: Partial<RuleDefinitionOnWire>, field: string]>([
  ['no amount', { where: { amount: { from: '250.00', below: '250.00' } } }, 'where.amount rule_band'],
  [
    'amounts below the least transfer',
    { where: { amount: { below: '1.00' } } },
    'where.amount rule_below_minimum',
  ],
  ['a window of more than 30 days', { within: 'P30DT0.001S' }, 'within rule_window'],
  ['two attempts at one moment', { within: 'PT0S' }, 'atLeast rule_alone'],
  [
    ...['a sum that one attempt cannot reach'],
    { measure: 'amount', atLeast: '200.00', within: 'PT0S', where: { amount: { below: '200.00' } } },
    'atLeast rule_sum_alone',
  ] as const,
  [
    ...['accepted amounts over the limit'],
    { where: { result: 'accepted', amount: { from: '1000.01' } } },
    'where.amount rule_never_accepted',
  ] as const,
  [
    ...['accepted amounts over the limit of unverified senders'],
    { where: { result: 'accepted', tier: 'unverified', amount: { from: '250.01' } } },
    'where.amount rule_never_accepted',
  ] as const,
  [
    ...['holding what was refused'],
    { where: { result: 'refused' }, action: 'hold' },
    'action rule_holds_nothing',
  ] as const,
  ['nothing counted', { atLeast: '0' }, 'atLeast rule_at_least'],
  ['no age', { where: { accountYoungerThan: 'PT0S' } }, 'where.accountYoungerThan rule_age'],
])('refuses a definition with %s, at its field', async (_, changes, field) => {
  const { status, body } = await draft(robin, 'impossible', changes);
  expect([status, body.code]).toEqual([400, 'rule_impossible']);
  expect(body.fields?.map((one) => `${one.field} ${one.code}`)).toEqual([`definition.${field}`]);
});

it.each([
  ['en', 'Enter a time from 0 to 30 days.'],
  ['es', 'Escribe un tiempo de 0 a 30 días.'],
])('says in %s what is impossible', async (language, message) => {
  const { body } = await app.person(robin).request('POST', '/compliance/rules/impossible/draft', {
    body: { definition: { ...pairs, within: 'P31D' } },
    headers: { 'accept-language': language },
  });
  expect(body.fields).toEqual([{ field: 'definition.within', code: 'rule_window', message }]);
});

it('names a field inside a definition that is none of its kind', async () => {
  const { status, body } = await draft(robin, 'unreadable', {
    within: 'two days',
    where: { amount: { from: 'much' } },
  });
  expect([status, body.code]).toEqual([400, 'validation_failed']);
  expect(body.fields?.map((one) => `${one.field} ${one.code}`).sort()).toEqual([
    'definition.where.amount.from amount',
    'definition.within format',
  ]);
});

it('knows no rule with an odd or unknown id', async () => {
  for (const id of ['No', 'nobody', '__proto__'])
    expect((await app.person(robin).request('GET', `/compliance/rules/${id}`)).status).toBe(404);
  expect((await draft(robin, 'No')).status).toBe(404);
  expect((await work(irene, 'nobody', 'pause', { reason: 'Why not.' })).status).toBe(404);
});
