import { foldView } from '../../../../../test/support/fold-view.js';
import { recorded } from '../../../../../test/support/given-when-then.js';
import { cardUsesProjection } from './card-uses.projection.js';

const use = (cardIndex: string, uid: string, transferId: string, minute: number) =>
  recorded({ type: 'CardUsed', data: { uid, transferId } } as const, minute, {
    stream: `cardholder-${cardIndex}`,
    at: `2026-11-20T12:0${String(minute)}:00.000Z`,
  });

it('has every use of a card, also two cards of one transfer, and no other fact of a card', () => {
  const uses = foldView(cardUsesProjection, [
    use('aa', 'ana', 't1', 1),
    use('bb', 'ana', 't1', 2),
    use('aa', 'carl', 't2', 3),
  ]);
  expect([...uses.values()]).toEqual([
    { id: 'aa t1', cardIndex: 'aa', uid: 'ana', transferId: 't1', at: '2026-11-20T12:01:00.000Z' },
    { id: 'bb t1', cardIndex: 'bb', uid: 'ana', transferId: 't1', at: '2026-11-20T12:02:00.000Z' },
    { id: 'aa t2', cardIndex: 'aa', uid: 'carl', transferId: 't2', at: '2026-11-20T12:03:00.000Z' },
  ]);
});
