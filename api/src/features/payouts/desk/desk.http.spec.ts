import { DESK_START, deskOf, openDesk } from '../../../../../test/support/desk-app.js';
import type { TestApp } from '../../../../../test/support/test-app.js';
import { DAY, MINUTE } from '../../../../../test/support/transfer-life.js';
import { CommandRunner } from '../../../engine/commands/command-runner.js';
import { newCommandContext } from '../../../engine/commands/command-context.js';
import { StoreUnavailable } from '../../../engine/storage/store-unavailable.js';
import { RequestMetrics } from '../../../http/edge/log-and-metrics.js';
import { problemNumber } from '../../../kernel/text/problem-numbers.js';
import type { DeskTasks } from '../../../kernel/money/payouts.js';
import type { UndatedLifecycleCommand } from '../../lifecycle/state/lifecycle-commands.rules.js';
import { transferStream } from '../../lifecycle/state/lifecycle-events.rules.js';
import { transferLifecycle } from '../../lifecycle/state/transfer-lifecycle.decider.js';

let app: TestApp;
const { act, charged, life, listed, olga, omar, record } = deskOf(() => app);

beforeEach(async () => {
  app = await openDesk();
});
afterEach(() => app.close());

const cancel = async (transferId: string): Promise<string> => {
  const command: UndatedLifecycleCommand = { type: 'RequestCancel', cause: 'sender' };
  try {
    await app.get(CommandRunner).execute({
      decider: transferLifecycle,
      stream: transferStream(transferId),
      command,
      context: newCommandContext({ kind: 'sender', id: 'ana' }),
    });
    return 'cancelled';
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('the task list', () => {
  it('contains charged transfers that no API pays out, oldest first, with personal texts masked (ASVS 8.2.3)', async () => {
    const first = await charged();
    app.clock.nowMs += MINUTE;
    const second = await charged({ platform: 'Cash App', handle: '$maya', amountCents: 60_000 });
    await charged({ platform: 'Venmo', handle: '@maya' });
    await record(life().toAuthorized());
    expect(await listed()).toMatchObject([
      {
        transferId: first,
        kind: 'claim',
        platform: 'Zelle',
        amount: '120.00',
        since: DESK_START,
        recipient: 'M•••• O••••',
        handle: 'm••••@••••.com',
        needsSecondPerson: false,
      },
      { transferId: second, handle: '$m••••', needsSecondPerson: true, operator: null },
    ]);
    const { body } = await olga().request<DeskTasks>('GET', '/compliance/payouts?platform=Cash%20App');
    expect(body).toMatchObject({ total: '600.00', isCut: false, secondPersonOver: '500.00' });
    expect(body.items).toHaveLength(1);
  });

  it('asks to confirm payouts without an outcome for half an hour, at the desk and at a rail', async () => {
    const claimed = await charged();
    await act(olga(), claimed, 'claim');
    const onRail = await record(life({ platform: 'PayPal' }).toSubmitted());
    expect(await listed()).toMatchObject([{ transferId: claimed, kind: 'outcome' }]);
    app.clock.nowMs += 30 * MINUTE + 1;
    expect(new Set((await listed('unknown')).map(({ transferId }) => transferId))).toEqual(
      new Set([claimed, onRail]),
    );
    const person = omar();
    await act(person, onRail, 'delivered', { reference: 'PP-7' });
    expect(await listed('unknown', person)).toMatchObject([{ transferId: claimed }]);
  });

  it('has no task for an unclaimed payout of a rail, which waits for its recipient', async () => {
    const waiting = life({ platform: 'PayPal', amountCents: 60_000 }).toSubmitted();
    const settled = { type: 'SettlePayout', operator: 'olga', fourEyesCents: 50_000 } as const;
    waiting.do({ ...settled, outcome: 'failed', reference: 'blocked' });
    waiting.paidOut('unclaimed');
    await record(waiting);
    app.clock.nowMs += DAY;
    expect(await listed()).toEqual([]);
  });

  it('contains failed refunds and reported problems, until they are confirmed', async () => {
    const refunded = life().toCaptured();
    refunded.cancel();
    refunded.refunded('failed');
    const failed = await record(refunded);
    const delivered = life({ platform: 'PayPal' }).toSubmitted();
    delivered.paidOut('delivered');
    delivered.do({ type: 'ReportProblem', problemId: 'P-1', text: 'Nothing arrived' });
    const reported = await record(delivered);
    expect(await listed('refund')).toMatchObject([{ transferId: failed }]);
    expect(await listed('problem')).toMatchObject([
      { transferId: reported, problems: [{ number: 'P-1', text: 'Nothing arrived' }] },
    ]);
    const person = olga();
    expect((await act(person, failed, 'confirm', { kind: 'refund' })).status).toBe(204);
    const solved = { kind: 'problem', problems: ['P-1'], answer: 'Zelle delivered it.' };
    expect((await act(person, reported, 'confirm', solved)).status).toBe(204);
    expect(await listed('open', person)).toEqual([]);
    expect((await act(person, reported, 'confirm', solved)).body.code).toBe('not_claimable');
  });

  it('has late payouts first, before older tasks of other kinds', async () => {
    const delivered = life({ platform: 'PayPal' }).toSubmitted();
    delivered.paidOut('delivered');
    delivered.do({ type: 'ReportProblem', problemId: 'P-1', text: 'Nothing arrived' });
    const problem = await record(delivered);
    app.clock.nowMs += MINUTE;
    const payout = await charged();
    const order = async () => (await listed()).map(({ transferId }) => transferId);
    expect(await order()).toEqual([problem, payout]);
    app.clock.nowMs += 31 * MINUTE;
    expect(await order()).toEqual([payout, problem]);
  });

  it('contains what a reader ended, with its outcome, until there is a new task of it', async () => {
    const paid = await charged();
    const notPaid = await charged();
    const byTwo = await charged({ amountCents: 60_000 });
    const person = olga();
    for (const id of [paid, notPaid, byTwo]) await act(person, id, 'claim');
    await act(person, paid, 'delivered', { reference: 'ZL-1' });
    app.clock.nowMs += MINUTE;
    await act(person, notPaid, 'failed', { reason: 'blocked', words: '' });
    await act(person, byTwo, 'delivered', { reference: 'ZL-3' });
    const agreeing = omar();
    await act(agreeing, byTwo, 'reveal');
    const read = { kind: 'second_person', outcome: 'delivered', reference: 'ZL-3' };
    expect((await act(agreeing, byTwo, 'confirm', read)).status).toBe(204);
    expect(await listed('mine', person)).toMatchObject([
      { transferId: notPaid, kind: 'done', doneAs: 'outcome', outcome: 'failed' },
      { transferId: paid, kind: 'done', doneAs: 'outcome', outcome: 'delivered' },
    ]);
    expect(await listed('mine', agreeing)).toMatchObject([
      { transferId: byTwo, doneAs: 'second_person', outcome: 'delivered', operator: { id: person.uid } },
    ]);
    const data = { transferId: paid, uid: 'ana', problemId: 'P-1', text: 'Nothing arrived' };
    await app.record(transferStream(paid), [{ type: 'ProblemReported', data }]);
    expect(await listed('mine', person)).toMatchObject([{ transferId: notPaid }]);
  });

  it('keeps a problem that was reported after the operator read the list', async () => {
    const delivered = life({ platform: 'PayPal' }).toDelivered();
    delivered.do({ type: 'ReportProblem', problemId: 'P-1', text: 'Nothing arrived' });
    delivered.do({ type: 'ReportProblem', problemId: 'P-2', text: 'She has another account now' });
    const id = await record(delivered);
    const person = olga();
    const answer = 'Zelle delivered it.';
    const answered = async (...problems: string[]) =>
      (await act(person, id, 'confirm', { kind: 'problem', problems, answer })).status;
    expect(await answered('P-1')).toBe(204);
    expect(await listed('problem', person)).toMatchObject([{ problems: [{ number: 'P-2' }] }]);
    // Read before the first one was answered.
    expect(await answered('P-1', 'P-2')).toBe(204);
    expect(await listed('problem', person)).toEqual([]);
  });

  it('asks to confirm with the platform a delivery after a report as not sent', async () => {
    const twice = life({ platform: 'PayPal' }).toSubmitted();
    twice.wait(40 * MINUTE).paidOut('failed');
    twice.refunded('completed');
    twice.paidOut('delivered');
    const id = await record(twice);
    const person = olga();
    expect(await listed('contradiction', person)).toMatchObject([{ transferId: id, route: 'paypal' }]);
    expect((await act(person, id, 'confirm', { kind: 'contradiction' })).status).toBe(204);
    expect(await listed('open', person)).toEqual([]);
    expect((await act(person, id, 'confirm', { kind: 'contradiction' })).body.code).toBe('not_claimable');
  });

  it('finds a transfer in any state by the number of its problem, but by its id only a task of the desk', async () => {
    const reported = life({ platform: 'PayPal' }).toDelivered();
    const { transferId } = reported.of;
    const number = problemNumber(transferId, '1c04f2');
    reported.do({ type: 'ReportProblem', problemId: number, text: 'Nothing arrived' });
    reported.do({ type: 'ReportProblem', problemId: 'P-2', text: 'Still nothing' });
    reported.do({ type: 'ResolveProblem', problemId: number, answer: '' });
    await record(reported);
    const claimed = await record(life().toSubmitted('olga'));
    const refunded = await record(life().toRefunded());
    const authorized = await record(life().toAuthorized());
    const paidByRail = await record(life({ platform: 'PayPal' }).toDelivered());
    const search = async (q: string, person = omar()) => {
      const path = `/compliance/payouts?state=claim&platform=Chime&q=${encodeURIComponent(q)}`;
      const { status, body } = await person.request<DeskTasks>('GET', path);
      return status === 200 ? body.items.map((task) => [task.transferId, task.kind]) : status;
    };
    expect(await search(number.toLowerCase())).toEqual([[transferId, 'problem']]);
    expect(await search(claimed.slice(0, 8))).toEqual([[claimed, 'outcome']]);
    expect(await search(problemNumber(transferId, '1c04f3'))).toEqual([]);
    for (const id of [refunded, authorized, paidByRail]) {
      expect(await search(id.slice(0, 8))).toEqual([]);
      expect(await search(id)).toEqual([]);
    }
    expect(await search('Maya Okafor')).toEqual([]);
    expect(await search('')).toBe(400);
    expect(await search(claimed, app.person('ana'))).toEqual([]);
  });

  it('keeps completed tasks, newest first', async () => {
    const [first, second] = [await charged(), await charged()];
    for (const id of [first, second]) {
      await act(olga(), id, 'claim');
      app.clock.nowMs += MINUTE;
      // A platform's reference may look like a card number.
      await act(olga(), id, 'delivered', { reference: '4242424242424242' });
    }
    const person = olga();
    await act(person, await charged(), 'claim');
    expect((await listed('done', person)).map(({ transferId }) => transferId)).toEqual([second, first]);
  });
});

it('exposes metrics of its open tasks by kind, with the age of the oldest', async () => {
  await charged();
  app.clock.nowMs += 10 * MINUTE;
  await charged();
  const claimed = await charged();
  await act(olga(), claimed, 'claim');
  await record(life({ platform: 'PayPal' }).toSubmitted());
  await listed();
  const scraped = async () => {
    const text = await app.get(RequestMetrics).text([], 0);
    return text.split('\n').filter((line) => /^flip_desk\S+ [^0]/.test(line));
  };
  expect(await scraped()).toEqual([
    'flip_desk_open_tasks{kind="claim"} 2',
    'flip_desk_open_tasks{kind="outcome"} 1',
    'flip_desk_oldest_task_seconds{kind="claim"} 600',
  ]);
  app.clock.nowMs += 30 * MINUTE + 1;
  expect(await scraped()).toEqual([
    'flip_desk_open_tasks{kind="claim"} 2',
    'flip_desk_open_tasks{kind="unknown"} 2',
    'flip_desk_oldest_task_seconds{kind="claim"} 2400.001',
    'flip_desk_oldest_task_seconds{kind="unknown"} 1800.001',
  ]);
  jest.spyOn(app.viewStore, 'find').mockRejectedValue(new StoreUnavailable('away'));
  expect(await scraped()).toEqual([]);
  jest.restoreAllMocks();
});

describe('a claim', () => {
  it('by many operators at once is won by exactly one, and changes nothing when the winner repeats it', async () => {
    const id = await charged();
    const operators = Array.from({ length: 20 }, (_, index) => app.person(`operator-${index}`));
    const answers = await Promise.all(operators.map((person) => act(person, id, 'claim')));
    const won = answers.filter(({ status }) => status === 204);
    expect(won).toHaveLength(1);
    const lost = answers.filter(({ status }) => status !== 204);
    expect(new Set(lost.map(({ status, body }) => `${status} ${body.code}`))).toEqual(
      new Set(['409 not_claimable']),
    );
    const winner = operators[answers.findIndex(({ status }) => status === 204)] ?? olga();
    expect((await act(winner, id, 'claim')).status).toBe(204);
    expect(await listed('open', winner)).toMatchObject([{ kind: 'outcome', operator: { id: winner.uid } }]);
  });

  it('concurrent with a cancel: one of them wins, and the other is refused', async () => {
    for (let round = 0; round < 20; round += 1) {
      const id = await charged();
      const [claim, cancelled] = await Promise.all([act(olga(), id, 'claim'), cancel(id)]);
      expect([`${claim.status}`, cancelled]).toEqual(
        claim.status === 204 ? ['204', 'too_late'] : ['409', 'cancelled'],
      );
    }
  });

  it("of one's own transfer is for another operator: it is not listed", async () => {
    await charged({ uid: 'olga' });
    expect(await listed('open', olga())).toEqual([]);
    expect(await listed('open', omar())).toHaveLength(1);
  });
});

/** Bodies that no action accepts, by its path. */
const INCOMPLETE: readonly (readonly [string, object])[] = [
  ['delivered', {}],
  ['delivered', { reference: ' ' }],
  ['delivered', { reference: 'x'.repeat(61) }],
  ['failed', { reason: 'bored' }],
  ['confirm', { kind: 'claim' }],
  ['confirm', {}],
  ['confirm', { kind: 'second_person' }],
  ['confirm', { outcome: 'delivered' }],
  ['confirm', { outcome: 'delivered', reason: 'limit' }],
  ['confirm', { outcome: 'failed', reference: 'limit' }],
  ['confirm', { outcome: 'delivered', reference: 'x'.repeat(61) }],
  ['confirm', { outcome: 'failed', reason: 'limit', words: 'x'.repeat(141) }],
  ['confirm', { kind: 'problem' }],
  ['confirm', { kind: 'problem', problems: [] }],
  ['confirm', { kind: 'problem', problems: 'P-1' }],
  ['confirm', { kind: 'problem', problems: [1] }],
  ['confirm', { kind: 'problem', problems: ['1', '2', '3', '4', '5', '6'] }],
  ['confirm', { kind: 'problem', problems: ['P-1'] }],
  ['confirm', { kind: 'problem', problems: ['P-1'], answer: ' ' }],
  ['confirm', { kind: 'problem', problems: ['P-1'], answer: 'x'.repeat(501) }],
  ['confirm', { kind: 'second_refund', way: 'check' }],
  ['confirm', { kind: 'second_refund', way: 'cash', reference: '1042' }],
  ['refunded', { way: 'check' }],
  ['refunded', { way: 'check', reference: 'x'.repeat(61) }],
  ['refunded', { way: 'cash', reference: '1042' }],
];

describe('an outcome', () => {
  it('requires a claim, so that a payout cannot be reported before it is made', async () => {
    const id = await charged();
    expect(await act(olga(), id, 'delivered', { reference: 'ZL-1' })).toMatchObject({
      status: 409,
      body: { code: 'not_claimable' },
    });
  });

  it('of a payout that its rail may still pay is refused', async () => {
    const onRail = await record(life({ platform: 'PayPal' }).toSubmitted());
    const unclaimed = life({ platform: 'PayPal' }).toSubmitted();
    unclaimed.paidOut('unclaimed');
    const waiting = await record(unclaimed);
    const refused = { status: 409, body: { code: 'not_claimable' } };
    app.clock.nowMs += 30 * MINUTE;
    expect(await act(olga(), onRail, 'failed', { reason: 'other' })).toMatchObject(refused);
    app.clock.nowMs += 1;
    expect((await act(olga(), onRail, 'failed', { reason: 'other' })).status).toBe(204);
    expect(await act(olga(), waiting, 'failed', { reason: 'other' })).toMatchObject(refused);
  });

  it('based on a task read before the rail accepted the payout is outdated', async () => {
    const of = life({ platform: 'PayPal' }).toSubmitted();
    const id = await record(of);
    app.clock.nowMs += 2 * 60 * MINUTE;
    expect(await listed('unknown')).toMatchObject([{ transferId: id }]);
    of.wait(2 * 60 * MINUTE).paidOut('pending');
    await app.record(transferStream(id), of.events.slice(-1));
    app.clock.nowMs += 30 * MINUTE;
    expect(await listed()).toMatchObject([{ transferId: id, kind: 'late' }]);
    expect(await act(olga(), id, 'failed', { reason: 'other' })).toMatchObject({
      status: 409,
      body: { code: 'not_claimable' },
    });
    app.clock.nowMs += 1;
    expect(await listed('unknown')).toMatchObject([{ transferId: id }]);
    expect((await act(olga(), id, 'failed', { reason: 'other' })).status).toBe(204);
  });

  it('of a problem is accepted while the payout waits for its recipient', async () => {
    const unclaimed = life({ platform: 'PayPal' }).toSubmitted();
    unclaimed.paidOut('unclaimed');
    unclaimed.do({ type: 'ReportProblem', problemId: 'P-1', text: 'Maya changed her address' });
    const id = await record(unclaimed);
    const solved = { kind: 'problem', problems: ['P-1'], answer: 'We sent it to the new address.' };
    expect((await act(olga(), id, 'confirm', solved)).status).toBe(204);
  });

  it('up to the threshold completes the task immediately', async () => {
    const id = await charged({ amountCents: 50_000 });
    expect(await listed()).toMatchObject([{ transferId: id, needsSecondPerson: false }]);
    await act(olga(), id, 'claim');
    const person = olga();
    expect((await act(person, id, 'failed', { reason: 'wrong_handle' })).status).toBe(204);
    expect(await listed('open', person)).toEqual([]);
    expect(await listed('done', person)).toMatchObject([{ transferId: id }]);
  });

  it('has any reference of its platform, also one that looks like a card number, but no such reason', async () => {
    const reference = '4242424242424242';
    const id = await charged();
    await act(olga(), id, 'claim');
    expect(await act(olga(), id, 'failed', { reason: 'other', words: reference })).toMatchObject({
      status: 400,
      body: { code: 'card_number_in_body' },
    });
    expect((await act(olga(), id, 'delivered', { reference })).status).toBe(204);
    const other = await charged({ amountCents: 90_000 });
    await act(olga(), other, 'claim');
    expect((await act(olga(), other, 'delivered', { reference })).status).toBe(204);
    const agreed = { kind: 'second_person', outcome: 'delivered', reference };
    expect((await act(omar(), other, 'confirm', agreed)).body.code).toBe('not_seen');
  });

  it('without a part, or with a part that it cannot have, is refused', async () => {
    const id = await charged();
    for (const [path, body] of INCOMPLETE)
      expect([path, body, (await act(olga(), id, path, body)).status]).toEqual([path, body, 400]);
  });
});

describe('a difference from the records of a provider', () => {
  const difference = { about: 'payment_amount', recorded: '126.90', found: '127.90' } as const;
  const differing = async () => {
    const one = life().toCaptured();
    one.do({ type: 'RecordComparison', differences: [difference] });
    return record(one);
  };
  const read = { about: difference.about, found: difference.found };
  const reason = 'The bank has corrected it.';

  it('stops the payout and is shown, until an operator closes it with a reason', async () => {
    const id = await differing();
    const operator = olga();
    expect(await listed()).toMatchObject([
      { transferId: id, kind: 'difference', differences: [{ ...difference, since: DESK_START }] },
    ]);
    expect(await act(olga(), id, 'claim')).toMatchObject({ status: 409, body: { code: 'not_claimable' } });
    expect(await act(operator, id, 'close', read)).toMatchObject({ status: 400 });
    expect(await act(operator, id, 'close', { ...read, reason })).toMatchObject({ status: 204 });
    expect(await listed('open', operator)).toMatchObject([
      { transferId: id, kind: 'claim', differences: [] },
    ]);
    expect(await act(olga(), id, 'claim')).toMatchObject({ status: 204 });
  });

  it('is not closed by somebody who has read another one, and not by its sender', async () => {
    const id = await differing();
    const other = { ...read, found: '128.90', reason };
    expect(await act(olga(), id, 'close', other)).toMatchObject({
      status: 409,
      body: { code: 'not_claimable' },
    });
    expect(await act(app.person('ana'), id, 'close', { ...read, reason })).toMatchObject({ status: 404 });
    expect(await listed()).toMatchObject([{ kind: 'difference' }]);
  });
});
