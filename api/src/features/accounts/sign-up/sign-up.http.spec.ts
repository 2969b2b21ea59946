import { randomUUID } from 'node:crypto';
import { CommandBus } from '@nestjs/cqrs';
import { openAccounts, UNLIMITED } from '../../../../../test/support/accounts-app.js';
import { newPerson, PASSWORD } from '../../../../../test/support/passwords.js';
import { tokenIn } from '../../../../../test/support/smtp-inbox.js';
import type { TestApp } from '../../../../../test/support/test-app.js';
import { CommandRunner } from '../../../engine/commands/command-runner.js';
import { newCommandContext } from '../../../engine/commands/command-context.js';
import { EncryptedEventLog } from '../../../engine/event-store/encrypted-event-log.js';
import { Secrets } from '../../../config/runtime.js';
import { Vault } from '../../../engine/vault/vault.port.js';
import type { Me } from '../../../kernel/people/accounts.js';
import { accountStream } from '../account/account.decider.js';
import { emailClaimDecider, emailClaimStream } from '../account/email-claim.decider.js';
import { AccountDirectory } from '../account/account-directory.js';
import { earlierIndex, emailIndex } from '../email-address.js';
import { Credentials } from '../passwords/credentials.js';
import { SignUp } from './sign-up.command.js';

describe('signing up', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await openAccounts(UNLIMITED);
  });
  afterAll(() => app.close());

  const eventsOf = async (stream: string) => {
    const events = [];
    for await (const event of app.get(EncryptedEventLog).read(stream)) events.push(event);
    return events;
  };
  const index = (email: string) => emailIndex(email, app.get(Secrets));
  const claim = (email: string, uid: string) =>
    app.get(CommandRunner).execute({
      decider: emailClaimDecider,
      stream: emailClaimStream(index(email)),
      command: { type: 'ClaimEmail', uid },
      context: newCommandContext({ kind: 'sender', id: uid }),
    });

  it('registers the user with the accepted terms, and they can sign in at once', async () => {
    const person = newPerson();
    const ana = app.browser();
    const registered = await ana.signUp({
      ...person,
      email: ` ${person.email.toUpperCase()} `,
      locale: 'es',
    });
    expect(registered.status).toBe(201);
    const { uid } = registered.body;
    const events = await eventsOf(accountStream(uid));
    expect(events.map(({ type, data }) => [type, data])).toEqual([
      [
        'AccountRegistered',
        {
          email: person.email,
          firstName: 'Ana',
          lastName: 'Torres',
          locale: 'es',
          credentialId: expect.any(String) as string,
        },
      ],
      ['TermsAccepted', { termsVersion: '2025-09-01', minimumAge: 18 }],
    ]);
    const me = await ana.signIn(person.email);
    expect([me.status, me.body]).toEqual([
      200,
      {
        uid,
        email: person.email,
        emailConfirmed: false,
        firstName: 'Ana',
        displayName: 'Ana Torres',
        fullName: 'Ana Torres',
        roles: ['sender'],
        verification: 'unverified',
        locale: 'es',
        signInMethods: ['password'],
        hasSecondFactor: false,
      } satisfies Me,
    ]);
    expect((await ana.request('GET', '/me')).body).toEqual(me.body);
  });

  it('refuses an address in use regardless of letter case, and keeps no password of the second attempt', async () => {
    const person = newPerson();
    const { uid } = (await app.browser().signUp(person)).body;
    const again = await app.browser().signUp({ ...person, email: person.email.toUpperCase() });
    expect([again.status, again.body.code, again.body.detail]).toEqual([
      409,
      'email_taken',
      'An account with this e-mail already exists.',
    ]);
    expect(await app.get(Vault).list('credential', uid)).toHaveLength(1);
  });

  it('assigns the address to exactly one of twenty concurrent attempts, which can sign in', async () => {
    const person = newPerson();
    const attempts = Array.from({ length: 20 }, (_, number) => ({
      ...person,
      password: `violet-harbor-${String(number)}-lantern`,
    }));
    const answers = await Promise.all(attempts.map((attempt) => app.browser().signUp(attempt)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(19).fill(409)]);
    const winner = answers.findIndex(({ status }) => status === 201);
    const signIns = await Promise.all(
      attempts.map(({ password }) => app.browser().signIn(person.email, password)),
    );
    expect(signIns.map(({ status }) => status === 200)).toEqual(attempts.map((_, n) => n === winner));
  });

  describe('that was interrupted', () => {
    it('after the password was stored: the next attempt registers, and only its password works', async () => {
      const person = newPerson();
      await app.get(Credentials).add(randomUUID(), 'left-behind-password-7');
      expect((await app.browser().signUp(person)).status).toBe(201);
      expect((await app.browser().signIn(person.email)).status).toBe(200);
      expect((await app.browser().signIn(person.email, 'left-behind-password-7')).status).toBe(401);
    });

    it('after the address was claimed: sign-in is impossible, and the next attempt completes the claim', async () => {
      const person = newPerson();
      const uid = randomUUID();
      await app.get(Credentials).add(uid, 'left-behind-password-7');
      await claim(person.email, uid);
      expect((await app.browser().signIn(person.email, 'left-behind-password-7')).status).toBe(401);
      expect((await app.browser().signUp(person)).body.uid).toBe(uid);
      // Both belong to the user, so that nothing remains when the user is erased.
      expect(await app.get(Vault).list('credential', uid)).toHaveLength(2);
      expect((await app.browser().signIn(person.email)).status).toBe(200);
      expect((await app.browser().signIn(person.email, 'left-behind-password-7')).status).toBe(401);
      expect((await app.browser().signUp(person)).status).toBe(409);
    });

    it('after the account was registered: the address is in use, and the password works', async () => {
      const person = newPerson();
      await app.get(CommandBus).execute(new SignUp(person, null));
      expect((await app.browser().signUp(person)).status).toBe(409);
      expect((await app.browser().signIn(person.email)).status).toBe(200);
    });
  });

  describe('is refused', () => {
    it.each<[string, object, readonly (readonly [string, string])[]]>([
      [
        'without names',
        { firstName: ' ', lastName: undefined },
        [
          ['firstName', 'names_required'],
          ['lastName', 'names_required'],
        ],
      ],
      ['with a name nobody can read', { firstName: 'A\u202ena' }, [['firstName', 'characters']]],
      ['with a zero-width name', { lastName: 'To\u200brres' }, [['lastName', 'characters']]],
      ['with a name of 81 characters', { firstName: 'x'.repeat(81) }, [['firstName', 'too_long']]],
      ['with a name that is no text', { firstName: { $gt: '' } }, [['firstName', 'text']]],
      ['without the terms', { acceptTerms: false }, [['acceptTerms', 'accept_terms_error']]],
      ['with terms that are no tick', { acceptTerms: 'true' }, [['acceptTerms', 'boolean']]],
      ['with an e-mail that is none', { email: 'ana@' }, [['email', 'email']]],
      ['with two e-mails', { email: ['a@b.example', 'c@d.example'] }, [['email', 'text']]],
      ['with a huge e-mail', { email: `${'a'.repeat(250)}@b.example` }, [['email', 'too_long']]],
      [
        'with a password of 8 characters',
        { password: 'x7!Kq2z#' },
        [['password', 'password-does-not-meet-requirements']],
      ],
      [
        'with a password of 129 characters',
        { password: 'x7!Kq2z'.repeat(19) },
        [['password', 'password-does-not-meet-requirements']],
      ],
      [
        'with a password whose normal form is too short',
        { password: '\u{1d429}a\u0301'.repeat(4) },
        [['password', 'password-does-not-meet-requirements']],
      ],
      ['with a password that is no text', { password: 12345678 }, [['password', 'text']]],
      ['in a language we do not speak', { locale: 'fr' }, [['locale', 'choice']]],
      ['with a role', { roles: ['analyst'] }, [['roles', 'unknown_field']]],
      ['with a uid', { uid: randomUUID() }, [['uid', 'unknown_field']]],
    ])('%s, naming the field (ASVS 6.2.1, 6.2.9)', async (_, change, fields) => {
      const person = { ...newPerson(), ...change };
      const answer = await app.browser().post('/auth/sign-up', person);
      expect([answer.status, answer.body.code]).toEqual([400, 'validation_failed']);
      expect(answer.body.fields?.map(({ field, code }) => [field, code])).toEqual(fields);
      expect((await app.browser().signIn('nobody@people.example')).status).toBe(401);
    });

    it('with the text of the specification', async () => {
      const answer = await app
        .browser()
        .post('/auth/sign-up', { ...newPerson(), firstName: '', acceptTerms: false });
      expect(answer.body.fields?.map(({ message }) => message)).toEqual([
        'Please enter both your first and last name.',
        'You must accept the Terms of Service to continue.',
      ]);
    });

    it.each([
      ['password1234', 'common'],
      ['qwertyuiop', 'common'],
      ['𝐩𝐚𝐬𝐬𝐰𝐨𝐫𝐝𝟏𝟐𝟑𝟒', 'common'],
      ['flipflip2026', 'common'],
      ['contraseña123', 'common'],
      ['tablero2021', 'guessable'],
    ])('with a password that is easy to guess: %s', async (password, reason) => {
      const answer = await app.browser().signUp({ password });
      expect([answer.status, answer.body.code, answer.body.params]).toEqual([
        422,
        'password-does-not-meet-requirements',
        { reason },
      ]);
    });
  });

  it("refuses the user's own address as a password", async () => {
    const person = newPerson();
    expect((await app.browser().signUp({ ...person, password: person.email })).status).toBe(422);
  });

  it('mails a confirmation link in the language of the sign-up', async () => {
    const person = newPerson();
    const ana = app.browser();
    await ana.signUp({ ...person, locale: 'es' });
    await ana.signIn(person.email);
    const mail = await app.inbox.mailTo(person.email);
    expect(mail.source).toContain('Subject: =?UTF-8?Q?Confirma_tu_correo_electr=C3=B3nico?=');
    const token = tokenIn(mail);
    expect((await ana.post('/auth/confirm', { token: 'x'.repeat(43) })).body.code).toBe('token_invalid');
    expect((await ana.post('/auth/confirm', { token })).status).toBe(204);
    expect((await ana.request<Me>('GET', '/me')).body.emailConfirmed).toBe(true);
    expect((await ana.post('/auth/confirm', { token })).status).toBe(204);
    expect((await app.browser().post('/auth/reset', { token, password: PASSWORD })).body.code).toBe(
      'token_invalid',
    );
  });

  it.each([
    ['compatibility letters', 'h3.test', '\u210e3.test'],
    ['an international domain', 'b\u00fccher.example', 'xn--bcher-kva.example'],
    ['a full-width dot', 'mail.example', 'mail\uff0eexample'],
  ])('has one account per mailbox: %s in the domain', async (_, one, other) => {
    const name = newPerson().email.split('@')[0] ?? '';
    expect((await app.browser().signUp({ email: `${name}@${one}` })).status).toBe(201);
    const again = await app.browser().signUp({ email: `${name}@${other}` });
    expect([again.status, again.body.code]).toEqual([409, 'email_taken']);
    expect((await app.browser().signIn(`${name}@${other}`)).status).toBe(200);
  });

  it('finds an account with an international domain that was stored as it was typed', async () => {
    const email = `${newPerson().email.split('@')[0] ?? ''}@b\u00fccher.example`;
    const earlier = earlierIndex(email, app.get(Secrets));
    const uid = randomUUID();
    await app.get(CommandRunner).execute({
      decider: emailClaimDecider,
      stream: emailClaimStream(earlier ?? ''),
      command: { type: 'ClaimEmail', uid },
      context: newCommandContext({ kind: 'sender', id: uid }),
    });
    expect(await app.get(AccountDirectory).claimantOf(email)).toBe(uid);
  });

  it('is confirmed only in a session of that account, also twice, which keeps everything', async () => {
    const person = newPerson();
    const ana = app.browser();
    await ana.signUp(person);
    await ana.signIn(person.email);
    await ana.request('PATCH', '/preferences', { body: { displayName: 'Anita' } });
    const token = tokenIn(await app.inbox.mailTo(person.email));
    const nobody = await app.browser().post('/auth/confirm', { token });
    expect([nobody.status, nobody.body.code]).toEqual([401, 'unauthenticated']);
    const luis = app.browser();
    const other = newPerson();
    await luis.signUp(other);
    await luis.signIn(other.email);
    const wrong = await luis.post('/auth/confirm', { token });
    expect([wrong.status, wrong.body.code]).toEqual([401, 'other_account']);
    expect([(await ana.me()).emailConfirmed, (await luis.me()).emailConfirmed]).toEqual([false, false]);
    for (let followed = 0; followed < 2; followed += 1)
      expect((await ana.post('/auth/confirm', { token })).status).toBe(204);
    expect(await ana.me()).toMatchObject({ emailConfirmed: true, displayName: 'Anita' });
  });
});
