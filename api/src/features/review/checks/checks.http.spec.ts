import { randomUUID } from 'node:crypto';
import { openCompliance, START } from '../../../../../test/support/compliance-app.js';
import { LostCharges } from '../../../../../test/support/transfers-app.js';
import { register } from '../../../../../test/support/recorded-facts.js';
import { sampleDraft } from '../../../../../test/support/sample-send.js';
import type { TestApp } from '../../../../../test/support/test-app.js';
import { waitFor } from '../../../../../test/support/wait-for.js';
import type { CheckCounts, CheckDetail, CheckPage } from '../../../kernel/staff/identity-checks.js';
import type { Allowance } from '../../../kernel/money/transfers.js';
import type { KycStatus, VerificationOverview } from '../../../kernel/people/verification.js';
import { VerificationModule } from '../../verification/verification.module.js';

const HOUR = 60 * 60_000;
const irene = randomUUID();
let app: TestApp;

beforeAll(async () => {
  app = await openCompliance([VerificationModule, LostCharges]);
  await register(app, { uid: irene, firstName: 'Irene', lastName: 'Vasquez' });
});
beforeEach(() => {
  app.clock.nowMs = Date.parse(START);
});
afterAll(() => app.close());

/** A sender with a check that has reached a status; the clock is where it was. */
async function check(
  status: KycStatus,
  { hoursAgo = 0, uid = randomUUID() }: { readonly hoursAgo?: number; readonly uid?: string } = {},
) {
  const requestId = randomUUID();
  const nowMs = app.clock.nowMs;
  app.clock.nowMs = nowMs - hoursAgo * HOUR;
  const provider = { providerStatus: 'approved', providerEventId: null, providerAt: START };
  const submitted = { requestId, fullName: 'Maya Okafor', consentVersion: '2026-11-01', locale: 'en' };
  await app.record(`sender-${uid}`, [
    { type: 'KycSubmitted', data: submitted },
    { type: 'InquiryOpened', data: { requestId, inquiryId: `inq_${requestId}` } },
    { type: 'KycStatusChanged', data: { requestId, status, ...provider, by: null, reason: null } },
  ]);
  app.clock.nowMs = nowMs;
  return { uid, requestId };
}

const get = async <Body>(path: string, uid = irene) => {
  const { status, body } = await app.person(uid).request<Body>('GET', path);
  expect(status).toBe(200);
  return body;
};
const listed = async (query = '', uid = irene) =>
  (await get<CheckPage>(`/compliance/verifications?limit=200${query}`, uid)).items.map(({ id }) => id);
const revoke = (lead: ReturnType<TestApp['person']>, id: string, reason = 'Stolen document') =>
  lead.request('POST', `/compliance/verifications/${id}/revoke`, { body: { reason } });

describe('the verification board', () => {
  it('lists open checks that changed longest ago first, then ended ones, and each in its list', async () => {
    const fresh = (await check('pending')).requestId;
    const stuck = (await check('needs_review', { hoursAgo: 25 })).requestId;
    const [declined, expired] = [(await check('failed')).requestId, (await check('expired')).requestId];
    const earlier = (await check('verified', { hoursAgo: 2 })).requestId;
    const verified = (await check('verified')).requestId;
    expect(await listed()).toEqual([stuck, fresh, verified, earlier, declined, expired]);
    expect(await listed('&status=stuck')).toEqual([stuck]);
    expect(await listed('&status=in_progress')).toEqual([fresh]);
    expect(await listed('&status=verified')).toEqual([verified, earlier]);
    expect(await listed('&status=declined')).toEqual([declined]);
    expect(await listed('&status=expired')).toEqual([expired]);
    expect(await get<CheckCounts>('/compliance/verification-counts')).toEqual({
      stuck: 1,
      in_progress: 1,
      verified: 2,
      declined: 1,
      expired: 1,
    });
  });

  it('goes through all lists page by page, and refuses a cursor that it did not give', async () => {
    const all = await listed();
    const found: string[] = [];
    let cursor: string | null = '';
    for (let page = 0; cursor !== null && page < all.length + 1; page += 1) {
      const query: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const answer: CheckPage = await get(`/compliance/verifications?limit=2${query}`);
      found.push(...answer.items.map(({ id }) => id));
      cursor = answer.nextCursor;
    }
    expect(found).toEqual(all);
    for (const odd of ['x', 'open:x', 'verified'])
      expect((await app.person(irene).request('GET', `/compliance/verifications?cursor=${odd}`)).status).toBe(
        400,
      );
  });

  it('shows a check with its changes, the number of its attempt and a masked sender', async () => {
    const uid = await register(app, { firstName: 'Maya', lastName: 'Okafor' });
    await check('declined', { uid, hoursAgo: 3 });
    const { requestId } = await check('pending', { uid });
    const detail = await get<CheckDetail>(`/compliance/verifications/${requestId}`);
    expect(detail).toMatchObject({
      id: requestId,
      uid,
      senderName: 'M•••• O••••',
      status: 'pending',
      list: 'in_progress',
      attempt: 2,
      isRevoked: false,
      sender: { displayName: 'M•••• O••••', requested30Days: '0.00', cases: [] },
    });
    expect(detail.steps.map(({ status }) => status)).toEqual(['submitted', 'created', 'pending']);
    expect(JSON.stringify(detail)).not.toContain('Okafor');
  });

  it('never shows staff a check of their own', async () => {
    const { requestId } = await check('verified', { uid: irene });
    expect(await listed()).not.toContain(requestId);
    const read = await app.person(irene).request('GET', `/compliance/verifications/${requestId}`);
    expect([read.status, (await revoke(app.person(irene), requestId)).status]).toEqual([404, 404]);
    const other = randomUUID();
    expect(await listed('', other)).toContain(requestId);
  });
});

describe('revoking a verification', () => {
  it('lowers the limit at once, and its sender reads a check that was declined', async () => {
    const { uid, requestId } = await check('verified');
    const [lead, sender] = [app.person(irene), app.person(uid)];
    const limits = async () => (await sender.request<Allowance>('GET', '/allowance')).body;
    expect(await limits()).toMatchObject({ tier: 'verified' });
    expect((await revoke(lead, requestId)).status).toBe(204);
    const detail = await lead.request<CheckDetail>('GET', `/compliance/verifications/${requestId}`);
    expect(detail.body).toMatchObject({ status: 'declined', list: 'declined', isRevoked: true });
    expect(detail.body.steps.at(-1)).toMatchObject({ name: 'Irene Vasquez', reason: 'Stolen document' });
    const read = () => sender.request<VerificationOverview>('GET', '/verification');
    const seen = await waitFor('the sender’s view', async () => {
      const answer = await read();
      return answer.body.badge === 'verified' ? null : answer;
    });
    expect(seen.body).toMatchObject({ badge: 'pending', next: 'retry', items: [{ status: 'declined' }] });
    expect(seen.text).not.toMatch(/Stolen|revoke|irene/i);
    expect(await limits()).toMatchObject({ tier: 'unverified' });
    const { body: refused } = await sender.request('POST', '/transfers/check', {
      body: sampleDraft({ amountCents: 25_100 }),
      headers: { 'idempotency-key': randomUUID() },
    });
    expect(refused).toMatchObject({ code: 'weekly_limit_exceeded' });
  });

  it('is refused for a check that is not in force, and responds alike for one that does not exist', async () => {
    const lead = app.person(irene);
    const { requestId } = await check('pending');
    expect(await revoke(lead, requestId)).toMatchObject({ status: 409, body: { code: 'not_verified' } });
    const verified = await check('verified');
    expect((await revoke(lead, verified.requestId)).status).toBe(204);
    expect(await revoke(lead, verified.requestId)).toMatchObject({ body: { code: 'not_verified' } });
    expect((await revoke(lead, randomUUID())).status).toBe(404);
    expect(await revoke(lead, requestId, '   ')).toMatchObject({ status: 400 });
  });
});
