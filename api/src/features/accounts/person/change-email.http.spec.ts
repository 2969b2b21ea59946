import { openAccounts, UNLIMITED, confirmedPerson } from '../../../../../test/support/accounts-app.js';
import type { Client } from '../../../../../test/support/client.js';
import { newPerson, OTHER_PASSWORD, PASSWORD } from '../../../../../test/support/passwords.js';
import type { TestApp } from '../../../../../test/support/test-app.js';
import { until } from '../../../../../test/support/till.js';
import { control, inquiryIn, verifying } from '../../../../../test/support/verification-app.js';
import { waitFor } from '../../../../../test/support/wait-for.js';
import type { EmailConfirmation, EmailState, Problem } from '../../../kernel/people/accounts.js';
import type { SubmitKycAnswer } from '../../../kernel/people/verification.js';
import { PaymentsModule } from '../../payments/payments.module.js';
import { VerificationModule } from '../../verification/verification.module.js';
import { ShutOut } from '../sessions/shut-out.js';
import { AccountDirectory } from '../account/account-directory.js';
import { Claims } from '../account/claims.js';
import { EmailChangesWorker } from './email-changes.worker.js';
import { KEPT_MS } from './settle-emails.js';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

describe('a change of address', () => {
  let app: TestApp;
  let old: string;
  let to: string;
  let uid: string;
  let ana: Client;

  beforeAll(async () => {
    app = await openAccounts(UNLIMITED);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    const confirmed = await confirmedPerson(app);
    ({ uid, browser: ana } = confirmed);
    old = confirmed.person.email;
    to = newPerson().email;
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  const ask = async (email = to, person = ana) => (await person.post('/me/email', { email })).status;
  const state = async (person = ana) => (await person.request<EmailState>('GET', '/me/email')).body;
  const follow = async (end: 'old' | 'new', address = end === 'old' ? old : to) => {
    const token = await app.inbox.tokenTo(address, `/change-email?at=${end}`);
    const { status, body } = await app
      .browser()
      .post<EmailConfirmation & { code?: string }>('/auth/email/confirm', { token, end });
    return status === 200 ? body.missing : body.code;
  };
  const change = async (ends: readonly ('old' | 'new')[] = ['old', 'new']) => {
    expect(await ask()).toBe(202);
    for (const end of ends) await follow(end);
  };
  const undo = async (address = old, password = OTHER_PASSWORD) => {
    const token = await app.inbox.tokenTo(address, '/undo-email');
    const { status, body } = await app.browser().post('/auth/email/undo', { token, password });
    return status === 204 ? 'undone' : body.code;
  };
  const signIn = async (email: string, password = PASSWORD) =>
    (await app.browser().signIn(email, password)).status;
  const claimant = (email: string) => app.get(AccountDirectory).claimantOf(email);
  /** What no decision under way can need any more is freed. */
  const free = () => {
    app.clock.nowMs += KEPT_MS;
    return settle();
  };
  const settle = async () => {
    await app.caughtUp();
    await app.get(EmailChangesWorker).work(new AbortController().signal);
  };

  it.each([[['old', 'new']], [['new', 'old']]] as const)(
    'is made by the links in both mailboxes: %s',
    async (ends) => {
      const elsewhere = app.browser();
      await elsewhere.signIn(old);
      expect(await ask()).toBe(202);
      expect((await state()).waiting).toMatchObject({ email: to, missing: ['old', 'new'] });
      expect(await follow(ends[0])).toEqual([ends[1]]);
      expect((await state()).waiting?.missing).toEqual([ends[1]]);
      expect((await ana.me()).email).toBe(old);
      expect(await follow(ends[1])).toEqual([]);
      expect(await follow(ends[1])).toEqual([]);

      await app.caughtUp();
      expect(await ana.me()).toMatchObject({ email: to, emailConfirmed: true });
      expect((await elsewhere.request('GET', '/me')).status).toBe(401);
      expect([await signIn(old), await signIn(to)]).toEqual([401, 200]);
      expect(await state()).toMatchObject({ email: to, waiting: null, undo: { email: old } });
      await app.inbox.mailTo(to, { path: 'From now on you sign in with this address' });
      await app.inbox.mailTo(old, { path: '/undo-email' });
      // A reset of the old address would be the new mailbox's.
      await app.browser().post('/auth/forgot', { email: old });
      await app.browser().post('/auth/forgot', { email: to });
      await app.inbox.mailTo(to, { path: '/reset' });
      expect(
        app.inbox.mails.some(({ to: address, source }) => address === old && source.includes('/reset')),
      ).toBe(false);
    },
  );

  it('needs a recent proof of the owner (ASVS 7.5.1)', async () => {
    app.clock.nowMs += 14 * 60_000;
    await ana.post('/auth/refresh');
    app.clock.nowMs += 60_000;
    expect((await ana.post('/me/email', { email: to })).body.code).toBe('step_up_required');
  });

  it('ends on request, when a newer one replaces it, and after a day', async () => {
    await ask();
    await app.inbox.tokenTo(old, '/change-email?at=old');
    expect((await ana.request('DELETE', '/me/email')).status).toBe(204);
    expect((await state()).waiting).toBeNull();
    expect([await follow('old'), await follow('new')]).toEqual(['token_invalid', 'token_invalid']);

    const first = to;
    await ask();
    const token = await waitFor('another link', async () => {
      const found = await app.inbox.tokenTo(first, '/change-email?at=new');
      const { status } = await app.browser().post('/auth/email/confirm', { token: found, end: 'new' });
      return status === 200 ? found : null;
    });
    to = newPerson().email;
    await ask();
    await app.inbox.tokenTo(to, '/change-email?at=new');
    const replaced = await app.browser().post('/auth/email/confirm', { token, end: 'new' });
    expect(replaced.body.code).toBe('token_invalid');
    app.clock.nowMs += DAY_MS;
    expect(await follow('new')).toBe('token_invalid');
    await settle();
    await free();
    expect([await claimant(first), await claimant(to)]).toEqual([null, null]);
  });

  it('mails the missing links again', async () => {
    await ask();
    await follow('old');
    await ask();
    await app.inbox.mailTo(to, { path: 'Confirm this address', nth: 1 });
    expect(
      app.inbox.mails.filter(({ to: address, source }) => address === old && source.includes('Agree to'))
        .length,
    ).toBe(1);
    expect(await follow('new')).toEqual([]);
  });

  it('does not tell that another account has the address, which gets a mail without a link', async () => {
    to = (await confirmedPerson(app)).person.email;
    const shown = async (email: string, person: Client) => {
      const { status, text } = await person.post('/me/email', { email });
      const { waiting } = await state(person);
      return [status, text.replaceAll(/\w+@people/g, '…@people'), waiting?.missing];
    };
    const other = (await confirmedPerson(app)).browser;
    expect(await shown(to, ana)).toEqual(await shown(newPerson().email, other));
    await app.inbox.mailTo(to, { path: 'It has an account already' });
    expect(
      app.inbox.mails.some(({ to: address, source }) => address === to && source.includes('change-email')),
    ).toBe(false);
    expect((await ana.post('/me/email', { email: old })).body.code).toBe('email_unchanged');
  });

  it('of an address that was never confirmed needs the new mailbox alone, and frees the old one', async () => {
    const person = newPerson();
    const browser = app.browser();
    await browser.signUp(person);
    await browser.signIn(person.email);
    expect(await ask(to, browser)).toBe(202);
    expect(await follow('new')).toEqual([]);
    await app.caughtUp();
    expect(await browser.me()).toMatchObject({ email: to, emailConfirmed: true });
    expect(await follow('new')).toEqual([]);
    await free();
    expect(await claimant(person.email)).toBeNull();
    expect(await follow('new')).toEqual([]);
    expect(
      app.inbox.mails.some(
        ({ to: address, source }) => address === person.email && source.includes('/undo-email'),
      ),
    ).toBe(false);
  });

  it('is undone from the old mailbox with a new password: every session ends, and the other address is free', async () => {
    await change();
    expect(await undo()).toBe('undone');
    expect(await undo()).toBe('token_invalid');
    expect((await ana.request('GET', '/me')).status).toBe(401);
    expect([await signIn(to), await signIn(old), await signIn(old, OTHER_PASSWORD)]).toEqual([401, 401, 200]);
    await app.inbox.mailTo(old, { path: 'was undone' });
    await free();
    expect(await claimant(to)).toBeNull();
    expect(await claimant(old)).toBe(uid);
  });

  it('keeps the old address for seven days, in which nobody else gets it', async () => {
    await change();
    await app.inbox.tokenTo(old, '/undo-email');
    expect((await ana.post('/me/close')).body.code).toBe('email_just_changed');
    app.clock.nowMs += 7 * DAY_MS - HOUR_MS;
    await settle();
    expect((await app.browser().signUp({ ...newPerson(), email: old })).body).toMatchObject({
      code: 'email_taken',
    });
    app.clock.nowMs += HOUR_MS;
    expect(await undo()).toBe('token_invalid');
    await free();
    const { status, body } = await app.browser().signUp({ ...newPerson(), email: old });
    expect(status).toBe(201);
    expect(await claimant(old)).toBe(body.uid);
    expect(await claimant(to)).toBe(uid);
  });

  it('interrupted between the claim and the change is finished by the next press, or by the worker', async () => {
    for (const finish of [() => follow('new'), settle]) {
      await ask();
      await follow('old');
      const claims = app.get(Claims);
      const claim = claims.claimEmail.bind(claims);
      const killed = jest.spyOn(claims, 'claimEmail').mockImplementationOnce(async (email, by) => {
        await claim(email, by);
        throw new Error('killed');
      });
      expect(await follow('new')).toBe('internal_error');
      expect(killed).toHaveBeenCalledTimes(1);
      expect(await claimant(to)).toBe(uid);
      expect(await signIn(to)).toBe(401);
      await finish();
      expect(await signIn(to)).toBe(200);
      killed.mockRestore();
      old = to;
      to = newPerson().email;
    }
  });

  it('interrupted before the claim of the old address ends is finished by the worker', async () => {
    await change();
    app.clock.nowMs += 7 * DAY_MS + KEPT_MS;
    const claims = app.get(Claims);
    jest.spyOn(claims, 'releaseEmail').mockRejectedValueOnce(new Error('killed'));
    await expect(settle()).rejects.toThrow('killed');
    await settle();
    expect(await claimant(old)).toBeNull();
  });

  it('interrupted before the sessions end is finished as well', async () => {
    const elsewhere = app.browser();
    await elsewhere.signIn(old);
    await ask();
    await follow('old');
    jest.spyOn(app.get(ShutOut), 'after').mockRejectedValueOnce(new Error('killed'));
    expect(await follow('new')).toBe('internal_error');
    await waitFor('the end of the session', async () =>
      (await elsewhere.request('GET', '/me')).status === 401 ? true : null,
    );
    await app.caughtUp();
    expect((await ana.me()).email).toBe(to);
  });

  it('withdrawn while its last confirmation claims the address leaves the address free', async () => {
    await ask();
    await follow('old');
    const claims = app.get(Claims);
    const claim = claims.claimEmail.bind(claims);
    jest.spyOn(claims, 'claimEmail').mockImplementationOnce(async (email, by) => {
      await ana.request('DELETE', '/me/email');
      return claim(email, by);
    });
    expect(await follow('new')).toBe('token_invalid');
    await free();
    expect((await app.browser().signUp({ ...newPerson(), email: to })).status).toBe(201);
  });

  it('undone in its last second, on a server whose clock is behind, leaves nobody without an address', async () => {
    await change();
    await app.inbox.tokenTo(old, '/undo-email');
    app.clock.nowMs += 7 * DAY_MS;
    await settle();
    app.clock.nowMs -= 1_000;
    expect(await undo()).toBe('undone');
    await free();
    expect([await claimant(old), await claimant(to)]).toEqual([uid, null]);
    expect(await signIn(old, OTHER_PASSWORD)).toBe(200);
  });

  it('of two people to one address is made for one of them', async () => {
    const other = await confirmedPerson(app);
    await ask();
    await ask(to, other.browser);
    const links = async (nth: number) => {
      const { source } = await app.inbox.mailTo(to, { path: 'Confirm this address', nth });
      return /token=3D([A-Za-z0-9_-]{43})/.exec(source.replace(/=\r?\n/g, ''))?.[1];
    };
    await follow('old');
    await follow('old', other.person.email);
    const tokens = [await links(0), await links(1)];
    const answers = await Promise.all(
      tokens.map(
        async (token) => (await app.browser().post('/auth/email/confirm', { token, end: 'new' })).status,
      ),
    );
    expect(answers.sort()).toEqual([200, 409]);
    await app.caughtUp();
    const emails = [(await ana.me()).email, (await other.browser.me()).email];
    expect(emails.filter((email) => email === to)).toHaveLength(1);
    expect(await claimant(to)).toBe(emails[0] === to ? uid : other.uid);
    const loser = emails[0] === to ? other.browser : ana;
    expect((await state(loser)).waiting).toBeNull();
  });
});

describe('a change of name', () => {
  let app: TestApp;
  beforeAll(async () => {
    const options = { ...UNLIMITED, declared: [PaymentsModule], withSimulator: true };
    app = await openAccounts(options, [VerificationModule]);
    await app.listen();
  });
  afterAll(() => app.close());

  it.each([
    [[], 204, 'Anna Torres'],
    [['submitted'], 409, 'name_being_verified'],
    [['needs_review'], 409, 'name_being_verified'],
    [['verified'], 409, 'name_verified'],
    [['verified', 'declined'], 409, 'name_verified'],
    [['declined'], 204, 'Anna Torres'],
    [['expired'], 204, 'Anna Torres'],
  ] as const)('after a check that is %j: %d', async (statuses, status, shown) => {
    const { browser, uid } = await confirmedPerson(app);
    for (const check of statuses) await record(uid, check);
    const answer = await browser.post('/me/name', { firstName: ' Anna ', lastName: 'Torres' });
    expect(answer.status).toBe(status);
    expect(status === 204 ? (await browser.me()).fullName : answer.body.code).toBe(shown);
  });

  const record = (uid: string, status: string) =>
    app.record(`sender-${uid}`, [
      {
        type: 'KycSubmitted',
        data: { requestId: 'one', fullName: 'Ana Torres', consentVersion: '1', locale: 'en' },
      },
      ...(status === 'submitted'
        ? []
        : [
            {
              type: 'KycStatusChanged',
              data: {
                requestId: 'one',
                status,
                providerStatus: null,
                providerEventId: null,
                providerAt: null,
                by: null,
                reason: null,
              },
            },
          ]),
    ]);

  it('and a check at the same instant agree about the name', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { browser } = await confirmedPerson(app);
      const person = verifying(browser);
      const [changed] = await Promise.all([
        browser.post('/me/name', { firstName: 'Anna', lastName: 'Torres' }),
        person.submit(),
      ]);
      const [check] = (await person.overview()).items;
      expect((await browser.me()).fullName).toBe(check?.fullName);
      expect(changed.status === 204).toBe(check?.fullName === 'Anna Torres');
    }
  });

  describe('that a check has confirmed', () => {
    const newName = { consent: true, firstName: 'Ana', lastName: 'Vega' };
    const statusIs = (person: ReturnType<typeof verifying>, status: string) => async () =>
      (await person.overview()).items[0]?.status === status;
    const answered = async (url: string, answer: 'approve' | 'decline') => {
      await control(app, `inquiries/${inquiryIn(url)}/review`);
      await control(app, `inquiries/${inquiryIn(url)}/${answer}`);
    };
    const verified = async () => {
      const { browser, uid } = await confirmedPerson(app);
      const person = verifying(browser);
      await answered((await person.submit()).body.url, 'approve');
      await until(statusIs(person, 'verified'));
      return { browser, person, uid };
    };
    const repeat = (browser: Client, body: object = newName) => {
      app.clock.nowMs += 1_000;
      return browser.post<SubmitKycAnswer & Problem>('/verification/name', body);
    };

    it('is checked again: everything of before stays in force until the new one is confirmed', async () => {
      const { browser, person } = await verified();
      const before = await browser.me();
      expect(before).toMatchObject({ verification: 'verified' });
      const { status, body } = await repeat(browser);
      expect(status).toBe(201);
      // What the provider screens.
      expect(await (await fetch(body.url)).text()).toContain('Ana Vega');
      expect((await repeat(browser)).body).toEqual(body);
      expect(await person.overview()).toMatchObject({
        badge: 'verified',
        next: 'continue',
        nameStep: 'wait',
        items: [{ fullName: 'Ana Vega', decides: false }, { status: 'verified' }],
      });
      expect(await browser.me()).toEqual(before);
      await answered(body.url, 'approve');
      await until(async () => (await browser.me()).fullName === 'Ana Vega');
      expect(await browser.me()).toMatchObject({ firstName: 'Ana', verification: 'verified' });
      await until(async () => (await person.overview()).nameStep === 'check');
      expect(await person.overview()).toMatchObject({ badge: 'verified', next: 'none' });
    });

    it('stays after a check that did not succeed, which can be repeated while attempts are left', async () => {
      const { browser, person } = await verified();
      const before = await browser.me();
      for (const nameStep of ['check', 'check', 'support']) {
        const { body } = await repeat(browser);
        await answered(body.url, 'decline');
        await until(statusIs(person, 'declined'));
        expect(await person.overview()).toMatchObject({ badge: 'verified', next: 'none', nameStep });
      }
      expect((await repeat(browser)).body.code).toBe('verification_attempts_exhausted');
      expect(await browser.me()).toEqual(before);
    });

    it('needs a confirmed name, consent, and a name', async () => {
      const { browser } = await confirmedPerson(app);
      expect((await repeat(browser)).body.code).toBe('name_not_verified');
      expect((await repeat(browser, { ...newName, consent: false })).body.code).toBe('consent_required');
      expect((await repeat(browser, { ...newName, lastName: '' })).status).toBe(400);
    });

    it('stays that of an account that was closed meanwhile', async () => {
      const { browser, uid } = await verified();
      const { body } = await repeat(browser);
      await app.record(`account-${uid}`, [{ type: 'AccountClosed', data: {} }]);
      await answered(body.url, 'approve');
      await until(async () => (await app.events(`sender-${uid}`)).at(-1)?.type === 'NameGiven');
      await app.caughtUp('names');
      expect((await app.events(`account-${uid}`)).at(-1)?.type).toBe('AccountClosed');
    });
  });

  it('has the bounds of a sign-up', async () => {
    const { browser } = await confirmedPerson(app);
    expect((await browser.post('/me/name', { firstName: '', lastName: 'Torres' })).status).toBe(400);
  });
});
