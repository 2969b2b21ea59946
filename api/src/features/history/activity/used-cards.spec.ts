import { card, terms, TransferLife } from '../../../../../test/support/transfer-life.js';
import type { CardUse } from '../../payments/cards/card-uses.projection.js';
import { usedCards } from './used-cards.rules.js';

const debit = { ...card, brand: 'mastercard', last4: '0187' };
const use = (cardIndex: string, at: string): CardUse => ({
  id: `${cardIndex} t1`,
  cardIndex,
  uid: 'ana',
  transferId: 't1',
  at,
});
/** A transfer whose first card was declined and whose second one paid. */
function twoCards() {
  const life = new TransferLife(terms);
  const uses = [use('aa', life.at)];
  life.pay();
  life.answered('declined');
  uses.push(use('bb', life.wait(60_000).at));
  life.do({ type: 'RequestPayment', terms, requestId: 'second', card: debit });
  life.answered('authorized');
  life.do({ type: 'RequestCapture' });
  life.answered('captured');
  return { events: life.log, uses };
}

it('tells the cards of one transfer apart: what each paid, and by which index it is compared', () => {
  const { events, uses } = twoCards();
  expect(usedCards(events, { saved: [], uses })).toMatchObject([
    { last4: '0187', paid: 1, declined: 0, cardIndex: 'bb', isSaved: false },
    { last4: '5556', paid: 0, declined: 1, cardIndex: 'aa', isSaved: false },
  ]);
});

it('lists a saved card that was never used last', () => {
  const { events, uses } = twoCards();
  const saved = { ...card, last4: '4242' };
  expect(usedCards(events, { saved: [debit, saved], uses }).map((one) => [one.last4, one.isSaved])).toEqual([
    ['0187', true],
    ['5556', false],
    ['4242', true],
  ]);
});

it('does not compare a card of a verified sender by the card that the transfer was tried with before', () => {
  const { events, uses } = twoCards();
  expect(usedCards(events, { saved: [], uses: uses.slice(0, 1) })).toMatchObject([
    { last4: '0187', cardIndex: null },
    { last4: '5556', cardIndex: 'aa' },
  ]);
});
