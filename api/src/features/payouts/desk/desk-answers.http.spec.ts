import { randomUUID } from 'node:crypto';
import { DESK_START, deskOf, openDesk } from '../../../../../test/support/desk-app.js';
import type { TestApp } from '../../../../../test/support/test-app.js';
import { MINUTE } from '../../../../../test/support/transfer-life.js';
import type { DeskTransfer } from '../../../kernel/money/payouts.js';
import { transferStream } from '../../lifecycle/state/lifecycle-events.rules.js';

let app: TestApp;
const { act, charged, life, listed, olga, omar, record } = deskOf(() => app);

beforeEach(async () => {
  app = await openDesk();
});
afterEach(() => app.close());

const detail = (id: string, person = olga()) =>
  person.request<DeskTransfer>('GET', `/compliance/payouts/${id}`);
const typesOf = async (id: string) => (await app.events(transferStream(id))).map(({ type }) => type);

describe('a claim that is given back', () => {
  const tooMany = { status: 409, body: { code: 'second_person_needed' } };
  const notNow = { status: 409, body: { code: 'not_claimable' } };

  it('can be claimed by another operator, and its sender still cannot cancel', async () => {
    const id = await charged();
    const [first, second] = [olga(), omar()];
    await act(first, id, 'claim');
    await act(first, id, 'reveal');
    expect((await act(first, id, 'give-back')).status).toBe(204);
    expect(await listed('claim', first)).toMatchObject([
      { transferId: id, operator: null, claimedAt: DESK_START },
    ]);
    expect((await act(second, id, 'claim')).status).toBe(204);
    expect(await listed('outcome', second)).toMatchObject([{ operator: { id: 'omar' } }]);
    expect(await act(first, id, 'give-back')).toMatchObject(notNow);
    expect((await typesOf(id)).slice(-3)).toEqual(['PayoutSubmitted', 'PayoutGivenBack', 'PayoutClaimed']);
  });

  it('is refused above the threshold once the recipient was shown, since it may have been paid', async () => {
    const id = await charged({ amountCents: 50_001 });
    const person = olga();
    await act(person, id, 'claim');
    expect((await act(person, id, 'give-back')).status).toBe(204);
    await act(person, id, 'claim');
    await act(person, id, 'reveal');
    expect(await act(person, id, 'give-back')).toMatchObject(tooMany);
    expect((await act(person, id, 'release')).status).toBe(204);
  });

  it('is the own one, without a reported outcome', async () => {
    const id = await charged({ amountCents: 50_001 });
    expect(await act(olga(), id, 'give-back')).toMatchObject(notNow);
    await act(olga(), id, 'claim');
    expect(await act(omar(), id, 'give-back')).toMatchObject(notNow);
    await act(olga(), id, 'delivered', { reference: 'ZL-1' });
    expect(await act(olga(), id, 'give-back')).toMatchObject(notNow);
  });
});

describe('a refund that the processor refuses', () => {
  const paidBack = { way: 'check', reference: '1042' };
  const agreed = { kind: 'second_refund', ...paidBack };
  const refused = () => {
    const one = life().toSubmitted('olga');
    one.do({
      type: 'SettlePayout',
      operator: 'olga',
      outcome: 'failed',
      reference: 'other',
      fourEyesCents: 50_000,
    });
    one.refunded('failed');
    return record(one);
  };

  it('is paid back another way once a second operator agrees to exactly that', async () => {
    const id = await refused();
    const [first, second] = [olga(), omar()];
    expect(await listed('refund')).toMatchObject([{ refund: { owed: '126.90', settlement: null } }]);
    expect((await act(first, id, 'refunded', paidBack)).status).toBe(204);
    expect(await listed('refund', first)).toMatchObject([
      { refund: { settlement: { ...paidBack, operator: { id: 'olga' } } } },
    ]);
    expect((await act(first, id, 'confirm', agreed)).body.code).toBe('second_person_needed');
    expect((await act(second, id, 'confirm', { ...agreed, reference: '1043' })).body.code).toBe(
      'report_differs',
    );
    expect((await act(second, id, 'refunded', paidBack)).body.code).toBe('report_differs');
    // Another attempt to the card could pay it twice.
    expect((await act(second, id, 'confirm', { kind: 'refund' })).body.code).toBe('not_claimable');
    expect((await act(second, id, 'confirm', agreed)).status).toBe(204);
    expect(await listed('open', second)).toEqual([]);
    expect((await typesOf(id)).slice(-2)).toEqual(['RefundSettled', 'TransferRefunded']);
    const { body } = await detail(id, second);
    expect(body.status).toBe('refunded');
    expect(body.steps.at(-1)).toMatchObject({ step: 'refund_settled', reason: 'check', reference: '1042' });
  });

  it('can be tried again once the report is released', async () => {
    const id = await refused();
    await act(olga(), id, 'refunded', paidBack);
    expect((await act(omar(), id, 'release')).status).toBe(204);
    expect((await act(omar(), id, 'confirm', { kind: 'refund' })).status).toBe(204);
    expect((await act(omar(), id, 'refunded', paidBack)).body.code).toBe('not_claimable');
  });
});

describe('the transfer of a task', () => {
  const reported = () => {
    const one = life().toSubmitted('omar');
    one.do({
      type: 'SettlePayout',
      operator: 'omar',
      outcome: 'delivered',
      reference: 'ZL-1',
      fourEyesCents: 50_000,
    });
    one.do({ type: 'ReportProblem', problemId: 'P-1', text: 'Nothing arrived' });
    return one;
  };

  it('is shown as its sender sees it, masked, with earlier problems and our answers', async () => {
    const id = await record(reported());
    const person = olga();
    const answer = 'Zelle delivered it to the address you entered.';
    await act(person, id, 'confirm', { kind: 'problem', problems: ['P-1'], answer });
    const { status, body } = await detail(id, person);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      recipient: 'M•••• O••••',
      handle: 'm••••@••••.com',
      amount: '120.00',
      total: '126.90',
      card: { brand: 'visa', last4: '5556' },
      status: 'delivered',
      caseId: null,
      problems: [{ number: 'P-1', text: 'Nothing arrived', answer }],
    });
    expect(body.steps.map(({ step }) => step)).toEqual([
      ...['authorized', 'captured', 'payout_submitted', 'delivered'],
      ...['problem_reported', 'problem_answered'],
    ]);
    expect(JSON.stringify(body)).not.toMatch(/Maya|maya@/);
  });

  it('is 404 for one that never was a task', async () => {
    const onRail = await record(life({ platform: 'PayPal' }).toSubmitted());
    const authorized = await record(life().toAuthorized());
    for (const id of [onRail, authorized, randomUUID()]) expect((await detail(id)).status).toBe(404);
  });
});

describe('a charged transfer that should have arrived', () => {
  const held = () => {
    const one = life({ platform: 'PayPal' });
    one.toCaptured().hold('case', 'lead');
    return record(one);
  };

  it('becomes a task at that time that reveals nothing of a hold', async () => {
    const id = await held();
    expect(await listed()).toEqual([]);
    expect((await detail(id)).status).toBe(404);
    app.clock.nowMs += 2 * 24 * 60 * MINUTE;
    const person = olga();
    const [task] = await listed('late', person);
    expect(task).toMatchObject({ transferId: id, kind: 'late', operator: null, proposal: null });
    // Since when it should have arrived, not since it was charged.
    const sinceMs = Date.parse(task?.since ?? '');
    expect(sinceMs).toBeLessThan(app.clock.nowMs);
    expect(sinceMs).toBeGreaterThan(Date.parse(DESK_START));
    const { body } = await detail(id, person);
    expect(body.steps.map(({ step }) => step)).toEqual(['authorized', 'captured']);
    expect(JSON.stringify([task, body])).not.toMatch(/held|hold/i);
    expect((await act(person, id, 'claim')).body.code).toBe('not_claimable');
  });

  it('is none before it was charged', async () => {
    await record(life().toAuthorized());
    app.clock.nowMs += 4 * 24 * 60 * MINUTE;
    expect(await listed()).toEqual([]);
  });
});
