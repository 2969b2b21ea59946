import { recorded, specificationOf } from '../../../../../test/support/given-when-then.js';
import type { RuleDefinition } from '../../../kernel/staff/rules.js';
import type { RecordedEvent } from '../../../event-sourcing/event.js';
import type { RuleEvent } from './rule-events.rules.js';
import { ruleDecider, type RuleAgain, type RuleCommand } from './rule.decider.js';

const given = specificationOf(ruleDecider);
const at = '2026-11-21T12:00:00.000Z';
const pairs: RuleDefinition = {
  name: 'Pairs',
  where: { firstToHandle: true },
  measure: 'attempts',
  atLeast: 2,
  withinMs: 3_600_000,
  action: 'flag',
};
const triples: RuleDefinition = { ...pairs, name: 'Triples', atLeast: 3 };

const of = { at, ruleId: 'pairs' };
const draft = (definition = pairs, by = 'robin'): RuleCommand => ({ ...of, type: 'draft', definition, by });
const activate = (draftRevision: number, by = 'irene'): RuleCommand => ({
  ...of,
  type: 'activate',
  draftRevision,
  by,
});
const back = (by = 'irene'): RuleCommand => ({ ...of, type: 'return', reason: 'Too wide.', by });
const drafted = (definition = pairs, by = 'robin'): RuleEvent => ({
  type: 'RuleDrafted',
  data: { definition, by },
});
const returned: RuleEvent = { type: 'RuleDraftReturned', data: { reason: 'Too wide.', by: 'irene' } };
const activated = (version: number, definition = pairs): RuleEvent => ({
  type: 'RuleActivated',
  data: { version, definition, draftedBy: 'robin', approvedBy: 'irene' },
});
const paused: RuleEvent = { type: 'RulePaused', data: { reason: 'A promotion.', by: 'irene' } };
const retired: RuleEvent = { type: 'RuleRetired', data: { reason: 'Done.', by: 'irene' } };

describe('the draft of a rule', () => {
  it('is saved once, when the same person saves the same again', () => {
    given().when(draft()).then(drafted());
    given(drafted()).when(draft()).then();
    given(drafted()).when(draft(triples)).then(drafted(triples));
    given(drafted()).when(draft(pairs, 'omar')).then(drafted(pairs, 'omar'));
  });

  it('that a lead returned is a new one when the same definition is saved again', () => {
    given(drafted(), returned).when(draft()).then(drafted());
    given(drafted(), returned, drafted()).when(activate(2)).then(activated(1));
  });

  it('is discarded once, and then as if it had never been', () => {
    const discarded: RuleEvent = { type: 'RuleDraftDiscarded', data: { by: 'robin' } };
    const discard: RuleCommand = { ...of, type: 'discard', by: 'robin' };
    given(drafted()).when(discard).then(discarded);
    given(drafted(), discarded).when(discard).then();
    given(drafted(), discarded).when(draft()).then(drafted());
  });

  it('is neither returned nor activated by its author, and not once it was returned', () => {
    given(drafted()).when(back('robin')).thenRefused('needs_second_person');
    given(drafted()).when(activate(0, 'robin')).thenRefused('needs_second_person');
    given(drafted(), returned).when(back()).thenRefused('nothing_drafted');
    given(drafted(), returned).when(activate(1)).thenRefused('nothing_drafted');
  });

  it('is activated as it was read, or refused with what others have done since', () => {
    const changes = [{ type: 'RuleDrafted', by: 'robin', at: '2026-01-01T00:00:00.000Z' }];
    const refused = expect.objectContaining({ code: 'rule_changed', details: { changes } }) as Error;
    const state = [drafted(), drafted(triples)].reduce(
      (before, event, index) => ruleDecider.evolve(before, recorded(event, index)),
      ruleDecider.initialState(),
    );
    expect(() => ruleDecider.decide(activate(0), state)).toThrow(refused);
    given(drafted(), drafted(triples)).when(activate(1)).then(activated(1, triples));
  });
});

describe('a rule', () => {
  it('counts its versions', () =>
    given(drafted(), activated(1), drafted(triples)).when(activate(2)).then(activated(2, triples)));

  it('is paused only while it is active', () => {
    const pause: RuleCommand = { ...of, type: 'pause', reason: 'A promotion.', by: 'irene' };
    given(drafted()).when(pause).thenRefused('rule_not_active');
    given(drafted(), activated(1)).when(pause).then(paused);
    given(drafted(), activated(1), paused).when(pause).thenRefused('rule_not_active');
  });

  describe('is retired by two leads', () => {
    const retire: RuleCommand = { ...of, type: 'retire', reason: 'Done.', by: 'irene' };
    const asked = (by: string, reason = 'It finds nothing.'): RuleEvent => ({
      type: 'RuleRetireRequested',
      data: { reason, by },
    });
    const later = (event: RuleEvent, atMs: number) =>
      recorded(event, 2, { at: new Date(Date.parse(at) + atMs).toISOString() });
    const decided = (request: RecordedEvent<RuleEvent>, command = retire) =>
      ruleDecider.decide(
        command,
        [recorded(drafted(), 0), recorded(activated(1), 1), request].reduce(
          (state, event) => ruleDecider.evolve(state, event),
          ruleDecider.initialState(),
        ),
      );

    it('one asks, again to no effect, and another one carries it out, also while it is paused', () => {
      given(drafted()).when(retire).thenRefused('rule_not_active');
      given(drafted(), activated(1), paused).when(retire).then(asked('irene', 'Done.'));
      expect(decided(later(asked('irene'), 0))).toEqual([]);
      expect(decided(later(asked('omar'), 0))).toEqual([retired]);
    });

    it('within 24 hours, after which it is asked for again, by whomever', () => {
      const DAY_MS = 24 * 60 * 60_000;
      expect(decided(later(asked('omar'), 1 - DAY_MS))).toEqual([retired]);
      for (const by of ['omar', 'irene'])
        expect(decided(later(asked(by), -DAY_MS))).toMatchObject([{ type: 'RuleRetireRequested' }]);
    });

    it('not once another version was put in force since', () =>
      given(drafted(), activated(1), asked('omar'), drafted(), activated(2))
        .when(retire)
        .then(asked('irene', 'Done.')));
  });

  it('that was retired is left as it is', () => {
    const retire: RuleCommand = { ...of, type: 'retire', reason: 'Done.', by: 'irene' };
    for (const command of [draft(triples), retire])
      given(drafted(), activated(1), retired).when(command).thenRefused('rule_retired');
  });

  it('that nobody has drafted does not exist', () => given().when(back()).thenRefused('not_found'));

  it('that is built in holds as it was configured, unless somebody has changed it before', () => {
    const hold = { at, ruleId: 'velocity', type: 'hold as configured', by: 'operator' } as const;
    const [version] = ruleDecider.decide(hold, null);
    expect(version).toMatchObject({
      type: 'RuleActivated',
      data: { version: 2, definition: { action: 'hold' } },
    });
    const once = ruleDecider.evolve(null, recorded(version as RuleEvent, 0, { stream: 'rule-velocity' }));
    expect(ruleDecider.decide(hold, once)).toEqual([]);
    given(drafted())
      .when({ ...hold, ruleId: 'pairs' })
      .then();
  });
});

describe('whether a rule is in force, which a restore has undone, is recorded as it was, unless it holds', () => {
  const inForce = activated(3);
  const again = (decision: RuleEvent, id = 'pairs') =>
    ({ type: 'DecideAgain', id, at, decision: decision as RuleAgain['decision'] }) as const;

  it.each<[RuleEvent, readonly RuleEvent[]]>([
    [inForce, []],
    [inForce, [drafted(), activated(1)]],
    [inForce, [drafted(), activated(1), paused]],
    [paused, [drafted(), activated(1)]],
    [retired, [drafted(), activated(1)]],
  ])('%j', (decision, undone) => {
    given(...undone)
      .when(again(decision))
      .then(decision);
    given(...undone, decision)
      .when(again(decision))
      .then();
  });

  it('a built-in rule is paused although nobody has ever changed it', () =>
    given().when(again(paused, 'velocity')).then(paused));

  it('a rule that the log lacks cannot end', () => {
    for (const decision of [paused, retired]) given().when(again(decision)).thenRefused('not_found');
  });
});
