import { randomUUID } from 'node:crypto';
import type { Client } from '../../../../test/support/client.js';
import { TestApp } from '../../../../test/support/test-app.js';
import type { Problem } from '../../kernel/people/accounts.js';
import type { SavedRecipient, Recipients } from '../../kernel/people/recipients.js';
import { RecipientsModule } from './recipients.module.js';

const maya = { name: 'Maya Okafor', platform: 'Cash App', handle: '$MayaOkafor' };

describe('recipients over HTTP', () => {
  let app: TestApp;
  let ana: Client;

  beforeAll(async () => {
    app = await TestApp.open([RecipientsModule]);
  });
  afterAll(() => app.close());
  beforeEach(() => {
    ana = app.person(randomUUID());
  });

  type Answer = SavedRecipient & Problem;
  const list = async (person = ana) => (await person.request<Recipients>('GET', '/recipients')).body.items;
  const save = (body: unknown, person = ana) => person.request<Answer>('POST', '/recipients', { body });
  const change = (id: string, body: unknown, person = ana) =>
    person.request<Answer>('PATCH', `/recipients/${id}`, { body });
  const remove = (id: string, person = ana) => person.request('DELETE', `/recipients/${id}`);

  it('are none at first', async () => {
    expect(await list()).toEqual([]);
  });

  it('are saved with the normalized handle, listed newest first and read back at once', async () => {
    const first = await save({ ...maya, name: '  Maya   Okafor ' });
    expect(first.status).toBe(201);
    expect(first.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      uid: ana.uid,
      name: 'Maya Okafor',
      platform: 'Cash App',
      handle: '$mayaokafor',
      createdAt: new Date(app.clock.nowMs).toISOString(),
      updatedAt: new Date(app.clock.nowMs).toISOString(),
    });
    app.clock.nowMs += 5_000;
    const second = await save({ name: 'Luis', platform: 'Zelle', handle: '(336) 555-0142' });
    expect(second.body.handle).toBe('+13365550142');
    expect(await list()).toEqual([second.body, first.body]);
  });

  it('are changed field by field, and keep their creation time', async () => {
    const { body: saved } = await save(maya);
    app.clock.nowMs += 5_000;
    const changed = await change(saved.id, { name: 'Maya O.', handle: 'maya-o@mail.example' });
    expect(changed.status).toBe(200);
    expect(changed.body).toEqual({
      ...saved,
      name: 'Maya O.',
      handle: 'maya-o@mail.example',
      updatedAt: new Date(app.clock.nowMs).toISOString(),
    });
    expect(await list()).toEqual([changed.body]);
  });

  it('are missing after their removal', async () => {
    const { body: saved } = await save(maya);
    expect((await remove(saved.id)).status).toBe(204);
    expect(await list()).toEqual([]);
    expect((await remove(saved.id)).status).toBe(404);
    expect((await change(saved.id, { name: 'M' })).status).toBe(404);
  });

  it('are saved once when a request is repeated', async () => {
    const first = await save(maya);
    const again = await save(maya);
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(await list()).toHaveLength(1);
  });

  it("are refused in the caller's language when they look like a saved one, until confirmed", async () => {
    const { body: saved } = await save(maya);
    const odd = { ...maya, handle: '$mayaokaf0r' };
    const refused = await ana.request('POST', '/recipients', {
      body: odd,
      headers: { 'accept-language': 'es' },
    });
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({
      code: 'recipient_similar',
      params: { id: saved.id, similarTo: '$mayaokafor', similarName: 'Maya Okafor' },
      detail:
        'Se parece a $mayaokafor, que guardaste como Maya Okafor. Revísalo y confirma si los dos son correctos.',
    });
    expect((await save({ ...odd, confirmSimilar: true })).status).toBe(201);
    expect(await list()).toHaveLength(2);
  });

  it('are refused when the handle is saved under another name', async () => {
    await save(maya);
    const refused = await save({ ...maya, name: 'Luis Herrera' });
    expect([refused.status, refused.body.code]).toEqual([409, 'recipient_already_saved']);
    expect(refused.body.params).toMatchObject({ similarTo: '$mayaokafor', similarName: 'Maya Okafor' });
  });

  it('of another sender are not listed, and their handles warn no other sender', async () => {
    const { body: saved } = await save(maya);
    const luis = app.person(randomUUID());
    expect(await list(luis)).toEqual([]);
    expect((await save({ ...maya, handle: '$mayaokaf0r' }, luis)).status).toBe(201);
    expect(await list()).toEqual([saved]);
  });

  it.each<[object, string, string]>([
    [{ name: '' }, 'name', 'required'],
    [{ name: 'x'.repeat(81) }, 'name', 'too_long'],
    [{ name: 'M\u202eaya' }, 'name', 'characters'],
    [{ name: ['Maya'] }, 'name', 'text'],
    [{ platform: 'Wise' }, 'platform', 'choice'],
    [{ handle: '$1234' }, 'handle', 'handle_cash_app_tag'],
    [{ handle: { $gt: '' } }, 'handle', 'text'],
    [{ confirmSimilar: 'yes' }, 'confirmSimilar', 'boolean'],
    [{ uid: randomUUID() }, 'uid', 'unknown_field'],
  ])('refuse %j naming the field, when saved and when changed', async (wrong, field, code) => {
    const { body: saved } = await save(maya);
    for (const answer of [await save({ ...maya, ...wrong }), await change(saved.id, { ...maya, ...wrong })]) {
      expect([answer.status, answer.body.code]).toEqual([400, 'validation_failed']);
      expect(answer.body.fields).toMatchObject([{ field, code }]);
    }
    expect(await list()).toEqual([saved]);
  });

  it('refuse a handle that is impossible on the saved platform', async () => {
    const { body: saved } = await save(maya);
    const answer = await change(saved.id, { handle: '$1234' });
    expect([answer.status, answer.body.code]).toEqual([422, 'handle_cash_app_tag']);
    expect((await change('nobody', { name: 'M' })).status).toBe(400);
  });
});
