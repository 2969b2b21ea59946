import fc from 'fast-check';
import { recorded, specificationOf } from '../../../../../test/support/given-when-then.js';
import { cardStateAt, savedCardsOf } from '../../../kernel/money/cards.js';
import { cardsDecider, noCards, type CardCommand, type CardEvent, type CardRecord } from './cards.decider.js';
import { cardsProjection, type CardsDocument } from './cards.projection.js';

const at = '2026-11-20T12:00:00.000Z';
const START_MS = Date.parse('2026-01-01T00:00:00.000Z');
const card = (cardId: string, changes: Partial<CardRecord> = {}): CardRecord => ({
  cardId,
  paymentMethodRef: `pm_${cardId}`,
  brand: 'visa',
  last4: cardId.padStart(4, '0'),
  expMonth: 8,
  expYear: 2028,
  funding: 'debit',
  ...changes,
});
const saved = (cardId: string): CardEvent => ({ type: 'CardSaved', data: card(cardId) });
const removed = (cardId: string): CardEvent => ({ type: 'CardRemoved', data: { cardId } });
const restored = (cardId: string): CardEvent => ({ type: 'CardRestored', data: { cardId } });
const given = specificationOf(cardsDecider);
/** Facts of `given` are recorded at the first instant of 2026. */
const after = (ms: number): string => new Date(START_MS + ms).toISOString();
const stateAfter = (...facts: readonly CardEvent[]) =>
  facts.reduce((state, event, index) => cardsDecider.evolve(state, recorded(event, index)), noCards);

describe('saved cards', () => {
  it('are saved once: the same number and expiry date are the same card', () => {
    given()
      .when({ type: 'SaveCard', card: card('1'), at })
      .then(saved('1'));
    given(saved('1'))
      .when({ type: 'SaveCard', card: card('1'), at })
      .then();
    given(saved('1'))
      .when({ type: 'SaveCard', card: card('2', { last4: '0001' }), at })
      .then();
    const renewed = card('2', { last4: '0001', expYear: 2031 });
    given(saved('1'))
      .when({ type: 'SaveCard', card: renewed, at })
      .then({ type: 'CardSaved', data: renewed });
  });

  it('are at most 20, including restored ones', () => {
    const twenty = Array.from({ length: 20 }, (_, index) => saved(String(index)));
    given(...twenty)
      .when({ type: 'SaveCard', card: card('20'), at })
      .thenRefused('too_many_cards', { max: 20 });
    given(...twenty, removed('3'), saved('20'))
      .when({ type: 'RestoreCard', cardId: '3', at: after(1_000) })
      .thenRefused('too_many_cards');
  });

  it('have one default: the first, then the chosen one, then the newest remaining one', () => {
    expect(stateAfter(saved('1'), saved('2')).defaultId).toBe('1');
    const chosen: CardEvent = { type: 'CardMadeDefault', data: { cardId: '2' } };
    expect(stateAfter(saved('1'), saved('2'), saved('3'), chosen).defaultId).toBe('2');
    expect(stateAfter(saved('1'), saved('2'), saved('3'), removed('1')).defaultId).toBe('3');
    expect(stateAfter(saved('1'), saved('2'), removed('2')).defaultId).toBe('1');
    expect(stateAfter(saved('1'), removed('1')).defaultId).toBeNull();
  });

  it('make another card the default, but not an expired or unknown one', () => {
    given(saved('1'), saved('2'))
      .when({ type: 'MakeCardDefault', cardId: '2', at })
      .then({ type: 'CardMadeDefault', data: { cardId: '2' } });
    given(saved('1')).when({ type: 'MakeCardDefault', cardId: '1', at }).then();
    given(saved('1')).when({ type: 'MakeCardDefault', cardId: '2', at }).thenRefused('not_found');
    given(saved('1'), saved('2'))
      .when({ type: 'MakeCardDefault', cardId: '2', at: '2028-09-01T00:00:00.000Z' })
      .thenRefused('card_expired');
  });

  it('are removed once', () => {
    given(saved('1')).when({ type: 'RemoveCard', cardId: '1', at }).then(removed('1'));
    given(saved('1'), removed('1')).when({ type: 'RemoveCard', cardId: '1', at }).then();
    given().when({ type: 'RemoveCard', cardId: '1', at }).thenRefused('not_found');
  });

  it('can be restored for 30 seconds, as the default if they were the default', () => {
    const restore = (ms: number): CardCommand => ({ type: 'RestoreCard', cardId: '1', at: after(ms) });
    given(saved('1'), removed('1')).when(restore(30_000)).then(restored('1'));
    given(saved('1'), removed('1')).when(restore(30_001)).thenRefused('card_removed');
    given(saved('1')).when(restore(0)).then();
    given().when(restore(0)).thenRefused('not_found');
    expect(stateAfter(saved('1'), saved('2'), removed('1'), restored('1')).defaultId).toBe('1');
    expect(stateAfter(saved('1'), saved('2'), removed('2'), restored('2')).defaultId).toBe('1');
    const restoredAlone = [saved('1'), saved('2'), removed('2'), removed('1'), restored('2')];
    expect(stateAfter(...restoredAlone).defaultId).toBe('2');
    const chosen: CardEvent = { type: 'CardMadeDefault', data: { cardId: '3' } };
    const facts = [saved('1'), saved('2'), saved('3'), removed('1'), chosen, restored('1')];
    expect(stateAfter(...facts).defaultId).toBe('3');
  });

  it('saved again within the undo period are restored', () => {
    const again = card('2', { last4: '0001' });
    given(saved('1'), removed('1'))
      .when({ type: 'SaveCard', card: again, at: after(5_000) })
      .then(restored('1'));
    given(saved('1'), removed('1'))
      .when({ type: 'SaveCard', card: again, at: after(31_000) })
      .then({ type: 'CardSaved', data: again });
  });

  it('are not saved under a reference that the processor is about to forget', () => {
    given(saved('1'), removed('1'))
      .when({ type: 'SaveCard', card: card('1'), at: after(31_000) })
      .thenRefused('card_not_found');
  });

  it('belong to the first customer that was created', () => {
    const created: CardEvent = { type: 'CustomerCreated', data: { customerRef: 'cus_1' } };
    given().when({ type: 'RecordCustomer', customerRef: 'cus_1', at }).then(created);
    given(created).when({ type: 'RecordCustomer', customerRef: 'cus_2', at }).then();
  });

  it.each([
    ['2028-07-02T23:59:59.999Z', 'active'],
    ['2028-07-03T00:00:00.000Z', 'expiring'],
    ['2028-08-31T23:59:59.999Z', 'expiring'],
    ['2028-09-01T00:00:00.000Z', 'expired'],
  ])('of 08/28 are at %s %s', (instant, state) => {
    expect(cardStateAt(card('1'), Date.parse(instant))).toBe(state);
  });

  it('expire with the year in December', () => {
    const december = { expMonth: 12, expYear: 2026 };
    expect(cardStateAt(december, Date.parse('2026-12-31T23:59:59.999Z'))).toBe('expiring');
    expect(cardStateAt(december, Date.parse('2027-01-01T00:00:00.000Z'))).toBe('expired');
  });
});

describe('any history of saved cards', () => {
  const cardId = fc.constantFrom('1', '2', '3', '4');
  const command = fc.oneof(
    cardId.map((id) => ({ type: 'SaveCard', card: card(id) }) as const),
    fc.record({
      type: fc.constantFrom('MakeCardDefault', 'RemoveCard', 'RestoreCard', 'RecordDetached'),
      cardId,
    }),
  );
  const steps = fc.array(fc.tuple(command, fc.nat(40_000)), { maxLength: 30 });

  it('has exactly one default while it has a card, no duplicates, and a view that equals the state', () => {
    fc.assert(
      fc.property(steps, (history) => {
        let state = noCards;
        const documents: CardsDocument[] = [];
        let ms = 0;
        history.forEach(([wanted, wait], index) => {
          ms += wait;
          for (const event of decided({ ...wanted, at: after(ms) }, state)) {
            const fact = recorded(event, index, { stream: 'cards-7f', at: after(ms) });
            state = cardsDecider.evolve(state, fact);
            documents.push(cardsProjection.evolve(documents.at(-1) ?? null, fact, '7f') as CardsDocument);
          }
          const items = savedCardsOf(state, START_MS);
          expect(items.filter(({ isDefault }) => isDefault)).toHaveLength(Math.min(items.length, 1));
          expect(items[0]?.isDefault ?? true).toBe(true);
          expect(new Set(items.map(({ last4 }) => last4)).size).toBe(items.length);
        });
        const [first] = state.removed;
        const removal = { hasRemoved: first !== undefined, removedAt: first?.removedAt ?? '' };
        // They all expire together.
        const expiry = { defaultThrough: state.defaultId === null ? '' : '2028-08' };
        expect(documents.at(-1) ?? { uid: '7f', ...noCards, ...removal, ...expiry }).toEqual({
          uid: '7f',
          ...state,
          ...removal,
          ...expiry,
        });
      }),
    );
  });

  function decided(wanted: CardCommand, state: typeof noCards): readonly CardEvent[] {
    try {
      return cardsDecider.decide(wanted, state);
    } catch {
      return [];
    }
  }
});
