import { randomUUID } from 'node:crypto';
import { TestApp } from '../../../../test/support/test-app.js';
import { Config } from '../../config/config.js';
import { optOutUrl } from '../../http/contract/mail-opt-out.js';
import { Secrets } from '../../config/runtime.js';
import type { UserPrefs } from '../../kernel/people/preferences.js';
import { PreferencesModule } from './preferences.module.js';

describe('the unsubscribe link in a mail', () => {
  let app: TestApp;
  let origin: string;
  beforeAll(async () => {
    app = await TestApp.open([PreferencesModule]);
    origin = await app.listen();
  });
  afterAll(() => app.close());

  const linkOf = (uid: string, locale: 'en' | 'es' = 'en') => {
    const { pathname, search } = new URL(optOutUrl(app.get(Config), app.get(Secrets), { uid, locale }));
    return origin + pathname + search;
  };
  /** A sender who asked for important mail. */
  const subscriber = async () => {
    const ana = app.person(randomUUID());
    await ana.request('PATCH', '/preferences', { body: { emailOptIn: true, emailIdentity: false } });
    const read = async (position?: string | null) => {
      const headers = position ? { 'x-flip-position': position } : {};
      return (await ana.request<UserPrefs>('GET', '/preferences', { headers })).body;
    };
    const isSubscribed = async (position?: string | null) => (await read(position)).emailOptIn;
    return { uid: ana.uid, read, isSubscribed };
  };
  const visit = async (
    method: 'GET' | 'HEAD' | 'POST',
    url: string,
    form?: { type: string; text: string },
  ) => {
    const headers = form ? { 'content-type': form.type } : {};
    const answer = await fetch(url, { method, headers, ...(form && { body: form.text }) });
    const [type, position] = ['content-type', 'x-flip-position'].map((name) => answer.headers.get(name));
    return { status: answer.status, type, position, text: await answer.text() };
  };

  it('changes nothing when it is opened, since mail programs prefetch links', async () => {
    const { uid, isSubscribed } = await subscriber();
    for (const method of ['GET', 'HEAD'] as const)
      expect((await visit(method, linkOf(uid))).status).toBe(200);
    expect(await isSubscribed()).toBe(true);
  });

  it.each([
    ['en', 'Stop these e-mails?', 'You are unsubscribed'],
    ['es', '¿Dejar de recibir estos correos?', 'Ya no recibirás estos correos'],
  ] as const)('shows a page in the language of the mail: %s', async (locale, asked, done) => {
    const { uid } = await subscriber();
    const page = await visit('GET', linkOf(uid, locale));
    expect(page.type).toBe('text/html; charset=utf-8');
    expect([page.text.includes(`<h1>${asked}</h1>`), page.text.includes('<form method="post">')]).toEqual([
      true,
      true,
    ]);
    const after = await visit('POST', linkOf(uid, locale));
    expect([after.text.includes(`<h1>${done}</h1>`), after.text.includes('<form')]).toEqual([true, false]);
  });

  it.each([
    ['a mail program', { type: 'application/x-www-form-urlencoded', text: 'List-Unsubscribe=One-Click' }],
    [
      'one that sends parts',
      {
        type: 'multipart/form-data; boundary=x',
        text: '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
      },
    ],
    ['the button of the page', { type: 'application/x-www-form-urlencoded', text: '' }],
  ] as const)('unsubscribes with one POST without a session, and can be repeated: %s', async (_, form) => {
    const { uid, isSubscribed } = await subscriber();
    const { status, position } = await visit('POST', linkOf(uid), form);
    expect([status, await isSubscribed(position)]).toEqual([200, false]);
    expect((await visit('POST', linkOf(uid), form)).status).toBe(200);
    expect(await isSubscribed(position)).toBe(false);
  });

  it('stops every kind, and leaves the choice of kinds for when they are turned on again', async () => {
    const { uid, read } = await subscriber();
    const { position } = await visit('POST', linkOf(uid));
    const kinds = { emailIdentity: false, emailReminders: true };
    expect(await read(position)).toMatchObject({ emailOptIn: false, ...kinds });
  });

  it('does nothing with a token that is not ours', async () => {
    const [ana, luis] = [await subscriber(), await subscriber()];
    const mac = linkOf(ana.uid).replace(/.*\.([^&]*)&.*/, '$1');
    const swapped = linkOf(luis.uid).replace(/\.[^.&]*&/, `.${mac}&`);
    expect(swapped).not.toBe(linkOf(luis.uid));
    const refused = await visit('POST', swapped);
    expect([refused.status, (JSON.parse(refused.text) as { code: string }).code]).toEqual([
      422,
      'token_invalid',
    ]);
    expect(await luis.isSubscribed()).toBe(true);
  });

  it('shows a page that says so when it is cut off or not ours', async () => {
    const { uid } = await subscriber();
    const { href, searchParams } = new URL(linkOf(uid));
    const token = searchParams.get('token') ?? '';
    for (const cut of [
      href.replace(token, token.slice(0, -3)),
      href.replace(token, `${token}x`),
      href.replace(token, ''),
    ]) {
      const { status, type, text } = await visit('GET', cut);
      expect([status, type]).toEqual([422, 'text/html; charset=utf-8']);
      expect(text).toContain('<h1>This link does not work</h1>');
      expect(text).not.toContain('<form');
    }
  });
});
