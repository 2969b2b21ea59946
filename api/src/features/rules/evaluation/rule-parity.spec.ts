import fc from 'fast-check';
import {
  alertText,
  logOf,
  referenceAlerts,
  ruleSteps,
  type RuleStep,
} from '../../../../../test/support/rule-histories.js';
import { counts } from '../../../../../test/support/scale.js';
import type { RecordedEvent } from '../../../event-sourcing/event.js';
import type { SenderEvent } from '../../transfers/sending/transfer.decider.js';
import { CONDITIONS } from '../../../kernel/staff/rule-conditions.js';
import { RULE_MEASURES } from '../../../kernel/staff/rules.js';
import { fraudSaga, type FraudState } from './fraud.saga.js';
import type { RuleEvent } from '../definition/rule-events.rules.js';
import { ruleTimeline, type RuleTimeline } from '../definition/rule-timeline.rules.js';

/** As a process reacts: its states are saved and restored at each restart, its timeline is folded again. */
function live(history: readonly RuleStep[]): readonly string[] {
  const log = logOf(history);
  const restarts = new Set(history.flatMap(({ kind }, place) => (kind === 'restart' ? [place] : [])));
  let timeline: RuleTimeline = [];
  const states = new Map<string, FraudState>();
  return log.flatMap((event) => {
    const place = Number(event.revision);
    if (restarts.has(place - 1)) {
      timeline = refolded(log, place);
      for (const [stream, state] of states) {
        const kept = JSON.parse(JSON.stringify(fraudSaga.snapshot?.save(state))) as never;
        states.set(stream, fraudSaga.snapshot?.restore(kept) as FraudState);
      }
    }
    if (event.stream.startsWith('rule-')) {
      timeline = ruleTimeline.evolve(timeline, event as RecordedEvent<RuleEvent>);
      return [];
    }
    return reactedTo(event as RecordedEvent<SenderEvent>, { timeline, states });
  });
}

/** As another process reacts that starts at the beginning and already knows every later change of the rules. */
function fromTheBeginning(history: readonly RuleStep[]): readonly string[] {
  const log = logOf(history);
  const timeline = refolded(log, Infinity);
  const states = new Map<string, FraudState>();
  return log
    .filter(({ stream }) => stream.startsWith('sender-'))
    .flatMap((event) => reactedTo(event as RecordedEvent<SenderEvent>, { timeline, states }));
}

function refolded(log: readonly RecordedEvent[], before: number): RuleTimeline {
  return log
    .filter(({ stream, revision }) => stream.startsWith('rule-') && Number(revision) < before)
    .reduce<RuleTimeline>((all, event) => ruleTimeline.evolve(all, event as RecordedEvent<RuleEvent>), []);
}

function reactedTo(
  event: RecordedEvent<SenderEvent>,
  { timeline, states }: { readonly timeline: RuleTimeline; readonly states: Map<string, FraudState> },
): readonly string[] {
  const rules = ruleTimeline.at(timeline, event.position);
  const before = states.get(event.stream) ?? fraudSaga.initialState();
  const state = fraudSaga.evolve(before, event, rules);
  states.set(event.stream, state);
  return fraudSaga.react(event, state, rules).map(({ command }) => alertText(command.rule, command.attempts));
}

it('alerts by the rules in force right before each attempt, after any history and in any process', () => {
  fc.assert(
    fc.property(fc.array(ruleSteps, { maxLength: 40 }), (history) => {
      const expected = referenceAlerts(history);
      expect(live(history)).toEqual(expected);
      expect(fromTheBeginning(history)).toEqual(expected);
    }),
    { numRuns: counts.ruleParityRuns },
  );
});

it('meets every kind of condition, window and change in its histories', () => {
  const met = new Set<string>();
  fc.assert(
    fc.property(fc.array(ruleSteps, { minLength: 20, maxLength: 40 }), (history) => {
      for (const step of history)
        if (step.kind === 'activate')
          for (const asked of [...Object.keys(step.definition.where), step.definition.measure])
            met.add(asked);
      for (const alert of referenceAlerts(history)) met.add(alert.split(' ')[0] ?? '');
    }),
    { numRuns: 300 },
  );
  expect([...met].sort()).toEqual(
    expect.arrayContaining([
      ...CONDITIONS.map(({ stored }) => stored),
      ...RULE_MEASURES,
      ...['mine', 'over-maximum', 'structuring', 'velocity'],
    ]),
  );
});
