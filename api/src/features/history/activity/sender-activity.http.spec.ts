import { randomUUID } from 'node:crypto';
import { Module } from '@nestjs/common';
import { openCompliance, START } from '../../../../../test/support/compliance-app.js';
import { accept, accessesOf, live, raiseCase, register } from '../../../../../test/support/recorded-facts.js';
import { refusedTransfer } from '../../../../../test/support/sample-send.js';
import type { TestApp } from '../../../../../test/support/test-app.js';
import { card, DAY, MINUTE, terms, TransferLife } from '../../../../../test/support/transfer-life.js';
import { EventSourcingModule } from '../../../event-sourcing/event-sourcing.module.js';
import type { Problem } from '../../../kernel/people/accounts.js';
import type { SenderActivity } from '../../../kernel/staff/sender-activity.js';
import { senderStream } from '../../access/sender-stream.rules.js';
import { transferStream } from '../../lifecycle/state/lifecycle-events.rules.js';
import { cardUsesProjection } from '../../payments/cards/card-uses.projection.js';
import { cardholderStream } from '../../payments/cards/cardholder.decider.js';
import { cardsStream } from '../../payments/cards/cards.decider.js';
import { cardEvents } from '../../payments/cards/cards.events.js';
import { cardsProjection } from '../../payments/cards/cards.projection.js';
import { verificationEvents } from '../../verification/verification.events.js';

const cards = {
  streams: [cardsStream, cardholderStream],
  events: cardEvents,
  projections: [cardsProjection, cardUsesProjection],
};
/** The cards without the processor's adapters. */
@Module({ imports: [EventSourcingModule.forFeature(cards)] })
class Cards {}

const [{ example: submitted }, , { example: changed }] = verificationEvents;

let app: TestApp;
/** Blind indexes of the card and the handle of a test. */
let visa: string;
let lena: string;
let carl: string;
let dora: string;

beforeAll(async () => {
  app = await openCompliance([Cards]);
});
beforeEach(async () => {
  app.clock.nowMs = Date.parse(START);
  [visa, lena] = [randomUUID(), randomUUID()];
  carl = await register(app, { firstName: 'Carl', lastName: 'Beck', email: 'carl@people.example' });
  dora = await register(app, { firstName: 'Dora', lastName: 'Diaz' });
});
afterAll(() => app.close());

const activity = (query: string, reader: string = randomUUID(), uid = carl) =>
  app.person(reader).request<SenderActivity & Problem>('GET', `/compliance/senders/${uid}/activity?${query}`);
async function shown(reader?: string): Promise<SenderActivity> {
  await app.caughtUp();
  const { status, body } = await activity('reason=support:S-1182', reader);
  expect(status).toBe(200);
  return body;
}

/** A transfer that this card paid for an unverified sender, a minute after the one before. */
async function pays(uid: string, changes: Parameters<typeof accept>[2] = {}) {
  app.clock.nowMs += MINUTE;
  const transferId = await accept(app, uid, { handleIndex: lena, ...changes });
  await app.record(cardholderStream(visa), [{ type: 'CardUsed', data: { uid, transferId } }]);
  const life = new TransferLife({ ...terms, uid, transferId });
  life.wait(app.clock.nowMs - life.nowMs);
  life.pay();
  await live(app, life);
  return transferId;
}

async function refused(uid: string, changes: Parameters<typeof refusedTransfer>[1] = {}) {
  app.clock.nowMs += MINUTE;
  const event = refusedTransfer(app.clock.nowMs, { handleIndex: lena, ...changes });
  await app.record(senderStream(uid), [event]);
  return event.data.transferId;
}

describe("what a sender's page shows", () => {
  it('needs a reason and is recorded before it is shown; nobody sees their own', async () => {
    const reader = randomUUID();
    expect((await activity('', reader)).body.code).toBe('reason_required');
    expect(await accessesOf(app, reader)).toEqual([]);
    await shown(reader);
    expect(await accessesOf(app, reader)).toMatchObject([
      { type: 'HistoryReplayed', uid: carl, view: 'page', point: null, reason: 'support:S-1182' },
    ]);
    expect((await activity('reason=support:S-1182', carl)).status).toBe(404);
    expect(await accessesOf(app, carl)).toEqual([]);
  });

  it('has the week, transfers and refused attempts, the newest first, masked', async () => {
    const sent = await pays(carl, { amountCents: 24_000, recipient: 'Lena Otto' });
    const no = await refused(carl, { amountCents: 21_000, recipient: 'Lena Otto' });
    const found = await shown();
    expect(found.allowance).toMatchObject({ used: '240.00', remaining: '10.00', weeklyLimit: '250.00' });
    expect(found.attempts).toMatchObject([
      { id: no, amount: '210.00', refused: 'weekly_limit_exceeded', status: null, recipient: 'L•••• O••••' },
      { id: sent, amount: '240.00', refused: null, status: 'processing', recipient: 'L•••• O••••' },
    ]);
    expect(found.refused30Days).toEqual([{ reason: 'weekly_limit_exceeded', count: 1 }]);
    expect(JSON.stringify(found)).not.toMatch(/Lena|Otto|Beck/);
    app.clock.nowMs += 31 * DAY;
    expect(await shown()).toMatchObject({ refused30Days: [], allowance: { used: '0.00' } });
  });

  it('adds up what waits for a card and what a case holds', async () => {
    const transferId = await accept(app, carl, { amountCents: 3_000 });
    await app.record(transferStream(transferId), [
      { type: 'PaymentAwaited', data: { ...terms, uid: carl, transferId } },
    ]);
    const held = await pays(carl, { amountCents: 4_000 });
    const caseId = await raiseCase(app, carl, [held]);
    await app.record(transferStream(held), [
      { type: 'HoldPlaced', data: { uid: carl, caseId, by: 'lead', note: '' } },
    ]);
    const found = await shown();
    expect(found).toMatchObject({
      unpaid: { count: 1, amount: '30.00' },
      held: { count: 1, amount: '40.00' },
      cases: [{ id: caseId, ruleId: 'velocity', status: 'open', assignee: null }],
    });
    expect(found.attempts.map(({ status, isHeld }) => [status, isHeld])).toEqual([
      ['processing', true],
      ['unpaid', false],
    ]);
  });

  it('says who else used a card, without their names and never the reader', async () => {
    const { saveCard: _, customerRef: _customer, ...facts } = card;
    await app.record(`cards-${carl}`, [{ type: 'CardSaved', data: { cardId: 'card_1', ...facts } }]);
    const reader = randomUUID();
    await pays(carl);
    await pays(reader);
    expect((await shown(reader)).cards).toMatchObject([
      { brand: 'visa', last4: '5556', isSaved: true, paid: 0, declined: 0, others: { count: 0, items: [] } },
    ]);
    await pays(dora);
    const at = new Date(app.clock.nowMs).toISOString();
    expect((await shown(reader)).cards[0]?.others).toEqual({
      count: 1,
      cut: false,
      items: [{ uid: dora, senderName: 'D•••• D••••', lastAt: at }],
    });
  });

  it('says who else attempted to send to a handle, and what this sender did', async () => {
    const sent = await pays(carl, { amountCents: 2_000 });
    await refused(carl);
    await refused(dora);
    expect((await shown()).handles).toMatchObject([
      {
        transferId: sent,
        sent: 1,
        refused: 1,
        amount: '20.00',
        others: { count: 1, items: [{ uid: dora }] },
      },
    ]);
  });

  it('lists identity checks with how many failed', async () => {
    const failed = { ...changed, status: 'failed', by: null, reason: null };
    await app.record(senderStream(carl), [
      { type: 'KycSubmitted', data: submitted },
      { type: 'KycStatusChanged', data: failed },
    ]);
    expect(await shown()).toMatchObject({
      checks: [{ id: submitted.requestId, status: 'failed', list: 'declined', isRevoked: false }],
      failedChecks: 1,
    });
  });
});
