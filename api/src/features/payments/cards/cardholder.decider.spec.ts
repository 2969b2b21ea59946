import { recorded } from '../../../../../test/support/given-when-then.js';
import { cardholderDecider, type CardholderState, type CardUsed } from './cardholder.decider.js';

const START_MS = Date.parse('2026-11-01T12:00:00.000Z');
const DAY_MS = 24 * 60 * 60_000;

/** One card, which accounts use one after the other. */
class OneCard {
  private state: CardholderState = cardholderDecider.initialState();
  private days = 0;

  /** How many days after the first instant the next uses are. */
  on(days: number): this {
    this.days = days;
    return this;
  }

  /** 'used', 'repeated', or the code of the refusal. */
  by(uid: string, transferId: string): string {
    const at = new Date(START_MS + this.days * DAY_MS).toISOString();
    let events: readonly CardUsed[];
    try {
      events = cardholderDecider.decide({ uid, transferId, at }, this.state);
    } catch (refusal) {
      return (refusal as { readonly code: string }).code;
    }
    for (const event of events) this.state = cardholderDecider.evolve(this.state, recorded(event, 0, { at }));
    return events.length === 0 ? 'repeated' : 'used';
  }
}

describe('a card', () => {
  it('serves two unverified accounts, each as often as it likes, and no third one', () => {
    const card = new OneCard();
    expect([card.by('ana', '1'), card.by('ben', '2'), card.by('ana', '3')]).toEqual(['used', 'used', 'used']);
    expect(card.by('cyd', '4')).toBe('card_used_elsewhere');
    expect(card.by('ben', '5')).toBe('used');
  });

  it('counts a transfer once, however often it is paid', () => {
    const card = new OneCard();
    expect([card.by('ana', '1'), card.by('ana', '1')]).toEqual(['used', 'repeated']);
  });

  it('is free for another account seven days after the last use by one of the two', () => {
    const card = new OneCard();
    card.by('ana', '1');
    card.on(3).by('ben', '2');
    card.on(6).by('ana', '3');
    expect(card.on(9.99).by('cyd', '4')).toBe('card_used_elsewhere');
    expect(card.on(10).by('cyd', '5')).toBe('used');
    expect(card.by('ben', '6')).toBe('card_used_elsewhere');
    expect(card.on(13).by('ben', '7')).toBe('used');
  });
});
