import { recorded } from '../../../../../test/support/given-when-then.js';
import { BUILT_IN_RULES, type RuleDefinition } from '../../../kernel/staff/rules.js';
import type { RuleEvent } from './rule-events.rules.js';
import { ruleTimeline } from './rule-timeline.rules.js';

const pairs: RuleDefinition = {
  name: 'Pairs',
  where: {},
  measure: 'attempts',
  atLeast: 2,
  withinMs: 3_600_000,
  action: 'flag',
};
const activated = (version: number): RuleEvent => ({
  type: 'RuleActivated',
  data: { version, definition: pairs, draftedBy: 'robin', approvedBy: 'irene' },
});
const why = { reason: 'Done.', by: 'irene' };
const paused: RuleEvent = { type: 'RulePaused', data: why };
const retired: RuleEvent = { type: 'RuleRetired', data: why };
const drafted: RuleEvent = { type: 'RuleDrafted', data: { definition: pairs, by: 'robin' } };

const positionOf = (place: number) => String(place).padStart(20, '0');

/** The rules that apply to an attempt right after each of these events. */
function inForceAfter(...events: readonly (readonly [rule: string, event: RuleEvent])[]) {
  const timeline = events.reduce(
    (before, [rule, event], index) =>
      ruleTimeline.evolve(before, recorded(event, 2 * index, { stream: `rule-${rule}` })),
    ruleTimeline.initialState(),
  );
  const after = (index: number) => ruleTimeline.at(timeline, positionOf(2 * index + 1));
  return events.map((_, index) => after(index).map(({ id, version }) => `${id} ${version}`));
}
const builtIn = BUILT_IN_RULES.map(({ id }) => `${id} 1`);

describe('the rules that are in force', () => {
  it('are the built-in ones until a rule is activated, and from there on that one too', () =>
    expect(inForceAfter(['pairs', drafted], ['pairs', activated(1)], ['pairs', activated(2)])).toEqual([
      ...[builtIn, [...builtIn, 'pairs 1'], [...builtIn, 'pairs 2']],
    ]));

  it.each([
    ['paused', paused],
    ['retired', retired],
  ])('no longer include one that was %s', (_, ended) => {
    const [velocity, ...others] = builtIn;
    expect(inForceAfter(['pairs', activated(1)], ['pairs', ended], ['velocity', ended])).toEqual([
      ...[[velocity, ...others, 'pairs 1'], builtIn, others],
    ]);
  });

  it('include one again that was activated after a pause', () =>
    expect(inForceAfter(['pairs', activated(1)], ['pairs', paused], ['pairs', activated(2)])[2]).toEqual([
      ...[...builtIn, 'pairs 2'],
    ]));

  it('are looked up by the place of an attempt in the log', () => {
    const timeline = ruleTimeline.evolve([], recorded(paused, 7, { stream: 'rule-velocity' }));
    const before = ruleTimeline.at(timeline, positionOf(6));
    expect([before.length, ruleTimeline.at(timeline, positionOf(8)).length]).toEqual([3, 2]);
  });
});
