import fc from 'fast-check';
import { recorded } from '../../../../test/support/given-when-then.js';
import { counts } from '../../../../test/support/scale.js';
import type { RecordedEvent } from '../../event-sourcing/event.js';
import { PLATFORMS, type Platform } from '../../kernel/platforms.js';
import {
  BUILT_IN_RULES,
  LONGEST_WINDOW_MS,
  type FraudRule,
  type RuleDefinition,
} from '../../kernel/rules.js';
import type { Tier } from '../../kernel/transfers.js';
import type { SenderEvent } from '../transfers/transfer.decider.js';
import { fraudSaga, type FraudState } from './fraud.saga.js';
import type { RuleEvent } from './rule-events.rules.js';
import { ruleTimeline, type RuleTimeline } from './rule-timeline.rules.js';

const START_MS = Date.parse('2026-03-01T12:00:00.000Z');
const HOUR_MS = 3_600_000;
const SENDERS = ['ana', 'luis'] as const;

interface Attempt {
  readonly kind: 'attempt';
  readonly sender: (typeof SENDERS)[number];
  readonly gapMs: number;
  readonly cents: number;
  readonly isRefused: boolean;
  readonly platform: Platform;
  readonly tier: Tier | null;
  readonly handle: string | null;
  readonly ageMs: number | null;
}
type Step =
  | Attempt
  | { readonly kind: 'activate'; readonly id: string; readonly definition: RuleDefinition }
  | { readonly kind: 'stop'; readonly id: string }
  | { readonly kind: 'restart' };

const gaps = fc.constantFrom(0, 1, 2, HOUR_MS - 1, HOUR_MS, HOUR_MS + 1, 24 * HOUR_MS, LONGEST_WINDOW_MS);
const cents = fc.constantFrom(2_000, 19_999, 20_000, 24_999, 25_000, 100_000, 100_001);
const tiers = fc.constantFrom<Tier>('unverified', 'verified');
const ids = fc.constantFrom('velocity', 'structuring', 'mine');

const definitions: fc.Arbitrary<RuleDefinition> = fc.record({
  name: fc.constant('Any'),
  where: fc.record(
    {
      result: fc.constantFrom('accepted' as const, 'refused' as const),
      amountCents: fc.record({ from: cents, below: cents }, { requiredKeys: [] }),
      platforms: fc.subarray([...PLATFORMS], { minLength: 1 }),
      tier: tiers,
      firstToHandle: fc.constant(true as const),
      accountYoungerThanMs: fc.constantFrom(1, HOUR_MS, 24 * HOUR_MS),
    },
    { requiredKeys: [] },
  ),
  measure: fc.constantFrom('attempts' as const, 'amount' as const, 'handles' as const),
  atLeast: fc.constantFrom(1, 2, 3, 40_000),
  withinMs: fc.constantFrom(0, 1, HOUR_MS, 24 * HOUR_MS, LONGEST_WINDOW_MS),
  action: fc.constantFrom('flag' as const, 'hold' as const),
});
const attempts: fc.Arbitrary<Step> = fc.record({
  kind: fc.constant('attempt' as const),
  sender: fc.constantFrom(...SENDERS),
  gapMs: gaps,
  cents,
  isRefused: fc.boolean(),
  platform: fc.constantFrom(...PLATFORMS),
  tier: fc.constantFrom<Tier | null>('unverified', 'verified', null),
  handle: fc.constantFrom<string | null>('h1', 'h2', 'h3', null),
  ageMs: fc.constantFrom<number | null>(0, HOUR_MS - 1, HOUR_MS, 25 * HOUR_MS, null),
});
const steps = fc.oneof(
  { weight: 12, arbitrary: attempts },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('activate' as const), id: ids, definition: definitions }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('stop' as const), id: ids }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'restart' as const }) },
);

/** The log of a history; the clock never goes back. */
function logOf(history: readonly Step[]): readonly RecordedEvent[] {
  let atMs = START_MS;
  let version = 1;
  return history.flatMap((step, place): RecordedEvent[] => {
    if (step.kind === 'restart') return [];
    if (step.kind === 'attempt') {
      atMs += step.gapMs;
      return [recorded(attemptEvent(step, place, atMs), place, { stream: `sender-${step.sender}` })];
    }
    version += 1;
    const event: RuleEvent =
      step.kind === 'activate'
        ? {
            type: 'RuleActivated',
            data: { version, definition: step.definition, draftedBy: 'robin', approvedBy: 'irene' },
          }
        : { type: 'RulePaused', data: { reason: 'Noise', by: 'irene' } };
    return [recorded(event, place, { stream: `rule-${step.id}` })];
  });
}

function attemptEvent(attempt: Attempt, place: number, atMs: number): SenderEvent {
  const at = new Date(atMs).toISOString();
  const { cents: amountCents, platform, tier, handle: handleIndex, ageMs } = attempt;
  const registeredAt = ageMs === null ? null : new Date(atMs - ageMs).toISOString();
  const data = { transferId: `t${place}`, amountCents, platform, tier, handleIndex, registeredAt };
  return (
    attempt.isRefused
      ? { type: 'TransferRefused', data: { ...data, reason: 'weekly_limit_exceeded', refusedAt: at } }
      : { type: 'TransferRequested', data: { ...data, requestedAt: at } }
  ) as SenderEvent;
}

/** An alert as text: "velocity 1 at t3: t1 t2 t3". */
const textOf = (rule: FraudRule, behind: readonly { readonly transferId: string }[]) =>
  `${rule.id} ${rule.version} at ${behind.at(-1)?.transferId}: ${behind.map(({ transferId }) => transferId).join(' ')}`;

/** As a process reacts: its states are saved and restored at each restart, its timeline is folded again. */
function live(history: readonly Step[]): readonly string[] {
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
function fromTheBeginning(history: readonly Step[]): readonly string[] {
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
  return fraudSaga.react(event, state, rules).map(({ command }) => textOf(command.rule, command.attempts));
}

/** What the rules mean, stated without their code: for each attempt, over everything before it. */
function reference(history: readonly Step[]): readonly string[] {
  const past: (Attempt & {
    readonly transferId: string;
    readonly atMs: number;
    readonly isFirst: boolean;
  })[] = [];
  let inForce = [...BUILT_IN_RULES];
  let atMs = START_MS;
  let version = 1;
  return history.flatMap((step, place) => {
    if (step.kind === 'restart') return [];
    if (step.kind !== 'attempt') {
      version += 1;
      const rule = step.kind === 'activate' && { id: step.id, version, definition: step.definition };
      const isThere = inForce.some(({ id }) => id === step.id);
      if (!rule) inForce = inForce.filter(({ id }) => id !== step.id);
      else if (isThere) inForce = inForce.map((one) => (one.id === step.id ? rule : one));
      else inForce = [...inForce, rule];
      return [];
    }
    atMs += step.gapMs;
    const own = past.filter(({ sender }) => sender === step.sender);
    const isFirst = step.handle !== null && !own.some(({ handle }) => handle === step.handle);
    const trigger = { ...step, transferId: `t${place}`, atMs, isFirst };
    past.push(trigger);
    return inForce.flatMap((rule) => {
      const { withinMs, measure, atLeast } = rule.definition;
      const seen = withinMs === 0 ? [] : own.filter((one) => atMs - one.atMs <= withinMs);
      if (!isCounted(rule.definition, trigger)) return [];
      const behind = [...seen.filter((one) => isCounted(rule.definition, one)), trigger];
      const measured = {
        attempts: behind.length,
        amount: behind.map((one) => one.cents).reduce((sum, one) => sum + one, 0),
        handles: new Set(behind.map(({ handle }) => handle)).size,
      };
      return measured[measure] >= atLeast ? [textOf(rule, behind)] : [];
    });
  });
}

type Seen = Attempt & { readonly isFirst: boolean };

const isCounted = ({ where, measure }: RuleDefinition, attempt: Seen): boolean =>
  !(measure === 'handles' && attempt.handle === null) &&
  Object.entries(where).every(([asked, wanted]) => MEETS[asked]?.(attempt, wanted as never));

/** Each condition by its name. */
const MEETS: Readonly<Record<string, (attempt: Seen, wanted: never) => boolean>> = {
  result: ({ isRefused }, wanted: string) => (wanted === 'refused' ? isRefused : !isRefused),
  amountCents: ({ cents: sum }, { from, below }: { readonly from?: number; readonly below?: number }) =>
    !(from !== undefined && sum < from) && !(below !== undefined && sum >= below),
  platforms: ({ platform }, wanted: readonly Platform[]) => wanted.some((one) => one === platform),
  tier: ({ tier }, wanted: Tier) => tier === wanted,
  firstToHandle: ({ isFirst }) => isFirst,
  accountYoungerThanMs: ({ ageMs }, wanted: number) => ageMs !== null && wanted - ageMs > 0,
};

it('alerts by the rules in force right before each attempt, after any history and in any process', () => {
  fc.assert(
    fc.property(fc.array(steps, { maxLength: 40 }), (history) => {
      const expected = reference(history);
      expect(live(history)).toEqual(expected);
      expect(fromTheBeginning(history)).toEqual(expected);
    }),
    { numRuns: counts.ruleParityRuns },
  );
});

it('meets every kind of condition, window and change in its histories', () => {
  const met = new Set<string>();
  fc.assert(
    fc.property(fc.array(steps, { minLength: 20, maxLength: 40 }), (history) => {
      for (const step of history)
        if (step.kind === 'activate')
          for (const asked of [...Object.keys(step.definition.where), step.definition.measure])
            met.add(asked);
      for (const alert of reference(history)) met.add(alert.split(' ')[0] ?? '');
    }),
    { numRuns: 300 },
  );
  expect([...met].sort()).toEqual(
    expect.arrayContaining([
      ...['accountYoungerThanMs', 'amount', 'amountCents', 'attempts', 'firstToHandle', 'handles', 'mine'],
      ...['over-maximum', 'platforms', 'result', 'structuring', 'tier', 'velocity'],
    ]),
  );
});
