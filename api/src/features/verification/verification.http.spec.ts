import type { TestApp } from '../../../../test/support/test-app.js';
import { until } from '../../../../test/support/till.js';
import {
  control,
  inquiriesOf,
  inquiryIn,
  newSender,
  openVerification,
  statusChanges,
  verifying,
  type VerifyingPerson,
} from '../../../../test/support/verification-app.js';
import { VerifyDemoSender } from './verify-demo-sender.command.js';

let app: TestApp;

beforeAll(async () => {
  app = await openVerification();
}, 30_000);
afterAll(() => app.close());

const inquiryOf = async (person: VerifyingPerson) => inquiryIn((await person.submit()).body.url);
const badgeIs = (person: VerifyingPerson, badge: string) => async () =>
  (await person.overview()).badge === badge;
const statusIs = (person: VerifyingPerson, status: string) => async () =>
  (await person.overview()).items[0]?.status === status;

describe('a sender who requests verification', () => {
  it('passes on the hosted page and is verified by the signed webhook', async () => {
    const maya = await newSender(app);
    expect(await maya.overview()).toEqual({
      items: [],
      nextCursor: null,
      badge: 'unverified',
      next: 'start',
      attemptsLeft: 3,
      emailConfirmed: true,
      nameStep: 'edit',
    });
    const { status, body } = await maya.submit();
    expect(status).toBe(201);
    expect(await maya.overview()).toMatchObject({ badge: 'pending', next: 'continue' });
    const page = await (await fetch(body.url)).text();
    expect(page).toContain('Maya Okafor');
    const pressed = await fetch(`${app.simulator.httpUrl}/verify`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ ...Object.fromEntries(new URL(body.url).searchParams), outcome: 'pass' }),
    });
    expect(pressed.headers.get('location')).toMatch(/\/verification\?inquiry-id=inq_/);
    await until(badgeIs(maya, 'verified'));
    expect(await maya.overview()).toMatchObject({
      next: 'none',
      items: [{ id: body.requestId, uid: maya.uid, status: 'verified', fullName: 'Maya Okafor' }],
    });
    const events = await app.events(`sender-${maya.uid}`);
    expect(events.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['KycSubmitted', 'InquiryOpened', 'KycStatusChanged']),
    );
    expect(events[0]?.data).toEqual({
      requestId: body.requestId,
      fullName: 'Maya Okafor',
      consentVersion: '2026-11-01',
      locale: 'en',
    });
    expect(JSON.stringify(events.map(({ data }) => data))).not.toContain('/verify');
  });

  it('can enter the name on their document, even in Spanish', async () => {
    const sender = await newSender(app);
    const headers = { 'accept-language': 'es-MX' };
    const { body } = await sender.submit({ consent: true, fullName: '  María   José Okafor ' }, headers);
    expect(await (await fetch(body.url)).text()).toContain('lang="es"');
    expect((await sender.overview()).items[0]?.fullName).toBe('María José Okafor');
  });

  it.each([
    ['en', 'You must consent to data collection and verification.'],
    ['es', 'Debes dar tu consentimiento para la recopilación de datos y la verificación.'],
  ])('is refused without consent, in %s', async (language, detail) => {
    const sender = await newSender(app);
    const answer = await sender.submit({ consent: false }, { 'accept-language': language });
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ code: 'consent_required', detail });
    expect(await app.events(`sender-${sender.uid}`)).toEqual([]);
  });

  it('is refused before the email address is confirmed', async () => {
    const sender = await newSender(app, { isConfirmed: false });
    expect((await sender.overview()).emailConfirmed).toBe(false);
    expect(await sender.submit()).toMatchObject({ status: 403, body: { code: 'email_not_confirmed' } });
  });

  it.each([
    ['consent', {}],
    ['consent', { consent: 'true' }],
    ['consent', { consent: { $gt: '' } }],
    ['fullName', { consent: true, fullName: '' }],
    ['fullName', { consent: true, fullName: null }],
    ['fullName', { consent: true, fullName: 'a\u202eb' }],
    ['fullName', { consent: true, fullName: 'x'.repeat(162) }],
    ['status', { consent: true, status: 'verified' }],
  ])('gets a problem that names %s for %j', async (field, body) => {
    const sender = await newSender(app);
    const answer = await sender.submit(body);
    expect(answer).toMatchObject({ status: 400, body: { fields: [{ field }] } });
    expect(await app.events(`sender-${sender.uid}`)).toEqual([]);
  });
});

describe('an open check', () => {
  it('is continued: the same inquiry, with a session once it has begun', async () => {
    const sender = await newSender(app);
    const first = (await sender.submit()).body;
    const second = (await sender.submit()).body;
    expect(second).toEqual(first);
    await control(app, `inquiries/${inquiryIn(first.url)}/close`, { webhook: 'none' });
    const third = (await sender.submit()).body;
    expect(third.requestId).toBe(first.requestId);
    expect(new URL(third.url).searchParams.get('session-token')).not.toBeNull();
    expect((await fetch(third.url)).status).toBe(200);
    expect((await sender.overview()).items).toMatchObject([{ status: 'pending' }]);
  });

  it('blocks another one while documents are checked and once verified', async () => {
    const sender = await newSender(app);
    const inquiryId = await inquiryOf(sender);
    await control(app, `inquiries/${inquiryId}/review`);
    await until(statusIs(sender, 'needs_review'));
    expect((await sender.overview()).next).toBe('wait');
    expect(await sender.submit()).toMatchObject({ status: 409, body: { code: 'verification_open' } });
    await control(app, `inquiries/${inquiryId}/approve`);
    await until(badgeIs(sender, 'verified'));
    expect(await sender.submit()).toMatchObject({ status: 409, body: { code: 'already_verified' } });
  });

  it('starts again when it expired in the meantime, even without a webhook', async () => {
    const sender = await newSender(app);
    const first = (await sender.submit()).body;
    await control(app, `inquiries/${inquiryIn(first.url)}/expire`, { webhook: 'none' });
    app.clock.nowMs += 1_000;
    const second = (await sender.submit()).body;
    expect(second.requestId).not.toBe(first.requestId);
    expect((await sender.overview()).items).toMatchObject([{ status: 'created' }, { status: 'expired' }]);
  });

  it('ends after three failed attempts', async () => {
    const sender = await newSender(app);
    for (const attemptsLeft of [2, 1, 0]) {
      app.clock.nowMs += 1_000;
      await control(app, `inquiries/${await inquiryOf(sender)}/fail`);
      await until(statusIs(sender, 'failed'));
      const next = attemptsLeft > 0 ? 'retry' : 'support';
      expect(await sender.overview()).toMatchObject({ attemptsLeft, next, badge: 'pending' });
    }
    expect(await sender.submit()).toMatchObject({
      status: 422,
      body: { code: 'verification_attempts_exhausted' },
    });
  });

  it('is the same request when the first provider call failed', async () => {
    const sender = await newSender(app);
    await control(app, 'api-failures', { count: 1, failure: 503 });
    const refused = await sender.submit();
    expect(refused).toMatchObject({ status: 503, body: { code: 'verification_unavailable' } });
    expect(refused.headers['retry-after']).toBe('5');
    const [request] = (await sender.overview()).items;
    expect(request).toMatchObject({ status: 'submitted', inquiryId: null });
    expect((await sender.overview()).next).toBe('continue');
    const { status, body } = await sender.submit();
    expect(status).toBe(201);
    expect(body.requestId).toBe(request?.id);
  });

  it('is one inquiry when a response is lost and when two requests are concurrent', async () => {
    const sender = await newSender(app);
    await control(app, 'api-failures', { count: 1, failure: 'lost-answer' });
    expect((await sender.submit()).status).toBe(503);
    const answers = await Promise.all([sender.submit(), sender.submit(), sender.submit()]);
    expect(new Set(answers.map(({ body }) => body.url)).size).toBe(1);
    const events = await app.events(`sender-${sender.uid}`);
    expect(events.map(({ type }) => type)).toEqual(['KycSubmitted', 'InquiryOpened']);
    expect(await inquiriesOf(app, sender.uid)).toBe(1);
  });
});

describe('a lost webhook', () => {
  it('is replaced by a query when the sender returns from the hosted page', async () => {
    const sender = await newSender(app);
    await control(app, `inquiries/${await inquiryOf(sender)}/pass`, { webhook: 'none' });
    expect((await sender.overview()).badge).toBe('pending');
    expect(await sender.refresh()).toMatchObject({ badge: 'verified', next: 'none' });
    expect(await statusChanges(app, sender.uid)).toEqual(['verified']);
    await sender.refresh();
    expect(await statusChanges(app, sender.uid)).toEqual(['verified']);
  });

  it('leaves the known status in the response while the provider is unavailable', async () => {
    const sender = await newSender(app);
    await inquiryOf(sender);
    await control(app, 'api-failures', { count: 1, failure: 503 });
    expect(await sender.refresh()).toMatchObject({ badge: 'pending', next: 'continue' });
  });

  it('is replaced by a query after a restart and within five minutes', async () => {
    const own = await openVerification();
    const sender = await newSender(own);
    await control(own, `inquiries/${await inquiryOf(sender)}/pass`, { webhook: 'none' });
    await sender.overview();
    await own.stop();
    const again = await openVerification({ folder: own.folder });
    await until(badgeIs(verifying(again.person(sender.uid)), 'verified'));
    await again.close();
  }, 30_000);
});

describe('a demo user', () => {
  it('is verified once, by the same decider', async () => {
    const sender = await newSender(app);
    await app.commands.execute(new VerifyDemoSender(sender.uid));
    await app.commands.execute(new VerifyDemoSender(sender.uid));
    expect(await statusChanges(app, sender.uid)).toEqual(['verified']);
    await until(badgeIs(sender, 'verified'));
  });
});
