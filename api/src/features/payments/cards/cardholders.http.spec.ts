import { randomUUID } from 'node:crypto';
import { cardHolder, openCards } from '../../../../../test/support/card-app.js';
import { newDebitCard } from '../../../../../test/support/debit-cards.js';
import { verify } from '../../../../../test/support/recorded-facts.js';
import { counts } from '../../../../../test/support/scale.js';
import type { TestApp } from '../../../../../test/support/test-app.js';

const DAY_MS = 24 * 60 * 60_000;
const DECLINED = '4000000000000002';
const REFUSED = [
  422,
  'card_used_elsewhere',
  'This card is used with other accounts. Verify your identity to use it here.',
];
/** Accounts that pay with one card at the same time. */
const ACCOUNTS = 12;

describe('a card that unverified accounts pay with', () => {
  let app: TestApp;
  let number: string;

  beforeAll(async () => {
    app = await openCards();
  });
  afterAll(() => app.close());
  beforeEach(() => {
    number = newDebitCard();
  });

  /** Two other accounts pay with the card. */
  async function useTwice(): Promise<void> {
    for (const person of [await cardHolder(app), await cardHolder(app)])
      expect((await person.send({ number })).status).toBe(201);
  }

  it('is refused to a third one in the week, which is led to its verification and has requested nothing', async () => {
    await useTwice();
    const third = await cardHolder(app);
    const { status, body } = await third.send({ number });
    expect([status, body.code, body.detail]).toEqual(REFUSED);
    expect(await third.transfers()).toEqual([]);
    app.clock.nowMs += 7 * DAY_MS;
    expect((await third.send({ number })).status).toBe(201);
  });

  it('is free for verified senders, who do not count', async () => {
    const verified = [await cardHolder(app), await cardHolder(app), await cardHolder(app)];
    for (const { uid } of verified) await verify(app, uid);
    for (const person of verified) expect((await person.send({ number })).status).toBe(201);
    await useTwice();
    expect((await (await cardHolder(app)).send({ number })).status).toBe(422);
    for (const person of verified) expect((await person.send({ number })).status).toBe(201);
  });

  it('counts when it is charged, not when it is saved; a saved one is recognized by its number', async () => {
    const savers = [await cardHolder(app), await cardHolder(app), await cardHolder(app)];
    const saved: string[] = [];
    for (const person of savers) saved.push((await person.saveCard(number)).body.id);
    await useTwice();
    for (const [index, person] of savers.entries()) {
      const { status, body } = await person.send({ cardId: saved[index] ?? '' });
      expect([status, body.code]).toEqual([422, 'card_used_elsewhere']);
    }
  });

  it('counts also when its bank declines it, and when it pays in place of a declined one', async () => {
    const third = await cardHolder(app);
    await useTwice();
    const { body: sent } = await third.send({ number: DECLINED });
    await third.payment(sent.id, 'declined');
    expect((await third.pay(sent.id, { number })).body.code).toBe('card_used_elsewhere');
    expect((await third.pay(sent.id, { number: newDebitCard() })).status).toBe(201);
    const other = await cardHolder(app);
    const { body: declined } = await other.send({ number: DECLINED });
    await other.payment(declined.id, 'declined');
    const { status, body } = await (await cardHolder(app)).send({ number: DECLINED });
    expect([status, body.code]).toEqual([422, 'card_used_elsewhere']);
  });

  it('answers a repeat of an accepted send as before, and counts it once', async () => {
    const [ana, ben] = [await cardHolder(app), await cardHolder(app)];
    const key = randomUUID();
    const first = await ana.send({ number }, '20.00', key);
    await ben.send({ number });
    const again = await ana.send({ number }, '20.00', key);
    expect([again.status, again.body.id]).toEqual([201, first.body.id]);
    expect((await (await cardHolder(app)).send({ number })).status).toBe(422);
  });

  it('answers a repeat with another card with the first one, and does not count the other', async () => {
    const [ana, other, key] = [await cardHolder(app), newDebitCard(), randomUUID()];
    const first = await ana.send({ number }, '20.00', key);
    const again = await ana.send({ number: other }, '20.00', key);
    const shown = ({ status, body: { id, card } }: typeof first) => [status, id, card?.last4];
    expect(shown(again)).toEqual(shown(first));
    expect(shown(first)).toEqual([201, first.body.id, number.slice(-4)]);
    for (const person of [await cardHolder(app), await cardHolder(app)])
      expect((await person.send({ number: other })).status).toBe(201);
  });

  it(`passes for exactly two of ${String(ACCOUNTS)} at the same time, in every round`, async () => {
    for (let round = 0; round < counts.cardRaceRounds; round += 1) {
      const card = newDebitCard();
      const people = await Promise.all(
        Array.from({ length: ACCOUNTS }, () => cardHolder(app, { ip: `198.51.${String(round)}.7` })),
      );
      const sends = people.flatMap((person) => [
        person.send({ number: card }),
        person.send({ number: card }),
      ]);
      const statuses = (await Promise.all(sends)).map(({ status }) => status);
      const passed = people.filter((_, index) => statuses.slice(2 * index, 2 * index + 2).includes(201));
      expect([passed.length, statuses.filter((status) => status === 201).length]).toEqual([2, 4]);
      expect(statuses.filter((status) => status === 422)).toHaveLength(2 * ACCOUNTS - 4);
    }
  });
});
