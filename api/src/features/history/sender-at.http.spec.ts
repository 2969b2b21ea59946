import { randomUUID } from 'node:crypto';
import { Module } from '@nestjs/common';
import { openCompliance } from '../../../../test/support/compliance-app.js';
import { accept, accessesOf, raiseCase, register } from '../../../../test/support/recorded-facts.js';
import type { TestApp } from '../../../../test/support/test-app.js';
import { card, DAY, MINUTE, terms, TransferLife } from '../../../../test/support/transfer-life.js';
import { AccountsModule } from '../accounts/accounts.module.js';
import { VerificationModule } from '../verification/verification.module.js';
import { EncryptedEventLog } from '../../engine/event-store/encrypted-event-log.js';
import { ViewStore } from '../../engine/view-store/view-store.port.js';
import type { DomainEvent } from '../../event-sourcing/event.js';
import { EventSourcingModule } from '../../event-sourcing/event-sourcing.module.js';
import type { Problem } from '../../kernel/people/accounts.js';
import type { Replay } from '../../kernel/staff/replay.js';
import type { SenderAt } from '../../kernel/staff/sender-at.js';
import { transferStream } from '../lifecycle/state/lifecycle-events.rules.js';
import { cardsStream } from '../payments/cards/cards.decider.js';
import { cardEvents } from '../payments/cards/cards.events.js';
import { cardsProjection } from '../payments/cards/cards.projection.js';
import { PreferencesModule } from '../preferences/preferences.module.js';
import { RecipientsModule } from '../recipients/recipients.module.js';
import { SenderHistories, type SenderHistory } from './sender-history.js';

const cards = { streams: [cardsStream], events: cardEvents, projections: [cardsProjection] };
/** The saved cards without the processor's adapters. */
@Module({ imports: [EventSourcingModule.forFeature(cards)] })
class Cards {}

const REASON = 'reason=support:S-1182';

let app: TestApp;
let sender: string;

beforeAll(async () => {
  app = await openCompliance([], {
    declared: [AccountsModule, VerificationModule, PreferencesModule, RecipientsModule, Cards],
  });
});
beforeEach(async () => {
  app.clock.nowMs += MINUTE;
  sender = await register(app, {
    firstName: 'Carl',
    lastName: 'Beck',
    email: 'carl@people.example',
    isConfirmed: false,
  });
});
afterAll(() => app.close());

const nowText = () => new Date(app.clock.nowMs).toISOString();

/** Records events a minute after the ones before. */
async function happens(stream: string, ...events: readonly DomainEvent[]): Promise<string> {
  app.clock.nowMs += MINUTE;
  await app.record(stream, events);
  return nowText();
}

async function sends(changes: Parameters<typeof accept>[2] = {}): Promise<string> {
  app.clock.nowMs += MINUTE;
  return accept(app, sender, changes);
}

async function caseAbout(uid: string, transferId: string): Promise<string> {
  app.clock.nowMs += MINUTE;
  return raiseCase(app, uid, [transferId]);
}

const at = (query: string, reader = 'robin', uid = sender) =>
  app.person(reader).request<SenderAt & Problem>('GET', `/compliance/senders/${uid}/at?${query}`);

/** What is shown at an instant, or now. */
async function shown(query = '') {
  const { status, body } = await at(`${REASON}${query && `&${query}`}`);
  expect(status).toBe(200);
  return body;
}

const accesses = (reader: string) => accessesOf(app, reader);

describe('a sender at an earlier instant', () => {
  it('is shown as they were then: profile, tier, allowance, transfers, cards, recipients, cases and holds', async () => {
    const before = nowText();
    const transferId = await sends();
    const saved = {
      recipientId: randomUUID(),
      name: 'Maya Okafor',
      platform: 'Zelle',
      handle: 'maya@x.example',
    };
    await happens(`recipients-${sender}`, { type: 'RecipientSaved', data: saved });
    const { saveCard: _, customerRef: _customer, ...facts } = card;
    await happens(`cards-${sender}`, { type: 'CardSaved', data: { cardId: 'card_1', ...facts } });
    const caseId = await caseAbout(sender, transferId);
    const hold = { uid: sender, caseId, by: 'lead', note: 'We ask the bank.' };
    const held = await happens(transferStream(transferId), { type: 'HoldPlaced', data: hold });
    await happens(`preferences-${sender}`, {
      type: 'PrefsUpdated',
      data: { changed: { displayName: 'Carlo B' } },
    });
    await happens(`recipients-${sender}`, {
      type: 'RecipientRemoved',
      data: { recipientId: saved.recipientId },
    });
    const then = (await shown(`instant=${held}`)).shown;
    expect(then).toMatchObject({
      profile: { uid: sender, displayName: 'C•••• B••••', verification: 'unverified', sending: 'active' },
      allowance: { tier: 'unverified', used: '20.00', remaining: '230.00' },
      transfers: [{ id: transferId, amount: '20.00', status: 'processing', isHeld: true }],
      cards: [{ brand: 'visa', last4: '5556', isDefault: true }],
      recipients: [{ name: 'M•••• O••••', handle: 'm••••@••••.example' }],
      cases: [{ id: caseId, ruleId: 'velocity', status: 'open' }],
      holds: [{ transferId, caseId, since: held }],
    });
    expect((await shown(`instant=${before}`)).shown).toMatchObject({
      transfers: [],
      cards: [],
      recipients: [],
      cases: [],
      holds: [],
      allowance: { used: '0.00', remaining: '250.00' },
    });
    expect((await shown()).shown?.recipients).toEqual([]);
  });

  it('frees what left the week by the clock of the instant, without an event', async () => {
    await sends();
    const sentAt = nowText();
    app.clock.nowMs += 8 * DAY;
    expect((await shown(`instant=${sentAt}`)).shown?.allowance.remaining).toBe('230.00');
    expect((await shown()).shown?.allowance.remaining).toBe('250.00');
  });

  it('does not exist before the account', async () => {
    const { shown: nothing, place, count } = await shown('instant=2026-11-01T00:00:00.000Z');
    expect([nothing, place, count]).toEqual([null, 0, 1]);
  });

  it('leads to the event before and after, by position, in any form in which it is copied', async () => {
    await sends();
    await sends();
    const last = await shown();
    expect([last.place, last.count, last.next]).toEqual([3, 3, null]);
    const first = await shown(`position=${last.previous?.position}`);
    expect(first.shown?.transfers).toHaveLength(1);
    expect(first.next).toEqual({ position: last.position, at: last.instant });
    const short = (first.position ?? '').replace(/^0+/, '');
    for (const pasted of [short, ` ${short} `, short.split('').join(' ')])
      expect((await shown(`position=${encodeURIComponent(pasted)}`)).place).toBe(2);
  });

  it('shows no personal text, and no page of a bank', async () => {
    const lived = new TransferLife({ ...terms, uid: sender, transferId: randomUUID() });
    await sends({ ...lived.of, recipient: 'Maya Okafor', handle: '$mayaokafor', note: 'Rent for November' });
    lived.pay();
    lived.answered('requires_action');
    await happens(transferStream(lived.of.transferId), ...lived.events);
    const { text, body } = await at(REASON);
    expect(body.shown?.transfers[0]?.payment?.state).toBe('requires_action');
    expect(text).not.toMatch(/Carl|Beck|carl@people|Okafor|mayaokafor|November|bank\.example/);
  });

  it('shows what differs as it happened, and which event makes it differ', async () => {
    const place = { uid: sender, transferId: randomUUID(), requestedAt: nowText() };
    const lived = new TransferLife({ ...terms, ...place });
    await sends({ ...lived.of });
    lived.nowMs = app.clock.nowMs + MINUTE;
    const id = lived.toSubmitted().of.transferId;
    await happens(transferStream(id), ...lived.events);
    const providerAt = nowText();
    app.clock.nowMs += 30 * MINUTE;
    const between = nowText();
    const failed = { uid: sender, providerAt, reason: 'blocked', words: '', by: 'rail' };
    await happens(transferStream(id), { type: 'PayoutFailed', data: failed });
    const differences = [{ transferId: id, field: 'payout', recorded: 'submitted', happened: 'failed' }];
    const moved = [{ type: 'PayoutFailed', subject: id, platform: 'Venmo', happenedAt: providerAt }];
    for (const [basis, payout] of [
      ['recorded', 'submitted'],
      ['happened', 'failed'],
    ])
      expect(await shown(`instant=${between}&basis=${basis}`)).toMatchObject({
        basis,
        differences,
        moved,
        shown: { transfers: [{ id, payout }] },
      });
    expect(await shown('basis=happened')).toMatchObject({ differences: [], moved: [] });
  });

  it('has no saved cards and recipients among the steps of a replay', async () => {
    const saved = { recipientId: randomUUID(), name: 'Maya', platform: 'Zelle', handle: 'maya@x.example' };
    await happens(`recipients-${sender}`, { type: 'RecipientSaved', data: saved });
    const path = `/compliance/senders/${sender}/replay?${REASON}`;
    const { body } = await app.person('robin').request<Replay>('GET', path);
    expect(body.steps.map(({ event }) => event.type)).toEqual(['AccountRegistered']);
  });

  it('comes from the log: no view is asked for more than the names of cases', async () => {
    await sends();
    const views = app.get(ViewStore);
    const reads = [
      jest.spyOn(views, 'get'),
      jest.spyOn(views, 'find'),
      jest.spyOn(views, 'findJson'),
    ] as const;
    await shown();
    expect(reads.flatMap(({ mock }) => mock.calls.map(([{ name }]) => name))).toEqual([
      'suspicious_transactions',
    ]);
    for (const read of reads) read.mockRestore();
  });
});

describe('who looks at an earlier instant', () => {
  it('gives a reason, which is recorded before anything is read', async () => {
    const reader = randomUUID();
    expect(await at('', reader)).toMatchObject({ status: 400, body: { code: 'reason_required' } });
    expect(await accesses(reader)).toEqual([]);
    const answer = await at(REASON, reader);
    expect(answer).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } });
    expect(answer.body).toMatchObject({ reason: 'support:S-1182', recordedAt: nowText() });
    const read = jest.spyOn(app.get(SenderHistories), 'of').mockRejectedValue(new Error('lost'));
    expect((await at(REASON, reader)).status).toBe(500);
    read.mockRestore();
    const record = jest.spyOn(app.get(EncryptedEventLog), 'append').mockRejectedValue(new Error('full'));
    expect((await at(REASON, reader)).text).not.toContain('allowance');
    record.mockRestore();
    const recorded = { type: 'HistoryReplayed', uid: sender, transferId: null, reason: 'support:S-1182' };
    expect(await accesses(reader)).toMatchObject([recorded, recorded]);
  });

  it('sees nobody for a case about somebody else', async () => {
    const others = await caseAbout(randomUUID(), randomUUID());
    expect((await at(`reason=case:${others}`)).status).toBe(404);
  });

  it.each([
    ['instant=2026-13-01T00:00:00.000Z', 'instant'],
    ['instant=2026-11-20T12:00:00-05:00', 'instant'],
    ['instant=2026-11-20', 'instant'],
    ['instant=2999-01-01T00:00:00.000Z', 'instant'],
    ['position=1/2', 'position'],
    [`position=${'1'.repeat(21)}`, 'position'],
    ['instant=2026-11-20T12:00:00.000Z&position=1', 'position'],
    ['basis=imagined', 'basis'],
  ])('is refused at ?%s', async (query, field) =>
    expect(await at(`${REASON}&${query}`)).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', fields: [{ field }] },
    }),
  );
});

describe('a very long history', () => {
  it('is cut: older transfers are not listed, but count', async () => {
    const ids: string[] = [];
    for (let sent = 0; sent < 5; sent += 1) ids.push(await sends());
    const histories = app.get(SenderHistories);
    const whole = histories.of.bind(histories);
    const bounded = { own: 100, lives: 1_000, transfers: 2, cases: 1 };
    const read = jest
      .spyOn(histories, 'of')
      .mockImplementation((uid, isBefore) => whole(uid, isBefore, bounded));
    const cut = await shown();
    read.mockRestore();
    expect(cut.cut).toEqual({ transfers: 3, refusals: 0, cases: false });
    expect(cut.shown?.transfers.map(({ id }) => id)).toEqual([ids[4], ids[3]]);
    expect(cut.shown?.allowance.used).toBe('100.00');
    expect((await shown()).cut.transfers).toBe(0);
  });

  it('has the case that is the reason and its transfers first', async () => {
    const [first, second, third] = [await sends(), await sends(), await sends()];
    const [oldest, newest] = [await caseAbout(sender, first), await caseAbout(sender, second)];
    const bounded = { own: 100, lives: 1_000, transfers: 2, cases: 1 };
    const read = (wanted: object) =>
      app.get(SenderHistories).of(sender, () => true, { ...bounded, ...wanted });
    const caseIn = ({ events }: SenderHistory) =>
      events.filter(({ stream }) => stream.startsWith('case-')).map(({ stream }) => stream);
    const [usual, ofReason] = [await read({}), await read({ caseId: oldest })];
    expect([[...usual.transfers], caseIn(usual)]).toEqual([[third, second], [`case-${newest}`]]);
    expect([[...ofReason.transfers], caseIn(ofReason)]).toEqual([
      [first, third],
      [`case-${oldest}`, `case-${newest}`],
    ]);
  });

  it('is refused beyond what can be folded', async () => {
    await sends();
    await sends();
    const whole = SenderHistories.prototype.of.bind(app.get(SenderHistories));
    const small = { own: 1, lives: 10, transfers: 10, cases: 1 };
    await expect(whole(sender, () => true, small)).rejects.toMatchObject({ code: 'history_too_long' });
  });
});
