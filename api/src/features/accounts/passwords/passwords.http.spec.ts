import { CommandBus } from '@nestjs/cqrs';
import { openAccounts, UNLIMITED, confirm } from '../../../../../test/support/accounts-app.js';
import type { Client } from '../../../../../test/support/client.js';
import { newPerson, PASSWORD, OTHER_PASSWORD } from '../../../../../test/support/passwords.js';
import { tokenIn } from '../../../../../test/support/smtp-inbox.js';
import type { TestApp } from '../../../../../test/support/test-app.js';
import { waitFor } from '../../../../../test/support/wait-for.js';
import { EncryptedEventLog } from '../../../engine/event-store/encrypted-event-log.js';
import { SubscriptionRunner } from '../../../engine/subscriptions/subscription-runner.js';
import { Vault } from '../../../engine/vault/vault.port.js';
import type { Me } from '../../../kernel/people/accounts.js';
import { accountStream } from '../account/account.decider.js';
import { Administer } from '../account/administer-account.command.js';
import { MailReaders } from '../mail/mail-readers.js';
import { Credentials } from './credentials.js';
import { OneTimeTokens } from './one-time-tokens.js';
import { ShutOut } from '../sessions/shut-out.js';
import { SetPassword } from './set-password.js';

const MINUTE_MS = 60_000;

describe('a password', () => {
  const lines: string[] = [];
  let app: TestApp;
  let email: string;
  let uid: string;
  let ana: Client;

  beforeAll(async () => {
    app = await openAccounts({ ...UNLIMITED, log: (line) => void lines.push(line) });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    ({ email } = newPerson());
    ana = app.browser();
    uid = (await ana.signUp({ email })).body.uid;
    await ana.signIn(email);
  });

  const signIn = async (password: string) => (await app.browser().signIn(email, password)).status;
  const me = (person: Client) => person.request<Me>('GET', '/me');
  const forgot = (address: string) => app.browser().post('/auth/forgot', { email: address });
  const reset = (token: string, password = OTHER_PASSWORD) =>
    app.browser().post('/auth/reset', { token, password });
  const check = async (token: string) => {
    const { status, body, text } = await app.browser().post('/auth/reset/check', { token });
    return status === 200 && text === JSON.stringify({ email }) ? 'valid' : [status, body.code];
  };
  const resetToken = async (nth = 0) => tokenIn(await app.inbox.mailTo(email, { path: '/reset', nth }));
  const changes = async () => {
    const causes = [];
    for await (const { type, data } of app.get(EncryptedEventLog).read(accountStream(uid)))
      if (type === 'PasswordChanged') causes.push((data as { cause: string }).cause);
      else if (type === 'AccountReclaimed') causes.push((data as { by: string }).by);
    return causes;
  };

  describe('that was forgotten', () => {
    it('gets the same response whether or not the address has an account', async () => {
      const known = await forgot(email);
      const unknown = await forgot('nobody@people.example');
      expect([known.status, known.text]).toEqual([204, '']);
      expect([unknown.status, unknown.text]).toEqual([204, '']);
      const shown = ({ headers }: typeof known) => {
        const position = String(headers['x-flip-position']).length;
        return { ...headers, date: '', 'x-flip-position': position };
      };
      expect(shown(unknown)).toEqual(shown(known));
      await resetToken();
      expect(app.inbox.mails.some(({ to }) => to === 'nobody@people.example')).toBe(false);
    });

    it('is reset with the mailed link, once, and every session ends (ASVS 6.4.3)', async () => {
      const other = app.browser();
      await other.signIn(email);
      await forgot(email);
      const token = await resetToken();
      expect((await reset(token)).status).toBe(204);
      for (const ended of [ana, other])
        expect([(await me(ended)).status, (await ended.post('/auth/refresh')).status]).toEqual([401, 401]);
      expect([await signIn(PASSWORD), await signIn(OTHER_PASSWORD)]).toEqual([401, 200]);
      expect((await reset(token, PASSWORD)).body.code).toBe('token_invalid');
      expect(await changes()).toEqual(['reset']);
      expect((await app.browser().signIn(email, OTHER_PASSWORD)).body).toMatchObject({
        emailConfirmed: true,
      });
      await app.inbox.mailTo(email, { path: 'Your password was reset' });
    });

    it('is reset by only one of twenty concurrent uses of the link', async () => {
      await forgot(email);
      const token = await resetToken();
      const passwords = Array.from({ length: 20 }, (_, number) => `${OTHER_PASSWORD}-${String(number)}`);
      const answers = await Promise.all(passwords.map((password) => reset(token, password)));
      const winner = answers.findIndex(({ status }) => status === 204);
      expect(answers.map(({ status }) => status).sort()).toEqual([204, ...Array<number>(19).fill(422)]);
      expect(await signIn(passwords[winner] ?? '')).toBe(200);
      expect(await changes()).toEqual(['reset']);
    });

    it('is not reset by a link older than half an hour (ASVS 6.4.1, 6.5.5)', async () => {
      await forgot(email);
      const token = await resetToken();
      app.clock.nowMs += 30 * MINUTE_MS;
      expect((await reset(token)).body.code).toBe('token_invalid');
      expect(await signIn(PASSWORD)).toBe(200);
    });

    it('is not reset by an earlier link after another was used', async () => {
      await forgot(email);
      const first = await resetToken(0);
      await forgot(email);
      const second = await resetToken(1);
      expect((await reset(second)).status).toBe(204);
      expect((await reset(first, PASSWORD)).body.code).toBe('token_invalid');
    });

    it('does not use up the link when the new password is refused', async () => {
      await forgot(email);
      const token = await resetToken();
      const weak = await reset(token, 'password1234');
      expect([weak.status, weak.body.code]).toEqual([422, 'password-does-not-meet-requirements']);
      expect((await reset(token)).status).toBe(204);
    });

    it('has a link that can be checked without using it up, until it is used', async () => {
      await forgot(email);
      const token = await resetToken();
      expect([await check(token), await check(token)]).toEqual(['valid', 'valid']);
      expect((await reset(token)).status).toBe(204);
      expect(await check(token)).toEqual([422, 'token_invalid']);
    });

    it('has a link that fails its check after half an hour, or when it is for another purpose', async () => {
      const confirmation = tokenIn(await app.inbox.mailTo(email, { path: '/confirm' }));
      expect(await check(confirmation)).toEqual([422, 'token_invalid']);
      await forgot(email);
      const token = await resetToken();
      app.clock.nowMs += 30 * MINUTE_MS;
      expect(await check(token)).toEqual([422, 'token_invalid']);
    });

    const administer = (type: 'SuspendAccount' | 'EndSessions') =>
      app.get(CommandBus).execute(new Administer(email, { type }, 'kim'));

    it.each<[string, () => Promise<unknown>]>([
      ['a sign-out everywhere', () => ana.request('DELETE', '/sessions')],
      ["an operator's sign-out", () => administer('EndSessions')],
      ['a suspension', () => administer('SuspendAccount')],
      ['a change', () => ana.post('/auth/password', { current: PASSWORD, password: OTHER_PASSWORD })],
      [
        'a reset',
        async () => {
          await forgot(email);
          expect((await reset(await resetToken())).status).toBe(204);
        },
      ],
    ])('gets no link that was requested before %s and waited to be mailed', async (_, end) => {
      let release = (): void => undefined;
      const released = new Promise<void>((done) => (release = done));
      const readers = app.get(MailReaders);
      const find = readers.find.bind(readers);
      let held = 0;
      const reading = jest.spyOn(readers, 'find').mockImplementation(async (row) => {
        if ('emailIndex' in row.to && (held += 1) === 1) await released;
        return find(row);
      });
      await forgot(email);
      await waitFor('the mail', () => Promise.resolve(held > 0 || null));
      app.clock.nowMs += 1;
      await end();
      const links = () =>
        app.inbox.mails.filter(({ to, source }) => to === email && source.includes('/reset#')).length;
      const before = links();
      release();
      await waitFor('an empty outbox', async () =>
        (await app.get(Vault).list('outbox', 'mail-waiting')).length === 0 ? true : null,
      );
      expect(links()).toBe(before);
      reading.mockRestore();
      app.clock.nowMs += 1;
      await forgot(email);
      expect(await check(await resetToken(before))).toBe('valid');
    });

    it('has no link that works after a suspension, even when the server was killed meanwhile', async () => {
      await forgot(email);
      const token = await resetToken();
      app.clock.nowMs += 1;
      jest.spyOn(app.get(OneTimeTokens), 'withdraw').mockRejectedValueOnce(new Error('killed'));
      await expect(administer('SuspendAccount')).rejects.toThrow('killed');
      await waitFor('the end of the link', async () => ((await check(token)) === 'valid' ? null : true));
    });

    it('has its token only in the mail', async () => {
      await forgot(email);
      const token = await resetToken();
      const tokens = await app.get(Vault).list('token', uid);
      expect(JSON.stringify(tokens)).not.toContain(token);
      expect(lines.join('')).not.toContain(token);
      expect(lines.join('')).not.toContain(email);
    });

    it.each([undefined, '', 'short', 'x'.repeat(44), { $ne: '' }, ['a'.repeat(43)]])(
      'is not reset with a malformed token: %j',
      async (token) => {
        const answer = await app.browser().post('/auth/reset', { token, password: OTHER_PASSWORD });
        expect([answer.status, answer.body.fields?.map(({ field }) => field)]).toEqual([400, ['token']]);
      },
    );
  });

  describe('that its owner knows', () => {
    const change = (person: Client, current: string, password: string) =>
      person.post('/auth/password', { current, password });

    it('is changed, which ends every other session (ASVS 7.4.3)', async () => {
      const phone = app.browser();
      await phone.signIn(email);
      expect((await change(ana, PASSWORD, OTHER_PASSWORD)).status).toBe(204);
      expect((await me(ana)).status).toBe(200);
      expect((await ana.post('/auth/refresh')).status).toBe(204);
      expect((await me(phone)).status).toBe(401);
      expect([await signIn(PASSWORD), await signIn(OTHER_PASSWORD)]).toEqual([401, 200]);
      expect(await app.get(Vault).list('credential', uid)).toHaveLength(1);
    });

    it('is not changed without the current one (ASVS 6.2.2, 6.2.3, 7.5.1)', async () => {
      const answer = await change(ana, OTHER_PASSWORD, 'amber-window-plateau-6');
      expect([answer.status, answer.body.code]).toEqual([422, 'current_password_wrong']);
      expect((await me(ana)).status).toBe(200);
      expect(await signIn(PASSWORD)).toBe(200);
    });

    it('is not changed to one that is easy to guess', async () => {
      expect((await change(ana, PASSWORD, 'password1234')).status).toBe(422);
      expect((await change(ana, PASSWORD, 'x')).body.fields?.[0]?.field).toBe('password');
      expect(await signIn(PASSWORD)).toBe(200);
    });

    it('is changed by only one of ten concurrent requests, and the account stays accessible', async () => {
      const passwords = Array.from({ length: 10 }, (_, number) => `${OTHER_PASSWORD}-${String(number)}`);
      const answers = await Promise.all(passwords.map((password) => change(ana, PASSWORD, password)));
      const winners = answers.filter(({ status }) => status === 204);
      expect(winners).toHaveLength(1);
      expect(await signIn(passwords[answers.findIndex(({ status }) => status === 204)] ?? '')).toBe(200);
      expect(await changes()).toEqual(['change']);
    });
  });

  it('that was changed right before a crash ends its sessions after the restart', async () => {
    const first = await openAccounts(UNLIMITED);
    const person = newPerson();
    const before = first.browser();
    const { body } = await before.signUp(person);
    await before.signIn(person.email);
    const phone = first.browser();
    await phone.signIn(person.email);
    const credentialId = await first.get(Credentials).add(body.uid, OTHER_PASSWORD);
    // The event is recorded, but the rest of the command and the saga do not run.
    await first.get(SubscriptionRunner).stop();
    const passwords = first.get(SetPassword);
    jest.spyOn(first.get(ShutOut), 'after').mockRejectedValue(new Error('killed'));
    await expect(passwords.record(body.uid, credentialId, null)).rejects.toThrow('killed');
    // A refresh with a replaced password fails even before the session is ended.
    expect((await phone.post('/auth/refresh')).status).toBe(401);
    await first.stop();
    const second = await openAccounts({ folder: first.folder, ...UNLIMITED });
    second.clock.nowMs = first.clock.nowMs;
    const after = second.browser();
    for (const [name, value] of before.cookies) after.cookies.set(name, value);
    // The access token of a session that was not refreshed also stops working.
    await waitUntil(async () => (await after.request('GET', '/me')).status === 401);
    expect((await second.browser().signIn(person.email, OTHER_PASSWORD)).status).toBe(200);
    await second.close();
  });
});

/** Fails by the test's own timeout. */
async function waitUntil(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((done) => setTimeout(done, 100));
}

/** A round sends everything that was queued before it; the second mail cannot be of the round that sends the first. */
async function allMailIsSent(app: TestApp): Promise<void> {
  for (const { email } of [newPerson(), newPerson()]) {
    await app.browser().signUp({ email });
    await app.inbox.mailTo(email);
  }
}

describe('requested mail', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await openAccounts();
  });
  afterAll(() => app.close());

  it('is limited to three per hour and address, without a visible refusal', async () => {
    const { email } = newPerson();
    await app.browser().signUp({ email });
    const statuses = [];
    for (let time = 0; time < 5; time += 1)
      statuses.push((await app.browser().post('/auth/forgot', { email })).status);
    expect(statuses).toEqual([204, 204, 204, 204, 204]);
    await app.inbox.mailTo(email, { nth: 3 });
    await allMailIsSent(app);
    expect(app.inbox.mails.filter(({ to }) => to === email)).toHaveLength(4);
  });

  it('is limited per network, with a refusal', async () => {
    const answers = [];
    for (let time = 0; time < 31; time += 1)
      answers.push(await app.browser().post('/auth/forgot', { email: `x${String(time)}@people.example` }));
    expect(answers.at(-1)?.body.code).toBe('too_many_attempts');
  });

  it('counts the checks and uses of its links together per network', async () => {
    const token = 'x'.repeat(43);
    const check = async () => (await app.browser().post('/auth/reset/check', { token })).body.code;
    const reset = { token, password: OTHER_PASSWORD };
    for (let time = 0; time < 15; time += 1) {
      expect(await check()).toBe('token_invalid');
      expect((await app.browser().post('/auth/reset', reset)).body.code).toBe('token_invalid');
    }
    expect(await check()).toBe('too_many_attempts');
    app.clock.nowMs += 10 * MINUTE_MS;
  });

  it('repeats the confirmation link until the address is confirmed, in the saved language', async () => {
    const { email } = newPerson();
    const ana = app.browser();
    await ana.signUp({ email });
    await ana.signIn(email);
    await app.inbox.mailTo(email);
    await ana.request('PATCH', '/preferences', { body: { locale: 'es' } });
    expect((await ana.post('/auth/confirm/resend')).status).toBe(204);
    const again = await app.inbox.mailTo(email, { nth: 1 });
    expect(again.source).toContain('Confirma_tu_correo');
    expect((await ana.post('/auth/confirm', { token: tokenIn(again) })).status).toBe(204);
    expect((await ana.request<Me>('GET', '/me')).body.emailConfirmed).toBe(true);
    expect((await ana.post('/auth/confirm/resend')).status).toBe(204);
    await allMailIsSent(app);
    expect(app.inbox.mails.filter(({ to }) => to === email)).toHaveLength(2);
  });

  it('is not caused at an unconfirmed address by what its account does', async () => {
    const { email } = newPerson();
    const ana = app.browser();
    app.clock.nowMs += 24 * 60 * MINUTE_MS;
    await ana.signUp({ email });
    await ana.signIn(email);
    await app.inbox.mailTo(email);
    const changes = [PASSWORD, OTHER_PASSWORD, PASSWORD].map((password, index, all) => ({
      current: all[index],
      password: all[index + 1] ?? OTHER_PASSWORD,
    }));
    for (const change of changes) expect((await ana.post('/auth/password', change)).status).toBe(204);
    const resends = [1, 2, 3, 4].map(async () => (await ana.post('/auth/confirm/resend')).status);
    expect((await Promise.all(resends)).sort()).toEqual([204, 204, 204, 429]);
    // Then six a day, not seventy.
    app.clock.nowMs += 60 * MINUTE_MS;
    await ana.signIn(email, OTHER_PASSWORD);
    expect((await ana.post('/auth/confirm/resend')).status).toBe(429);
    await allMailIsSent(app);
    const sources = app.inbox.mails.filter(({ to }) => to === email).map(({ source }) => source);
    expect(sources.map((source) => source.includes('/confirm#token'))).toEqual([true, true, true, true]);
  });

  it('uses no name for an unconfirmed address', async () => {
    const { email } = newPerson();
    await app.browser().signUp({ email, firstName: 'Your account is locked: evil.example' });
    const { source } = await app.inbox.mailTo(email);
    expect(source).toContain('Welcome to Flip,');
    expect(source).not.toContain('evil.example');
  });

  it('greets by first name, with any display name, with markup and text references escaped', async () => {
    const { email } = newPerson();
    const ana = app.browser();
    app.clock.nowMs += 24 * 60 * MINUTE_MS;
    await ana.signUp({ email, firstName: '<b>Ana</b> $t(mail.contact) {email}' });
    await ana.signIn(email);
    await confirm(app, ana, email);
    await ana.signIn(email);
    await ana.request('PATCH', '/preferences', { body: { displayName: 'Anita' } });
    await app.browser().post('/auth/forgot', { email });
    const { source } = await app.inbox.mailTo(email, { path: '/reset' });
    const named = source.replace(/=\r?\n/g, '').replace(/=3D/g, '=');
    expect(named).toContain('Hi <b>Ana</b> $t(mail.contact) {email},');
    expect(named).toContain('Hi &lt;b&gt;Ana&lt;/b&gt; $t(mail.contact) {email},');
    expect(named).not.toContain('Anita');
  });
});
