import { randomUUID } from 'node:crypto';
import { openCompliance, START } from '../../../../test/support/compliance-app.js';
import { accept, accessesOf, live, raiseCase, register } from '../../../../test/support/recorded-facts.js';
import type { TestApp } from '../../../../test/support/test-app.js';
import { DAY, MINUTE, terms, TransferLife } from '../../../../test/support/transfer-life.js';
import type { Problem } from '../../kernel/people/accounts.js';
import type { Replay } from '../../kernel/staff/replay.js';

const UI = 'https://log.flip.example:2113';

let app: TestApp;
let sender: string;

beforeAll(async () => {
  app = await openCompliance([], { environment: { ESDB_UI_URL: `${UI}/` } });
});
beforeEach(async () => {
  sender = await register(app, { firstName: 'Carl', lastName: 'Beck', email: 'carl@people.example' });
});
afterAll(() => app.close());

const transfer = (changes: Parameters<typeof accept>[2] = {}) => accept(app, sender, changes);

const replay = (path: string, query: string, reader = 'robin') =>
  app.person(reader).request<Replay & Problem>('GET', `/compliance/${path}/replay?${query}`);
const ofSender = (query: string, reader?: string) => replay(`senders/${sender}`, query, reader);

const accesses = (reader: string) => accessesOf(app, reader);

describe('the replay of any sender or transfer', () => {
  it('needs a reason, which is recorded with the sender of the history', async () => {
    const reader = randomUUID();
    const id = await transfer();
    for (const path of [`senders/${sender}`, `transfers/${id}`])
      expect(await replay(path, '', reader)).toMatchObject({
        status: 400,
        body: { code: 'reason_required' },
      });
    expect(await accesses(reader)).toEqual([]);
    const shown = await replay(`transfers/${id}`, 'reason=support:S-1182', reader);
    expect(shown).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } });
    expect(shown.body).toMatchObject({ reason: 'support:S-1182', recordedAt: START });
    expect((await ofSender('reason=authority:26/0914', reader)).status).toBe(200);
    expect(await accesses(reader)).toMatchObject([
      { type: 'HistoryReplayed', uid: sender, transferId: id, reason: 'support:S-1182' },
      { type: 'HistoryReplayed', uid: sender, transferId: null, reason: 'authority:26/0914' },
    ]);
  });

  it.each([
    'reason=curiosity:mine',
    'reason=support:',
    `reason=support:${'x'.repeat(61)}`,
    'reason=support:two%20words',
    'reason=case:C-1182',
    'reason=support:1&reason=support:2',
  ])('refuses the reason of ?%s', async (query) =>
    expect(await ofSender(query)).toMatchObject({ status: 400, body: { code: 'validation_failed' } }),
  );

  it('takes a case as the reason only when it is about the sender', async () => {
    const id = await transfer();
    const theirs = await raiseCase(app, sender, [id]);
    const others = await raiseCase(app, randomUUID(), [randomUUID()]);
    for (const query of [`caseId=${theirs}`, `reason=case:${theirs}`])
      expect(await ofSender(query)).toMatchObject({ status: 200, body: { reason: `case:${theirs}` } });
    const reader = randomUUID();
    for (const wrong of [others, randomUUID()])
      for (const path of [`senders/${sender}`, `transfers/${id}`])
        expect((await replay(path, `reason=case:${wrong}`, reader)).status).toBe(404);
    expect(await accesses(reader)).toEqual([]);
  });

  it('does not exist for oneself, nor for whom or what does not exist', async () => {
    const id = await transfer();
    const missing = randomUUID();
    const results = await Promise.all([
      ofSender('reason=audit:1', sender),
      replay(`transfers/${id}`, 'reason=audit:1', sender),
      replay(`senders/${missing}`, 'reason=audit:1'),
      replay(`transfers/${missing}`, 'reason=audit:1'),
    ]);
    expect(results.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(await accesses(sender)).toEqual([]);
  });

  it('shows names, addresses, handles and notes only masked', async () => {
    const note = 'Rent for November';
    await transfer({ recipient: 'Maya Okafor', handle: '$mayaokafor', note });
    const { text, body } = await ofSender('reason=support:S-1182');
    expect(text).not.toMatch(/Carl|Beck|carl@people|Okafor|mayaokafor|November/);
    expect(body.displayName).toBe('C•••• B••••');
    expect(body.steps.at(-1)).toMatchObject({
      event: { data: { recipient: 'M•••• O••••', handle: '$m••••', note: 'R•••• f•••• N••••' } },
      state: { name: 'C•••• B••••', email: 'c••••@••••.example', note: 'R•••• f•••• N••••' },
    });
  });

  it('names where the event store shows its events', async () =>
    expect((await ofSender('reason=audit:1')).body.eventStoreUi).toBe(UI));
});

describe('the pages of a replay', () => {
  const REASON = 'reason=audit:1';
  const HOUR = 60 * MINUTE;

  /** Three transfers, apart enough for no rule to alert, and the reader's first page. */
  async function begun(reader: string) {
    for (let sent = 0; sent < 3; sent += 1) {
      app.clock.nowMs += 4 * HOUR;
      await transfer();
    }
    const { body } = await ofSender(`${REASON}&limit=2`, reader);
    return { ...body, cursor: body.nextCursor ?? '' };
  }

  it('are one recorded access and one replay, whatever happens meanwhile', async () => {
    const reader = randomUUID();
    const first = await begun(reader);
    const whole = (await ofSender(REASON)).body;
    await transfer();
    const steps = [...first.steps];
    for (let cursor: string | null = first.cursor; cursor !== null;) {
      app.clock.nowMs += MINUTE;
      const { body }: { body: Replay } = await ofSender(`${REASON}&limit=2&cursor=${cursor}`, reader);
      expect(body).toMatchObject({ count: whole.count, recordedAt: first.recordedAt });
      steps.unshift(...body.steps);
      cursor = body.nextCursor;
    }
    expect([steps, first.count]).toEqual([whole.steps, whole.steps.length]);
    expect(await accesses(reader)).toHaveLength(1);
  });

  it('are recorded again an hour later', async () => {
    const reader = randomUUID();
    const { cursor, recordedAt } = await begun(reader);
    app.clock.nowMs += HOUR;
    const { body } = await ofSender(`${REASON}&cursor=${cursor}`, reader);
    expect(Date.parse(body.recordedAt)).toBe(Date.parse(recordedAt) + HOUR);
    expect(await accesses(reader)).toHaveLength(2);
  });

  it('are for the reader, the subject and the reason of the first one only', async () => {
    const reader = randomUUID();
    const other = randomUUID();
    const { cursor, steps } = await begun(reader);
    const transferId = steps[0]?.transfer?.id ?? '';
    const answers = await Promise.all([
      ofSender(`${REASON}&cursor=${cursor}`, other),
      ofSender(`reason=audit:2&cursor=${cursor}`, reader),
      replay(`transfers/${transferId}`, `${REASON}&cursor=${cursor}`, reader),
      ofSender(`${REASON}&cursor=${cursor.slice(0, -4)}`, reader),
    ]);
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 400, body: { fields: [{ field: 'cursor' }] } });
    expect(await accesses(other)).toEqual([]);
  });
});

describe('the replay of a transfer', () => {
  const lifecycle = () => new TransferLife({ ...terms, uid: sender, transferId: randomUUID() });

  it('shows what each event did to its money', async () => {
    const lived = lifecycle().toAuthorized();
    const { transferId, amountCents } = lived.of;
    await transfer({ ...lived.of, transferId, amountCents });
    lived.toCaptured();
    await live(app, lived);
    const { body } = await replay(`transfers/${transferId}`, 'reason=support:S-1182');
    expect(body.transfer?.id).toBe(transferId);
    expect(body.transfer?.recipient).toContain('•');
    const captured = body.steps.find(({ event }) => event.type === 'PaymentCaptured');
    expect(captured?.transfer?.change.map(({ field }) => field)).toEqual(['payment', 'captured']);
    expect(captured?.transfer?.state).toMatchObject({ refunded: '0.00', hold: null, dispute: null });
    const first = body.steps[0];
    expect([first?.event.type, first?.transfer?.state['captured']]).toEqual(['TransferRequested', '0.00']);
  });

  it('has the attempts around it and its cases, and nothing else of its sender', async () => {
    const old = await transfer();
    app.clock.nowMs += 8 * DAY;
    const near = await transfer();
    app.clock.nowMs += MINUTE;
    const id = await transfer();
    await raiseCase(app, sender, [id]);
    await raiseCase(app, sender, [near]);
    app.clock.nowMs += 2 * DAY;
    const later = await transfer();
    const { body } = await replay(`transfers/${id}`, 'reason=audit:1');
    expect(body.steps.map(({ event }) => event.type)).toEqual([
      ...['TransferRequested', 'TransferRequested', 'SuspiciousTransactionRaised'],
    ]);
    const ids = body.steps.map(({ event }) => event.data['transferId']);
    expect(ids).toEqual([near, id, undefined]);
    expect(ids).not.toContain(old);
    expect(ids).not.toContain(later);
    // What remained counts the transfers that are no steps as well.
    expect(body.steps[1]?.state).toMatchObject({ used: '40.00' });
    expect([body.steps[0]?.transfer, body.steps[1]?.transfer?.id]).toEqual([null, id]);
  });
});
