import { randomUUID } from 'node:crypto';
import { openCompliance, START } from '../../../../../test/support/compliance-app.js';
import { accept, live, raiseCase, register } from '../../../../../test/support/recorded-facts.js';
import type { TestApp } from '../../../../../test/support/test-app.js';
import { DAY, terms, TransferLife } from '../../../../../test/support/transfer-life.js';
import type { CaseDetail, CasePayment } from '../../../kernel/staff/compliance.js';
import type { Replay } from '../../../kernel/staff/replay.js';
import { transferStream } from '../../lifecycle/state/lifecycle-events.rules.js';

const note = 'We wait for the bank.';

let app: TestApp;
let sender: string;
let caseId: string;
const lea = () => app.person('lea');

beforeAll(async () => {
  app = await openCompliance();
});
beforeEach(() => {
  sender = randomUUID();
  caseId = randomUUID();
});
afterAll(() => app.close());

const newLife = () => new TransferLife({ ...terms, uid: sender, transferId: randomUUID() });

/** A case of the sender's about these lives, opened by a rule that holds. */
async function open(...lives: readonly TransferLife[]): Promise<void> {
  const ids: string[] = [];
  for (const life of lives) {
    ids.push(await accept(app, sender, { transferId: life.of.transferId }));
    await live(app, life);
  }
  await raiseCase(app, sender, ids, { id: caseId, action: 'hold' });
}

const act = (does: 'hold' | 'release', { of }: TransferLife, person = lea(), body: object = { note }) =>
  person.request('POST', `/compliance/cases/${caseId}/${does}`, {
    body: { transferId: of.transferId, ...body },
  });
async function shown(person = lea()): Promise<readonly (CasePayment | null)[]> {
  const { body, status } = await person.request<CaseDetail>('GET', `/compliance/cases/${caseId}`);
  expect(status).toBe(200);
  expect(body.action).toBe('hold');
  return body.attempts.map(({ payment }) => payment);
}
async function lifeOf({ of }: TransferLife): Promise<readonly (readonly [string, string, object])[]> {
  const events = await app.events(transferStream(of.transferId));
  return events.map(({ type, metadata: { actor }, data }) => [type, `${actor.kind} ${actor.id}`, data]);
}

/** As an alert of a rule that holds does it. */
const holdByRule = (life: TransferLife) => life.do({ type: 'PlaceHold', caseId, by: 'rule', note: '' });

describe('a lead', () => {
  it('holds and releases a payment, recorded with note and name', async () => {
    await register(app, { uid: 'lea', firstName: 'Lea', lastName: 'Marsh' });
    const life = newLife().toAuthorized();
    await open(life);
    const person = lea();
    expect(await shown(person)).toEqual([
      { status: 'processing', canHold: true, hold: null, isHeldByOthers: false },
    ]);
    expect((await act('hold', life, person)).status).toBe(204);
    const endsAt = new Date(Date.parse(START) + 5 * DAY).toISOString();
    expect(await shown(person)).toEqual([
      {
        status: 'processing',
        canHold: false,
        isHeldByOthers: false,
        hold: { by: 'lead', name: 'Lea Marsh', note, at: START, endsAt },
      },
    ]);
    expect((await act('release', life, person, { note: 'Confirmed.' })).status).toBe(204);
    expect(await shown(person)).toMatchObject([{ canHold: true, hold: null }]);
    expect((await lifeOf(life)).slice(-2)).toEqual([
      ['HoldPlaced', 'staff lea', { uid: sender, caseId, by: 'lead', note }],
      ['HoldReleased', 'staff lea', { uid: sender, caseId, by: 'lead', note: 'Confirmed.' }],
    ]);
  });

  it('changes nothing by repeating a request', async () => {
    const life = newLife().toAuthorized();
    await open(life);
    for (const does of ['hold', 'hold', 'release', 'release'] as const)
      expect((await act(does, life)).status).toBe(204);
    expect((await lifeOf(life)).map(([type]) => type).slice(-2)).toEqual(['HoldPlaced', 'HoldReleased']);
  });

  it('gets the exact reason why a payment can no longer be held', async () => {
    const [sent, ended] = [newLife().toSubmitted(), newLife()];
    ended.pay();
    ended.answered('declined');
    ended.cancel();
    await open(sent, ended);
    expect(await act('hold', sent)).toMatchObject({
      status: 409,
      body: { code: 'payout_submitted', params: { at: START } },
    });
    expect(await act('hold', ended)).toMatchObject({ status: 409, body: { code: 'nothing_to_hold' } });
    expect(await act('release', sent)).toMatchObject({ status: 409, body: { code: 'not_held' } });
    expect(await shown()).toMatchObject([
      { status: 'processing', canHold: false, hold: null },
      { status: 'cancelled', canHold: false, hold: null },
    ]);
  });

  it('finds no transfer outside the case', async () => {
    const life = newLife().toAuthorized();
    const foreign = newLife().toAuthorized();
    await open(life);
    await live(app, foreign);
    for (const does of ['hold', 'release'] as const)
      expect(await act(does, foreign)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  it('cannot place a hold for a closed case, but can still release its holds', async () => {
    const [held, free] = [newLife().toAuthorized(), newLife().toAuthorized()];
    await open(held, free);
    await act('hold', held);
    const review = { outcome: 'cleared', note: 'Seen' };
    await lea().request('POST', `/compliance/cases/${caseId}/review`, { body: review });
    expect(await act('hold', free)).toMatchObject({ status: 409, body: { code: 'case_already_reviewed' } });
    expect((await act('release', held)).status).toBe(204);
  });

  it.each([{}, { note: ' ' }, { note: 'x'.repeat(501) }, { note, transferId: 't1' }, { note, forced: true }])(
    'is refused %o',
    async (body) => {
      const life = newLife().toAuthorized();
      await open(life);
      expect((await act('hold', life, lea(), body)).status).toBe(400);
    },
  );
});

describe('the sender of a held payment', () => {
  it('sees the same as without the hold', async () => {
    const [held, free] = [newLife().toAuthorized(), newLife().toAuthorized()];
    holdByRule(held);
    await open(held, free);
    const person = lea();
    await act('hold', free, person);
    await act('release', free, person);
    const ana = app.person(sender);
    const read = async ({ of: { transferId } }: TransferLife) => {
      const texts = [];
      for (const path of ['', '/timeline']) {
        const { status, text } = await ana.request('GET', `/transfers/${transferId}${path}`);
        expect(status).toBe(200);
        texts.push(text.replaceAll(transferId, 'ID'));
      }
      return texts;
    };
    const [transfer = '', timeline = ''] = await read(held);
    expect(JSON.parse(transfer)).toMatchObject({ status: 'processing', cancellable: 'yes' });
    expect(await read(free)).toEqual([transfer, timeline]);
    const { text } = await ana.request('GET', '/transfers');
    expect(`${text}${transfer}${timeline}`).not.toMatch(/hold|held|review|case|rule/i);
  });
});

describe('a case', () => {
  it('distinguishes the hold of its own rule from that of another case', async () => {
    const life = newLife().toAuthorized();
    holdByRule(life);
    life.hold('another case');
    await open(life);
    expect(await shown()).toMatchObject([
      { canHold: false, isHeldByOthers: true, hold: { by: 'rule', name: null, note: '' } },
    ]);
    await act('release', life);
    expect(await shown()).toMatchObject([{ canHold: true, isHeldByOthers: true, hold: null }]);
  });

  it('replays the lives of its transfers with the history of their sender', async () => {
    await register(app, { uid: sender, isConfirmed: false });
    const life = newLife().toAuthorized();
    await open(life);
    await act('hold', life);
    const { body } = await lea().request<Replay>(
      'GET',
      `/compliance/senders/${sender}/replay?caseId=${caseId}`,
    );
    expect(body.steps.map(({ event, state }) => [event.type, state['held']])).toEqual([
      ...[
        ['AccountRegistered', '0'],
        ['TransferRequested', '0'],
        ['PaymentAwaited', '0'],
      ],
      ...[
        ['PaymentRequested', '0'],
        ['PaymentAuthorized', '0'],
        ['SuspiciousTransactionRaised', '0'],
        ['HoldPlaced', '1'],
      ],
    ]);
    expect(body.steps.at(-1)?.event).toMatchObject({
      actor: { id: 'lea' },
      data: { by: 'lead', note: 'W•••• w•••• f•••• t•••• b••••' },
    });
  });

  it('cannot hold a transfer from before card payments', async () => {
    const life = newLife();
    await open(life);
    expect(await shown()).toEqual([null]);
    expect(await act('hold', life)).toMatchObject({ status: 409, body: { code: 'nothing_to_hold' } });
  });
});
