import { CommandBus } from '@nestjs/cqrs';
import { generateSync } from 'otplib';
import { openAccounts, UNLIMITED, confirmedPerson } from '../../../../../test/support/accounts-app.js';
import type { Client } from '../../../../../test/support/client.js';
import { newPerson, PASSWORD, OTHER_PASSWORD } from '../../../../../test/support/passwords.js';
import { codeIn, tokenIn } from '../../../../../test/support/smtp-inbox.js';
import type { TestApp } from '../../../../../test/support/test-app.js';
import type {
  Me,
  Problem,
  RecoveryCodes,
  SecondFactorSecret,
  SecondFactorState,
} from '../../../kernel/people/accounts.js';
import { Administer } from '../account/administer-account.command.js';
import { ShutOut } from '../sessions/shut-out.js';

const STEP_MS = 30_000;
const MINUTE_MS = 60_000;

describe('a second factor', () => {
  let app: TestApp;
  let email: string;
  let ana: Client;

  beforeAll(async () => {
    app = await openAccounts(UNLIMITED);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    later(60 * MINUTE_MS);
    const confirmed = await confirmedPerson(app);
    ({ email } = confirmed.person);
    ana = confirmed.browser;
  });

  const later = (ms: number) => {
    app.clock.nowMs += ms;
  };
  const codeAt = (secret: string, steps = 0) =>
    generateSync({ secret, epoch: Math.floor(app.clock.nowMs / 1_000) + (steps * STEP_MS) / 1_000 });
  const state = async (person = ana) =>
    (await person.request<SecondFactorState>('GET', '/second-factor')).body;
  /** The code that is mailed to a sender who begins to enrol. */
  const mailedCode = async (person = ana, to = email) => {
    const isCode = ({ to: address, source }: { to: string; source: string }) =>
      address === to && source.includes('Your code for two-step');
    const nth = app.inbox.mails.filter(isCode).length;
    expect((await person.post('/second-factor')).status).toBe(202);
    return codeIn(await app.inbox.mailTo(to, { path: 'Your code for two-step', nth }));
  };
  const begin = async () =>
    (await ana.post<SecondFactorSecret>('/second-factor', { proof: await mailedCode() })).body.secret;
  const enrol = async () => {
    const secret = await begin();
    const { status, body } = await ana.post<RecoveryCodes>('/second-factor/confirm', {
      code: codeAt(secret),
    });
    expect(status).toBe(200);
    await app.caughtUp('stale-sessions');
    later(STEP_MS);
    return { secret, codes: body.recoveryCodes };
  };
  /** The first step of a sign-in in another browser. */
  const withPassword = async (password = PASSWORD) => {
    const browser = app.browser();
    const { status, body } = await browser.signIn(email, password);
    expect([status, body.code]).toEqual([401, 'second_factor_required']);
    return browser;
  };
  const enter = (browser: Client, code: object) => browser.post<Me & Problem>('/auth/second-factor', code);

  it('is set up with its first code, and gives ten recovery codes once', async () => {
    const begun = await ana.post<SecondFactorSecret>('/second-factor', { proof: await mailedCode() });
    expect(begun.body.uri).toBe(
      `otpauth://totp/Flip:${encodeURIComponent(email)}?secret=${begun.body.secret}&issuer=Flip`,
    );
    expect(await state()).toEqual({ enrolled: false, recoveryCodesLeft: null });
    expect((await ana.me()).hasSecondFactor).toBe(false);
    const { codes } = await enrol();
    expect([new Set(codes).size, codes.every((code) => /^(\w{4}-){2}\w{4}$/.test(code))]).toEqual([10, true]);
    expect(await state()).toEqual({ enrolled: true, recoveryCodesLeft: 10 });
    expect((await ana.me()).hasSecondFactor).toBe(true);
    await app.inbox.mailTo(email, { path: 'Two-step sign-in is on' });
  });

  it('needs more than the password: a code that is mailed, which works once, within ten minutes, for its owner', async () => {
    const refused = async (proof: string) => {
      const { status, body } = await ana.post('/second-factor', { proof });
      return [status, body.code];
    };
    const [first, second] = [await mailedCode(), await mailedCode()];
    expect(await refused('K7QF-2M9X-P3DA')).toEqual([401, 'invalid_code']);
    const other = await confirmedPerson(app);
    const foreign = await other.browser.post('/second-factor', { proof: second });
    expect([foreign.status, foreign.body.code]).toEqual([401, 'invalid_code']);
    expect((await ana.post('/second-factor', { proof: second.toLowerCase() })).status).toBe(201);
    for (const used of [first, second]) expect(await refused(used)).toEqual([401, 'invalid_code']);
    const late = await mailedCode();
    later(9 * MINUTE_MS);
    await ana.post('/auth/refresh');
    later(MINUTE_MS);
    expect(await refused(late)).toEqual([401, 'invalid_code']);
  });

  it('of a member of staff needs the newest code that an operator has printed, and no mailed one', async () => {
    const administer = (change: Administer['change']) =>
      app.get(CommandBus).execute(new Administer(email, change, 'spec'));
    const mailed = await mailedCode();
    const replaced = await administer({ type: 'GrantRole', role: 'analyst' });
    const printed = await administer({ type: 'GrantRole', role: 'lead' });
    const bare = await ana.post('/second-factor');
    expect([bare.status, bare.body.code]).toEqual([403, 'enrolment_code_required']);
    for (const proof of [mailed, replaced])
      expect((await ana.post('/second-factor', { proof })).body.code).toBe('invalid_code');
    const begun = await ana.post<SecondFactorSecret>('/second-factor', { proof: printed });
    expect((await ana.post('/second-factor/confirm', { code: codeAt(begun.body.secret) })).status).toBe(200);
    await app.inbox.mailTo(email, { path: 'reset my password' });
    // A factor stays when a role is granted.
    expect(await administer({ type: 'GrantRole', role: 'auditor' })).toBeNull();
    expect(await administer({ type: 'ResetSecondFactor' })).toMatch(/^(\w{4}-){2}\w{4}$/);
  });

  it('moves to another phone with a recent code and the first code of the new one', async () => {
    const { secret } = await enrol();
    const early = await ana.post('/second-factor/confirm', { code: codeAt(secret) });
    expect([early.status, early.body.code]).toEqual([401, 'second_factor_expired']);
    const { body: begun } = await ana.post<SecondFactorSecret>('/second-factor');
    expect((await ana.post('/second-factor/confirm', { code: codeAt(begun.secret) })).status).toBe(200);
    later(STEP_MS);
    expect((await enter(await withPassword(), { code: codeAt(secret) })).status).toBe(401);
    expect((await enter(await withPassword(), { code: codeAt(begun.secret) })).status).toBe(200);
  });

  it('that somebody else has enrolled is removed with the link of the mail, within 72 hours', async () => {
    const elsewhere = app.browser();
    await elsewhere.signIn(email);
    await enrol();
    const token = tokenIn(await app.inbox.mailTo(email, { path: '/undo-second-factor' }));
    const undo = () => app.browser().post('/auth/second-factor/undo', { token });
    expect((await undo()).status).toBe(204);
    expect((await undo()).body.code).toBe('token_invalid');
    expect((await ana.request('GET', '/me')).status).toBe(401);
    expect((await app.browser().signIn(email)).status).toBe(200);
  });

  it('is not removed with the link of an earlier enrolment, nor of 72 hours ago, nor of staff', async () => {
    await enrol();
    const linkOf = async (nth: number) =>
      tokenIn(await app.inbox.mailTo(email, { path: '/undo-second-factor', nth }));
    const earlier = await linkOf(0);
    await ana.request('DELETE', '/second-factor');
    later(MINUTE_MS);
    await enrol();
    const refused = async (token: string) =>
      (await app.browser().post('/auth/second-factor/undo', { token })).body.code;
    expect(await refused(earlier)).toBe('token_invalid');
    const current = await linkOf(1);
    await app.get(CommandBus).execute(new Administer(email, { type: 'GrantRole', role: 'lead' }, 'spec'));
    expect(await refused(current)).toBe('token_invalid');
    await app.get(CommandBus).execute(new Administer(email, { type: 'RevokeRole', role: 'lead' }, 'spec'));
    later(72 * 60 * MINUTE_MS);
    expect(await refused(current)).toBe('token_invalid');
  });

  it('leaves the session in which it was set up, and ends every other one', async () => {
    const elsewhere = app.browser();
    await elsewhere.signIn(email);
    await enrol();
    expect((await elsewhere.request('GET', '/me')).status).toBe(401);
    expect((await ana.request('GET', '/me')).status).toBe(200);
  });

  it('ends no session that was opened after its removal when the end of the earlier ones is repeated', async () => {
    await enrol();
    const at = new Date(app.clock.nowMs).toISOString();
    await ana.request('DELETE', '/second-factor');
    later(MINUTE_MS);
    const browser = app.browser();
    await browser.signIn(email);
    const { uid } = await browser.me();
    await app.get(ShutOut).factor(uid, { enrolled: true, at });
    expect((await browser.request('GET', '/me')).status).toBe(200);
  });

  it('ends late no sign-in and no change of phone that was begun since', async () => {
    const { secret } = await enrol();
    const { uid } = await ana.me();
    const before = await withPassword();
    const at = new Date(app.clock.nowMs).toISOString();
    later(STEP_MS);
    const since = await withPassword();
    const { body: begun } = await ana.post<SecondFactorSecret>('/second-factor');
    await app.get(ShutOut).factor(uid, { enrolled: true, at });
    expect((await enter(before, { code: codeAt(secret) })).body.code).toBe('second_factor_expired');
    expect((await enter(since, { code: codeAt(secret) })).status).toBe(200);
    expect((await ana.post('/second-factor/confirm', { code: codeAt(begun.secret) })).status).toBe(200);
  });

  it('is set up only with the newest secret, within 15 minutes, and only after the mailbox was proven', async () => {
    const replaced = await begin();
    const secret = await begin();
    const confirm = async (code: string) => {
      const { status, body } = await ana.post('/second-factor/confirm', { code });
      return [status, body.code];
    };
    expect(await confirm(codeAt(replaced))).toEqual([401, 'invalid_code']);
    later(14 * MINUTE_MS);
    await ana.post('/auth/refresh');
    later(MINUTE_MS);
    expect(await confirm(codeAt(secret))).toEqual([401, 'second_factor_expired']);
    const stranger = app.browser();
    const person = newPerson();
    await stranger.signUp(person);
    await stranger.signIn(person.email);
    const refused = await stranger.post('/second-factor');
    expect([refused.status, refused.body.code]).toEqual([403, 'email_not_confirmed']);
  });

  it('is needed for every sign-in: the password opens nothing by itself (ASVS 6.3.3)', async () => {
    const { secret } = await enrol();
    const browser = await withPassword();
    expect((await browser.request('GET', '/me')).status).toBe(401);
    expect((await enter(browser, { code: codeAt(secret, 3) })).body.code).toBe('invalid_code');
    const { status, body } = await enter(browser, { code: codeAt(secret) });
    expect([status, body.email]).toEqual([200, email]);
    expect((await browser.me()).email).toBe(email);
    expect(browser.cookies.has('flip_ticket')).toBe(false);
  });

  it('accepts a code of the half minute before or after, and each only once (ASVS 6.5.5)', async () => {
    const { secret } = await enrol();
    later(5 * STEP_MS);
    for (const steps of [-2, 2])
      expect((await enter(await withPassword(), { code: codeAt(secret, steps) })).status).toBe(401);
    for (const steps of [-1, 0, 1])
      expect((await enter(await withPassword(), { code: codeAt(secret, steps) })).status).toBe(200);
    for (const steps of [-1, 0, 1])
      expect((await enter(await withPassword(), { code: codeAt(secret, steps) })).body.code).toBe(
        'invalid_code',
      );
  });

  it('accepts one of two equal codes that come at once', async () => {
    const { secret } = await enrol();
    const browsers = [await withPassword(), await withPassword()];
    const answers = await Promise.all(browsers.map((browser) => enter(browser, { code: codeAt(secret) })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  it('waits five minutes for the code', async () => {
    const { secret } = await enrol();
    const browser = await withPassword();
    later(5 * MINUTE_MS);
    expect((await enter(browser, { code: codeAt(secret) })).body.code).toBe('second_factor_expired');
    expect((await enter(app.browser(), { code: codeAt(secret) })).body.code).toBe('second_factor_expired');
  });

  it('stops after five wrong codes for 15 minutes, and its owner is notified (ASVS 6.6.1, 6.6.2, 6.6.3)', async () => {
    const { secret } = await enrol();
    const browser = await withPassword();
    for (let wrong = 0; wrong < 5; wrong += 1)
      expect((await enter(browser, { code: codeAt(secret, 9) })).status).toBe(401);
    const stopped = await enter(await withPassword(), { code: codeAt(secret) });
    expect([stopped.status, stopped.headers['retry-after']]).toEqual([429, '900']);
    await app.inbox.mailTo(email, { path: 'Too many wrong codes' });
    expect((await ana.post('/second-factor/step-up', { code: codeAt(secret) })).status).toBe(204);
    later(15 * MINUTE_MS);
    expect((await enter(await withPassword(), { code: codeAt(secret) })).status).toBe(200);
  });

  it('lets a browser of its owner, and a recovery code, sign in whatever a stranger has entered', async () => {
    const { secret, codes } = await enrol();
    const own = await withPassword();
    expect((await enter(own, { code: codeAt(secret) })).status).toBe(200);
    later(STEP_MS);
    const stranger = await withPassword();
    for (let wrong = 0; wrong < 5; wrong += 1) await enter(stranger, { code: codeAt(secret, 9) });
    expect((await enter(stranger, { code: codeAt(secret) })).status).toBe(429);
    expect((await enter(stranger, { recoveryCode: codes[0] })).status).toBe(200);
    await own.signIn(email);
    expect((await enter(own, { code: codeAt(secret) })).status).toBe(200);
  });

  it('knows no browser that signed in with the password alone, before the factor was set up', async () => {
    const guesser = app.browser();
    await guesser.signIn(email);
    const { secret } = await enrol();
    expect((await guesser.signIn(email)).status).toBe(401);
    for (let wrong = 0; wrong < 5; wrong += 1) await enter(guesser, { code: codeAt(secret, 9) });
    expect((await enter(await withPassword(), { code: codeAt(secret) })).status).toBe(429);
  });

  it('that is being entered is void once every session was ended', async () => {
    const { secret } = await enrol();
    const browser = await withPassword();
    expect((await ana.request('DELETE', '/sessions')).status).toBe(204);
    expect((await enter(browser, { code: codeAt(secret) })).body.code).toBe('second_factor_expired');
  });

  it('accepts each recovery code once, and notifies the owner; new codes replace the others (ASVS 6.5.1, 6.5.2, 6.5.3, 6.5.4)', async () => {
    const { codes } = await enrol();
    const [first = '', second = ''] = codes;
    const typed = first.toLowerCase().replaceAll('-', ' ');
    expect((await enter(await withPassword(), { recoveryCode: typed })).status).toBe(200);
    expect((await enter(await withPassword(), { recoveryCode: first })).body.code).toBe('invalid_code');
    expect((await state()).recoveryCodesLeft).toBe(9);
    await app.inbox.mailTo(email, { path: 'A recovery code was used' });
    const { body } = await ana.post<RecoveryCodes>('/second-factor/recovery-codes');
    expect((await enter(await withPassword(), { recoveryCode: second })).body.code).toBe('invalid_code');
    const [fresh = ''] = body.recoveryCodes;
    expect((await enter(await withPassword(), { recoveryCode: fresh })).status).toBe(200);
  });

  it('stays after a password reset, and a reset between password and code voids the ticket', async () => {
    const { secret } = await enrol();
    const browser = await withPassword();
    await app.browser().post('/auth/forgot', { email });
    const token = tokenIn(await app.inbox.mailTo(email, { path: '/reset' }));
    await app.browser().post('/auth/reset', { token, password: OTHER_PASSWORD });
    expect((await enter(browser, { code: codeAt(secret) })).body.code).toBe('second_factor_expired');
    expect((await enter(await withPassword(OTHER_PASSWORD), { code: codeAt(secret) })).status).toBe(200);
  });

  it('is removed by its owner after a step-up, which ends every other session', async () => {
    const { secret } = await enrol();
    const elsewhere = await withPassword();
    await enter(elsewhere, { code: codeAt(secret) });
    later(14 * MINUTE_MS);
    await ana.post('/auth/refresh');
    later(2 * MINUTE_MS);
    const late = await ana.request('DELETE', '/second-factor');
    expect([late.status, late.body.code]).toEqual([403, 'step_up_required']);
    const password = await ana.post('/second-factor/step-up', { password: PASSWORD });
    expect(password.body.code).toBe('invalid_code');
    expect((await ana.post('/second-factor/step-up', { code: codeAt(secret) })).status).toBe(204);
    expect((await ana.request('DELETE', '/second-factor')).status).toBe(204);
    expect((await ana.me()).hasSecondFactor).toBe(false);
    expect((await elsewhere.request('GET', '/me')).status).toBe(401);
    expect((await app.browser().signIn(email)).status).toBe(200);
  });

  it('requires a sign-in or the password within the last 15 minutes to be set up', async () => {
    later(14 * MINUTE_MS);
    await ana.post('/auth/refresh');
    later(MINUTE_MS);
    expect((await ana.post('/second-factor')).body.code).toBe('step_up_required');
    const wrong = await ana.post('/second-factor/step-up', { password: OTHER_PASSWORD });
    expect(wrong.body.code).toBe('current_password_wrong');
    expect((await ana.post('/second-factor/step-up', { password: PASSWORD })).status).toBe(204);
    expect((await ana.post('/second-factor')).status).toBe(202);
  });

  it('lost is removed by an operator alone, which ends all sessions (ASVS 6.4.4)', async () => {
    const { secret } = await enrol();
    const elsewhere = await withPassword();
    await enter(elsewhere, { code: codeAt(secret) });
    await app.get(CommandBus).execute(new Administer(email, { type: 'ResetSecondFactor' }, 'spec'));
    for (const browser of [ana, elsewhere]) expect((await browser.request('GET', '/me')).status).toBe(401);
    expect((await app.browser().signIn(email)).status).toBe(200);
    await app.inbox.mailTo(email, { path: 'Two-step sign-in is off' });
  });
});
