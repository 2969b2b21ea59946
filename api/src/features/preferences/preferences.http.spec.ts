import { randomUUID } from 'node:crypto';
import type { Client } from '../../../../test/support/client.js';
import { TestApp } from '../../../../test/support/test-app.js';
import { CommandRunner } from '../../engine/commands/command-runner.js';
import type { Problem } from '../../kernel/people/accounts.js';
import type { UserPrefs } from '../../kernel/people/preferences.js';
import { PreferencesModule } from './preferences.module.js';
import { SavePreferences, SavePreferencesHandler } from './save-preferences.command.js';

const everyKind = { emailIdentity: true, emailReminders: true };

describe('preferences over HTTP', () => {
  let app: TestApp;
  let ana: Client;

  beforeAll(async () => {
    app = await TestApp.open([PreferencesModule]);
  });
  afterAll(() => app.close());
  beforeEach(() => {
    ana = app.person(randomUUID());
  });

  const read = async () => (await ana.request<UserPrefs>('GET', '/preferences')).body;
  const save = (body: unknown) => ana.request<UserPrefs & Problem>('PATCH', '/preferences', { body });

  it('are the defaults until some are saved', async () => {
    expect(await read()).toEqual({
      uid: ana.uid,
      emailOptIn: false,
      ...everyKind,
      displayName: null,
      locale: null,
      updatedAt: null,
    });
  });

  it('are merged: omitted fields stay unchanged', async () => {
    await save({ displayName: '  Ana   María ' });
    app.clock.nowMs += 5_000;
    const saved = await save({ emailOptIn: true, locale: 'es' });
    expect(saved.status).toBe(200);
    expect(saved.body).toEqual({
      uid: ana.uid,
      emailOptIn: true,
      ...everyKind,
      displayName: 'Ana María',
      locale: 'es',
      updatedAt: new Date(app.clock.nowMs).toISOString(),
    });
    expect(await read()).toEqual(saved.body);
  });

  it('keep the choice of each kind of important email, whether these are on or not', async () => {
    await save({ emailOptIn: true, emailIdentity: false });
    const off = await save({ emailOptIn: false, emailReminders: false });
    const kinds = { emailIdentity: false, emailReminders: false };
    expect(off.body).toMatchObject({ emailOptIn: false, ...kinds });
    expect(await read()).toMatchObject({ emailOptIn: false, ...kinds });
  });

  it('keep the time of the last change when a save changes nothing', async () => {
    const first = await save({ emailOptIn: true });
    app.clock.nowMs += 5_000;
    expect((await save({ emailOptIn: true })).body).toEqual(first.body);
    expect((await save({})).body).toEqual(first.body);
  });

  it.each([null, ' '])('clear a display name that is saved as %j', async (none) => {
    await save({ displayName: 'Ana' });
    await save({ displayName: none });
    expect((await read()).displayName).toBeNull();
  });

  it('accept their own response as a request', async () => {
    const { displayName, emailOptIn } = await read();
    expect((await save({ displayName, emailOptIn })).status).toBe(200);
  });

  it.each<[object, string, string]>([
    [{ emailOptIn: 'true' }, 'emailOptIn', 'boolean'],
    [{ emailOptIn: 1 }, 'emailOptIn', 'boolean'],
    [{ emailOptIn: null }, 'emailOptIn', 'required'],
    [{ emailReminders: 'no' }, 'emailReminders', 'boolean'],
    [{ emailIdentity: null }, 'emailIdentity', 'required'],
    [{ emailDelivered: false }, 'emailDelivered', 'unknown_field'],
    [{ displayName: 7 }, 'displayName', 'text'],
    [{ displayName: ['Ana'] }, 'displayName', 'text'],
    [{ displayName: { $gt: '' } }, 'displayName', 'text'],
    [{ displayName: 'x'.repeat(81) }, 'displayName', 'too_long'],
    [{ displayName: 'A\u202ena' }, 'displayName', 'characters'],
    [{ displayName: 'A\u200bna' }, 'displayName', 'characters'],
    [{ displayName: 'A\u0000na' }, 'displayName', 'characters'],
    [{ locale: 'fr' }, 'locale', 'choice'],
    [{ locale: ['es'] }, 'locale', 'choice'],
    [{ uid: randomUUID() }, 'uid', 'unknown_field'],
    [{ updatedAt: '2020-01-01T00:00:00.000Z' }, 'updatedAt', 'unknown_field'],
  ])('refuse %j naming the field', async (body, field, code) => {
    const answer = await save(body);
    expect([answer.status, answer.body.code]).toEqual([400, 'validation_failed']);
    expect(answer.body.fields).toEqual([{ field, code, message: expect.stringMatching(/./) as string }]);
    expect((await read()).updatedAt).toBeNull();
  });

  it("return 'uid required' without a uid", async () => {
    const handler = new SavePreferencesHandler(app.get(CommandRunner));
    await expect(handler.execute(new SavePreferences('', { emailOptIn: true }))).rejects.toMatchObject({
      code: 'uid_required',
    });
  });
});
