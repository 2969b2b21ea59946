import fc from 'fast-check';
import {
  logOf,
  referenceAlerts,
  ruleDefinitions,
  ruleSteps,
  type RuleStep,
} from '../../../../../test/support/rule-histories.js';
import { counts } from '../../../../../test/support/scale.js';
import { BUILT_IN_RULES, LONGEST_WINDOW_MS, type RuleDefinition } from '../../../kernel/staff/rules.js';
import {
  addToBacktest,
  isAsked,
  startedBacktest,
  type BacktestQuestion,
  type BacktestState,
  type FoundAlert,
} from './backtest.rules.js';

const ALWAYS = { fromMs: 0, toMs: Date.parse('2200-01-01T00:00:00.000Z') };
const histories = fc.array(ruleSteps, { maxLength: 40 });

function backtestOf(history: readonly RuleStep[], question: Omit<BacktestQuestion, 'reader'>): BacktestState {
  const state = startedBacktest({ ...question, reader: 'nobody' });
  for (const event of logOf(history)) if (isAsked(state, event)) addToBacktest(state, event);
  return state;
}

/** When each place of a history is recorded. */
function timesOf(history: readonly RuleStep[]): readonly number[] {
  let atMs = Date.parse('2026-03-01T12:00:00.000Z');
  return history.map((step) => (atMs += step.kind === 'attempt' ? step.gapMs : 0));
}

/** A version of a rule, and the places between which it was in force. */
interface InForce {
  readonly rule: string;
  readonly definition: RuleDefinition;
  readonly after: number;
  readonly until: number;
}

function activationsOf(history: readonly RuleStep[]): readonly InForce[] {
  let version = 1;
  const begun = BUILT_IN_RULES.map(({ id, definition }) => ({ id, rule: `${id} 1`, definition, after: -1 }));
  history.forEach((step, place) => {
    if (step.kind !== 'activate' && step.kind !== 'stop') return;
    version += 1;
    if (step.kind === 'activate') begun.push({ ...step, rule: `${step.id} ${version}`, after: place });
  });
  const endOf = (id: string, after: number) =>
    history.findIndex((step, place) => place > after && 'id' in step && step.id === id);
  return begun.map(({ id, ...one }) => {
    const end = endOf(id, one.after);
    return { ...one, until: end < 0 ? history.length : end };
  });
}

/** "t3: 2 attempts" */
const textOf = ({ transferId, attempts }: FoundAlert) => `${transferId}: ${attempts} attempts`;

it('finds for each activation what alerted then, from its first to its last millisecond', () => {
  fc.assert(
    fc.property(histories, (history) => {
      const times = timesOf(history);
      const live = referenceAlerts(history).map((text) => /^(.+) at (t\d+): (.+)$/.exec(text) ?? []);
      for (const { rule, definition, after, until } of activationsOf(history)) {
        const expected = live
          .filter(([, raised]) => raised === rule)
          .map(([, , trigger, behind]) => `${trigger}: ${behind?.split(' ').length} attempts`);
        const period = { fromMs: times[after] ?? 0, toMs: (times[until - 1] ?? 0) + 1 };
        const { lists } = backtestOf(history, { definition, against: null, ...period });
        const within = lists.both.filter(({ transferId }) => {
          const place = Number(transferId.slice(1));
          return place > after && place < until;
        });
        expect(within.map(textOf)).toEqual(expected);
      }
    }),
    { numRuns: counts.ruleParityRuns },
  );
});

it('finds in a part of the past what it finds there in all of it', () => {
  const days = fc.integer({ min: 0, max: 90 });
  fc.assert(
    fc.property(histories, ruleDefinitions, fc.tuple(days, days), (history, definition, [first, length]) => {
      const fromMs = Date.parse('2026-03-01T12:00:00.000Z') + first * 86_400_000;
      const toMs = fromMs + length * 86_400_000;
      const all = backtestOf(history, { definition, against: null, ...ALWAYS }).lists.both;
      const part = backtestOf(history, { definition, against: null, fromMs, toMs }).lists.both;
      expect(part).toEqual(all.filter(({ atMs }) => atMs >= fromMs && atMs < toMs));
    }),
    { numRuns: counts.ruleParityRuns },
  );
});

it('splits the alerts of two definitions into new, lost and both', () => {
  fc.assert(
    fc.property(histories, ruleDefinitions, ruleDefinitions, (history, definition, against) => {
      const alone = (one: RuleDefinition) =>
        backtestOf(history, { definition: one, against: null, ...ALWAYS }).lists.both.map(textOf);
      const { lists, wanted, against: inForce } = backtestOf(history, { definition, against, ...ALWAYS });
      const merged = (listed: readonly FoundAlert[]) =>
        listed.toSorted((one, other) => placeOf(one) - placeOf(other)).map(({ transferId }) => transferId);
      const triggers = (texts: readonly string[]) => texts.map((text) => text.split(':')[0]);
      expect(merged([...lists.new, ...lists.both])).toEqual(triggers(alone(definition)));
      expect(merged([...lists.lost, ...lists.both])).toEqual(triggers(alone(against)));
      expect(wanted.alerts).toBe(lists.new.length + lists.both.length);
      expect(inForce?.alerts).toBe(lists.lost.length + lists.both.length);
    }),
    { numRuns: counts.ruleParityRuns },
  );
});

const placeOf = ({ transferId }: FoundAlert) => Number(transferId.slice(1));

it('puts what is at risk together from each accepted attempt once, by the cases that would open', () => {
  fc.assert(
    fc.property(histories, ruleDefinitions, (history, definition) => {
      const withinMs = Math.min(definition.withinMs, LONGEST_WINDOW_MS);
      const { wanted } = backtestOf(history, {
        definition: { ...definition, withinMs },
        against: null,
        ...ALWAYS,
      });
      const cases = casesOf(history, { ...definition, withinMs });
      expect(wanted.cases).toBe(cases.length);
      expect(wanted.atRiskCents).toBe(cases.map(acceptedCents(history)).reduce((sum, one) => sum + one, 0));
    }),
    { numRuns: counts.ruleParityRuns },
  );
});

/** The attempts of each case, derived from alerts as live ones form cases: they share the trigger of the one before. */
function casesOf(history: readonly RuleStep[], definition: RuleDefinition): readonly ReadonlySet<string>[] {
  const own: RuleStep = { kind: 'activate', id: 'own', definition };
  const alerts = referenceAlerts([own, ...history]).flatMap((text) => {
    const [, behind] = /^own 2 at t\d+: (.+)$/.exec(text) ?? [];
    return behind === undefined ? [] : [behind.split(' ')];
  });
  const open = new Map<string, { readonly last: string; readonly attempts: Set<string> }>();
  const cases: ReadonlySet<string>[] = [];
  for (const behind of alerts) {
    const last = behind.at(-1) ?? '';
    const step = history[Number(last.slice(1)) - 1];
    const sender = step?.kind === 'attempt' ? step.sender : '';
    const before = open.get(sender);
    const attempts = before && behind.includes(before.last) ? before.attempts : new Set<string>();
    if (attempts !== before?.attempts) cases.push(attempts);
    for (const one of behind) attempts.add(one);
    open.set(sender, { last, attempts });
  }
  return cases;
}

const acceptedCents = (history: readonly RuleStep[]) => (attempts: ReadonlySet<string>) =>
  [...attempts]
    .map((one) => history[Number(one.slice(1)) - 1])
    .reduce((sum, step) => sum + (step?.kind === 'attempt' && !step.isRefused ? step.cents : 0), 0);
