import { randomUUID } from 'node:crypto';
import { Module } from '@nestjs/common';
import { CardProcessor } from '../../../../../test/support/card-processor.js';
import type { Client } from '../../../../../test/support/client.js';
import { register } from '../../../../../test/support/recorded-facts.js';
import { TestApp } from '../../../../../test/support/test-app.js';
import { AccountsModule } from '../../accounts/accounts.module.js';
import { newCommandContext } from '../../../engine/commands/command-context.js';
import { EventSourcingModule } from '../../../event-sourcing/event-sourcing.module.js';
import { HttpModule } from '../../../http/http.module.js';
import type { Problem } from '../../../kernel/people/accounts.js';
import type { CardFacts, SavedCard, SavedCards } from '../../../kernel/money/cards.js';
import { CardPayments } from '../../lifecycle/payment/card-payments.js';
import { CardDeclines } from '../card-declines.js';
import { CardsController } from './cards.controller.js';
import { cardsStream } from './cards.decider.js';
import { cardEvents } from './cards.events.js';
import { cardsProjection } from './cards.projection.js';
import { Cards } from './cards.js';
import { ChangeCardHandler } from './change-card.command.js';
import { DetachCardsWorker } from './detach-cards.worker.js';
import { GetCards } from './get-cards.query.js';
import { SaveCardHandler } from './save-card.command.js';

const processor = new CardProcessor();

@Module({
  imports: [
    HttpModule,
    EventSourcingModule.forFeature({
      streams: [cardsStream],
      events: cardEvents,
      projections: [cardsProjection],
      refusals: { card_removed: 409 },
    }),
  ],
  controllers: [CardsController],
  providers: [
    { provide: CardPayments, useValue: processor },
    CardDeclines,
    Cards,
    DetachCardsWorker,
    GetCards,
    SaveCardHandler,
    ChangeCardHandler,
  ],
})
class SavedCardsAlone {}

describe('saved cards over HTTP', () => {
  let app: TestApp;
  let ana: Client;

  beforeAll(async () => {
    const declared = [AccountsModule];
    app = await TestApp.open([SavedCardsAlone], { declared, now: '2026-11-20T12:00:00.000Z' });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    processor.isAway = false;
    ana = app.person(await register(app));
  });

  const list = async (person = ana) => (await person.request<SavedCards>('GET', '/cards')).body.items;
  const post = (token: unknown, person = ana) =>
    person.request<SavedCard & Problem>('POST', '/cards', { body: { token } });
  const save = async (facts: Partial<CardFacts> = {}) => (await post(processor.enter(facts))).body;
  const makeDefault = (id: string, person = ana) =>
    person.request<SavedCard & Problem>('PATCH', `/cards/${id}`, { body: { isDefault: true } });
  const remove = (id: string, person = ana) => person.request('DELETE', `/cards/${id}`);
  const restore = (id: string, person = ana) =>
    person.request<SavedCard & Problem>('POST', `/cards/${id}/restore`);
  const detachDue = () => app.get(DetachCardsWorker).work(new AbortController().signal);
  const pass = (ms: number) => (app.clock.nowMs += ms);

  it('are listed with their displayable details, the default first, then the newest', async () => {
    expect(await list()).toEqual([]);
    const first = await save({ brand: 'visa', last4: '5556' });
    const second = await save({ brand: 'mastercard', last4: '8210', expMonth: 12, expYear: 2026 });
    const third = await save();
    expect(first).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      brand: 'visa',
      last4: '5556',
      expMonth: 8,
      expYear: 2028,
      funding: 'debit',
      isDefault: true,
      state: 'active',
    });
    expect([second.isDefault, second.state]).toEqual([false, 'expiring']);
    expect((await list()).map(({ id }) => id)).toEqual([first.id, third.id, second.id]);
  });

  it('belong to one customer of the sender, however many are saved concurrently', async () => {
    const tokens = [processor.enter(), processor.enter(), processor.enter()];
    const answers = await Promise.all(tokens.map((token) => post(token)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(tokens.map((token) => processor.kept.get(token)))).toEqual(new Set([`cus_${ana.uid}`]));
  });

  it.each(['credit', 'prepaid', 'unknown'] as const)(
    'refuse a %s card and store nothing of it',
    async (funding) => {
      const token = processor.enter({ funding, last4: '1881' });
      const answer = await post(token);
      expect([answer.status, answer.body.code, answer.body.detail]).toEqual([
        422,
        'card_not_debit',
        'Only debit cards are accepted.',
      ]);
      expect(answer.body.params).toMatchObject({ brand: 'visa', last4: '1881', funding });
      expect([await list(), processor.kept.has(token)]).toEqual([[], false]);
    },
  );

  it('are neither saved nor charged before the address is confirmed, and the processor is not asked', async () => {
    const luis = app.person(randomUUID());
    const token = processor.enter();
    const asked = jest.spyOn(processor, 'inspect');
    const answer = await post(token, luis);
    expect([answer.status, answer.body.code]).toEqual([403, 'email_not_confirmed']);
    for (const choice of [{ cardToken: token, saveCard: true }, { cardId: randomUUID() }])
      await expect(app.get(Cards).resolve(luis.uid, choice)).rejects.toMatchObject({
        code: 'email_not_confirmed',
      });
    expect([asked.mock.calls, processor.kept.has(token)]).toEqual([[], false]);
    asked.mockRestore();
    expect(await list(luis)).toEqual([]);
  });

  it('refuse an expired card, an unknown token and a card number', async () => {
    const expired = await post(processor.enter({ expMonth: 10, expYear: 2026 }));
    expect([expired.status, expired.body.code]).toEqual([422, 'card_expired']);
    expect((await post('pm_nobody_has_this')).body.code).toBe('card_not_found');
    for (const token of ['4000056655665556', '', null, 7, { $gt: '' }, `pm_${'x'.repeat(200)}`])
      expect([token, (await post(token)).status]).toEqual([token, 400]);
    expect(await list()).toEqual([]);
  });

  it('store the same card once, even when it is saved twice concurrently', async () => {
    const facts = { last4: '7777' };
    const tokens = [processor.enter(facts), processor.enter(facts), processor.enter(facts)];
    const answers = [
      ...(await Promise.all(tokens.slice(1).map((token) => post(token)))),
      await post(tokens[0]),
    ];
    const [card] = await list();
    expect(answers.map(({ status, body }) => [status, body.id])).toEqual(answers.map(() => [201, card?.id]));
    expect(await list()).toHaveLength(1);
    expect(tokens.filter((token) => processor.kept.has(token))).toHaveLength(1);
  });

  it('can be made the default', async () => {
    const [first, second] = [await save(), await save()];
    const answer = await makeDefault(second.id);
    expect([answer.status, answer.body.isDefault]).toEqual([200, true]);
    expect((await list()).map(({ id, isDefault }) => [id, isDefault])).toEqual([
      [second.id, true],
      [first.id, false],
    ]);
    const off = await ana.request('PATCH', `/cards/${first.id}`, { body: { isDefault: false } });
    expect(off.status).toBe(400);
  });

  it('can be restored within 30 seconds of their removal, and not later', async () => {
    const [first, second] = [await save(), await save()];
    expect((await remove(first.id)).status).toBe(204);
    expect((await remove(first.id)).status).toBe(204);
    expect((await list()).map(({ id, isDefault }) => [id, isDefault])).toEqual([[second.id, true]]);
    pass(29_999);
    const back = await restore(first.id);
    expect([back.status, back.body.id, back.body.isDefault]).toEqual([200, first.id, true]);
    await remove(first.id);
    pass(30_001);
    const late = await restore(first.id);
    expect([late.status, late.body.code]).toEqual([409, 'card_removed']);
  });

  it('are deleted at the processor only when their removal can no longer be undone', async () => {
    const token = processor.enter();
    const { id } = (await post(token)).body;
    await remove(id);
    pass(30_000);
    await list();
    await detachDue();
    expect(processor.kept.has(token)).toBe(true);
    pass(60_001);
    await detachDue();
    expect(processor.kept.has(token)).toBe(false);
    expect((await restore(id)).status).toBe(404);
    expect((await remove(id)).status).toBe(404);
  });

  it('are deleted later when the processor was unavailable or the call was interrupted', async () => {
    const token = processor.enter();
    await remove((await post(token)).body.id);
    pass(91_000);
    await list();
    processor.isAway = true;
    await expect(detachDue()).rejects.toThrow();
    expect(processor.kept.has(token)).toBe(true);
    processor.isAway = false;
    await detachDue();
    expect(processor.kept.has(token)).toBe(false);
  });

  it('are listed only to their owner', async () => {
    await save();
    const luis = app.person(randomUUID());
    expect([await list(luis), (await list()).length]).toEqual([[], 1]);
  });

  it('are not saved while the processor does not respond', async () => {
    const token = processor.enter();
    processor.isAway = true;
    const answer = await post(token);
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '1']);
    processor.isAway = false;
    expect((await post(token)).status).toBe(201);
  });

  it('are limited to 20, and nothing of one more remains at the processor', async () => {
    for (let count = 0; count < 20; count++) await save();
    const token = processor.enter();
    const answer = await post(token);
    expect([answer.status, answer.body.code, processor.kept.has(token)]).toEqual([
      422,
      'too_many_cards',
      false,
    ]);
  });

  it('are limited against card testing: 30 new ones per sender and minute, saved or paid with (ASVS 2.4.1)', async () => {
    const choice = () => ({ cardToken: processor.enter({ funding: 'credit' }), saveCard: false });
    for (let count = 0; count < 15; count++) {
      expect((await post(processor.enter({ funding: 'credit' }))).body.code).toBe('card_not_debit');
      await expect(app.get(Cards).resolve(ana.uid, choice())).rejects.toMatchObject({
        code: 'card_not_debit',
      });
    }
    const answer = await post(processor.enter());
    expect([answer.status, answer.body.code, answer.headers['retry-after']]).toEqual([
      429,
      'too_many_requests',
      '60',
    ]);
    await expect(app.get(Cards).resolve(ana.uid, choice())).rejects.toMatchObject({
      code: 'too_many_requests',
    });
    expect((await post(processor.enter(), app.person(await register(app)))).status).toBe(201);
  });

  it('are limited against slow card testing: 100 new ones per sender and day', async () => {
    const tried: (string | undefined)[] = [];
    for (let count = 0; count < 101; count++) {
      if (count % 30 === 0) pass(60_000);
      tried.push((await post(processor.enter({ funding: 'credit' }))).body.code);
    }
    expect(tried).toEqual([...Array<string>(100).fill('card_not_debit'), 'too_many_requests']);
    pass(24 * 60 * 60_000);
    expect((await post(processor.enter())).status).toBe(201);
  });

  describe('to pay with', () => {
    const cards = () => app.get(Cards);

    it('are resolved to the reference of the processor', async () => {
      const token = processor.enter({ last4: '5556' });
      const { id } = (await post(token)).body;
      const payable = await cards().resolve(ana.uid, { cardId: id });
      expect(payable).toMatchObject({
        paymentMethodRef: token,
        facts: { brand: 'visa', last4: '5556', funding: 'debit' },
        saveCard: false,
      });
      expect(await payable.customer()).toBe(`cus_${ana.uid}`);
    });

    it("must be the sender's own, not removed and not expired", async () => {
      const { id } = await save({ expMonth: 12, expYear: 2026 });
      const luis = app.person(await register(app));
      await expect(cards().resolve(luis.uid, { cardId: id })).rejects.toMatchObject({
        code: 'card_not_found',
      });
      const before = app.clock.nowMs;
      app.clock.nowMs = Date.parse('2027-01-01T00:00:00.000Z');
      await expect(cards().resolve(ana.uid, { cardId: id })).rejects.toMatchObject({ code: 'card_expired' });
      app.clock.nowMs = before;
      await remove(id);
      await expect(cards().resolve(ana.uid, { cardId: id })).rejects.toMatchObject({
        code: 'card_not_found',
      });
    });

    it('can be entered for one payment, or to be saved with it, once', async () => {
      const facts = { last4: '4321' };
      const once = await cards().resolve(ana.uid, { cardToken: processor.enter(facts), saveCard: false });
      expect([once.saveCard, await once.customer()]).toEqual([false, null]);
      const cardToken = processor.enter(facts);
      const kept = await cards().resolve(ana.uid, { cardToken, saveCard: true });
      expect([kept.saveCard, await kept.customer()]).toEqual([true, `cus_${ana.uid}`]);
      const context = newCommandContext({ kind: 'system', id: 'test' });
      const used = { paymentMethodRef: cardToken, facts: kept.facts };
      await cards().saveUsed(ana.uid, used, context);
      await cards().saveUsed(ana.uid, used, context);
      await post(processor.enter(facts));
      expect((await list()).map(({ last4 }) => last4)).toEqual(['4321']);
      const again = await cards().resolve(ana.uid, { cardToken: processor.enter(facts), saveCard: true });
      expect(again.saveCard).toBe(false);
    });

    it('are not saved again once their removal is final, even after a payment', async () => {
      const token = processor.enter();
      const { id } = (await post(token)).body;
      await remove(id);
      pass(30_001);
      const { paymentMethodRef, facts } = await cards().resolve(ana.uid, {
        cardToken: token,
        saveCard: true,
      });
      const context = newCommandContext({ kind: 'system', id: 'test' });
      await cards().saveUsed(ana.uid, { paymentMethodRef, facts }, context);
      expect(await list()).toEqual([]);
    });

    it('must be debit cards', async () => {
      const cardToken = processor.enter({ funding: 'credit' });
      await expect(cards().resolve(ana.uid, { cardToken, saveCard: false })).rejects.toMatchObject({
        code: 'card_not_debit',
      });
    });
  });
});

describe('where credit cards are accepted too', () => {
  it('prepaid cards and cards of unknown funding are still refused', async () => {
    const app = await TestApp.open([SavedCardsAlone], {
      declared: [AccountsModule],
      environment: { ACCEPTED_CARD_FUNDING: 'debit,credit' },
    });
    const ana = app.person(await register(app));
    const post = (funding: CardFacts['funding']) =>
      ana.request('POST', '/cards', { body: { token: processor.enter({ funding }) } });
    expect((await post('credit')).status).toBe(201);
    for (const funding of ['prepaid', 'unknown'] as const) {
      const { status, body } = await post(funding);
      expect([status, body.code, body.detail]).toEqual([
        422,
        'card_not_debit',
        'Only debit and credit cards are accepted.',
      ]);
    }
    await app.close();
  });
});
