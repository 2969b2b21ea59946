import { recorded } from '../../../../../test/support/given-when-then.js';
import {
  rulePlacesDecider,
  type RulePlaceClaimed,
  type RulePlaces,
  type ShownRule,
} from './rule-places.decider.js';

const START = Date.parse('2026-11-20T12:00:00.000Z');
const MINUTE = 60_000;
const shown = (id: string, of: Partial<ShownRule> = {}): ShownRule => ({
  id,
  revision: 0,
  isInUse: true,
  drafter: 'ana',
  ...of,
});

/** The places with their clock. */
class Places {
  private state: RulePlaces = rulePlacesDecider.initialState();
  private atMs = START;

  wait(ms: number): this {
    this.atMs += ms;
    return this;
  }

  /** What is recorded, or the code of the refusal. */
  claim(ruleId: string, view: readonly ShownRule[] = [], by = 'ana'): readonly RulePlaceClaimed[] | string {
    const at = new Date(this.atMs).toISOString();
    try {
      const events = rulePlacesDecider.decide({ ruleId, by, shown: view, at }, this.state);
      for (const event of events)
        this.state = rulePlacesDecider.evolve(this.state, recorded(event, 0, { at }));
      return events;
    } catch (refusal) {
      return (refusal as { code: string }).code;
    }
  }

  /** Ten of one person, none of which the view shows. */
  fill(): this {
    for (let nth = 0; nth < 10; nth += 1) expect(this.claim(`rule-${nth}`)).toHaveLength(1);
    return this;
  }
}

const TEN = Array.from({ length: 10 }, (_, nth) => shown(`rule-${nth}`));

it('a place counts from its claim on, whether or not the view shows the draft', () => {
  const places = new Places().fill();
  expect(places.claim('one-more')).toBe('too_many_drafts');
  expect(places.claim('one-more', TEN)).toBe('too_many_drafts');
  expect(places.wait(60 * MINUTE).claim('one-more', TEN)).toBe('too_many_drafts');
  expect(places.claim('one-more', TEN, 'another')).toHaveLength(1);
});

it('a draft that is saved again needs no second claim, and one that another person takes over does', () => {
  const places = new Places().fill();
  expect(places.claim('rule-3')).toEqual([]);
  expect(places.claim('rule-3', TEN)).toEqual([]);
  expect(places.claim('rule-3', TEN, 'another')).toHaveLength(1);
  expect(places.claim('of-ana', TEN)).toHaveLength(1);
});

it('a place is free once the view shows that its draft was discarded or its rule retired', () => {
  const places = new Places().fill();
  const freed = [shown('rule-0', { revision: 1, isInUse: false, drafter: null }), ...TEN.slice(1)];
  expect(places.claim('one-more', freed)).toHaveLength(1);
  expect(places.claim('two-more', freed)).toBe('too_many_drafts');
});

it('a draft of a discarded rule counts from its claim on, although the view still shows it as discarded', () => {
  const places = new Places();
  const gone = shown('rule-0', { revision: 1, isInUse: false, drafter: null });
  expect(places.claim('rule-0', [gone])).toMatchObject([{ data: { shownRevision: 1 } }]);
  const view = [gone, ...TEN.slice(1)];
  expect(places.claim('one-more', view)).toBe('too_many_drafts');
});

it('a claim that no draft followed counts for ten minutes', () => {
  const places = new Places().fill();
  expect(places.wait(10 * MINUTE - 1).claim('one-more')).toBe('too_many_drafts');
  expect(places.wait(1).claim('one-more')).toHaveLength(1);
});

it('a rule that was in force has its place', () => {
  expect(new Places().claim('old', [shown('old', { drafter: null })])).toEqual([]);
});
