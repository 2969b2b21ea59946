import fc from 'fast-check';
import { recorded } from '../../../../../test/support/given-when-then.js';
import { acceptedTransfer, refusedTransfer } from '../../../../../test/support/sample-send.js';
import type { RecordedEvent as Recorded } from '../../../event-sourcing/event.js';
import type { RuleDefinition } from '../../../kernel/staff/rules.js';
import type { RecordedRefusal } from '../../../kernel/money/transfers.js';
import type { SenderEvent } from '../../transfers/sending/transfer.decider.js';
import { fraudSaga, type FraudAlert, type FraudState } from './fraud.saga.js';

type RecordedEvent = Recorded<SenderEvent>;

const NOON_MS = Date.parse('2026-11-21T12:00:00.000Z');
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

function attempt(id: string, offsetMs: number, cents: number, refused?: RecordedRefusal): RecordedEvent {
  const atMs = NOON_MS + offsetMs;
  const data = { transferId: id, amountCents: cents, platform: 'Zelle' } as const;
  const event = refused ? refusedTransfer(atMs, { ...data, reason: refused }) : acceptedTransfer(atMs, data);
  return recorded(event, 0, { stream: 'sender-ana', at: new Date(atMs).toISOString() });
}

/** Feeds the saga as the runner does: fold, then react. */
function reactions(events: readonly RecordedEvent[]): readonly FraudAlert[] {
  let state = fraudSaga.initialState();
  return events.flatMap((event) => {
    state = fraudSaga.evolve(state, event);
    return fraudSaga.react(event, state).map((reaction) => reaction.command);
  });
}

/** The same with a restart before each event: the state is saved and restored. */
function reactionsAcrossRestarts(events: readonly RecordedEvent[]): readonly FraudAlert[] {
  let state = fraudSaga.initialState();
  return events.flatMap((event) => {
    const kept = JSON.parse(JSON.stringify(fraudSaga.snapshot?.save(state))) as never;
    state = fraudSaga.evolve(fraudSaga.snapshot?.restore(kept) ?? state, event);
    return fraudSaga.react(event, state).map((reaction) => reaction.command);
  });
}

const summary = (alerts: readonly FraudAlert[]) =>
  alerts.map((alert) => `${alert.rule.id} at ${alert.trigger}`);

describe('three attempts within an hour', () => {
  it('alert when the first is exactly one hour old', () =>
    expect(
      summary(reactions([attempt('a', 0, 2_000), attempt('b', 1, 2_000), attempt('c', HOUR_MS, 2_000)])),
    ).toEqual(['velocity at c']));

  it('do not alert one millisecond later', () =>
    expect(
      reactions([attempt('a', 0, 2_000), attempt('b', 1, 2_000), attempt('c', HOUR_MS + 1, 2_000)]),
    ).toEqual([]));

  it('count refused attempts like accepted ones', () =>
    expect(
      summary(
        reactions([
          attempt('a', 0, 2_000),
          attempt('b', 1, 30_000, 'weekly_limit_exceeded'),
          attempt('c', 2, 30_000, 'weekly_limit_exceeded'),
        ]),
      ),
    ).toEqual(['velocity at c']));

  it('name the first alert of an unbroken chain', () => {
    const sends = ['a', 'b', 'c', 'd', 'e'].map((id, index) => attempt(id, index * MINUTE_MS, 2_000));
    expect(reactions(sends).map((alert) => alert.firstTrigger)).toEqual(['c', 'c', 'c']);
  });

  it("stay in the chain while the previous alert's own attempt is among them", () => {
    const sends = [0, 1, 2, 61.5, 62].map((minute) => attempt(`at ${minute}`, minute * MINUTE_MS, 2_000));
    expect(reactions(sends).map((alert) => [alert.trigger, alert.firstTrigger])).toEqual([
      ['at 2', 'at 2'],
      ['at 62', 'at 2'],
    ]);
  });

  it('stay in the chain when only the alert before them, and not its first one, is within the hour', () => {
    const sends = [0, 1, 2, 40, 61, 90].map((minute) => attempt(`at ${minute}`, minute * MINUTE_MS, 2_000));
    expect(reactions(sends).map((alert) => [alert.trigger, alert.firstTrigger])).toEqual([
      ['at 2', 'at 2'],
      ['at 40', 'at 2'],
      ['at 61', 'at 2'],
      ['at 90', 'at 2'],
    ]);
  });

  it('alert once, regardless of later events of the sender', () => {
    const sends = ['a', 'b', 'c'].map((id, index) => attempt(id, index, 2_000));
    const place = { stream: 'sender-ana', at: '2026-11-21T13:00:00.000Z' };
    const released = { transferId: 'a', amountCents: 2_000, cause: 'refunded', sent: null };
    const after = [
      recorded({ type: 'KycSubmitted', data: { requestId: 'r1' } }, 3, place),
      recorded({ type: 'AllowanceReleased', data: released }, 4, place),
    ];
    expect(summary(reactions([...sends, ...(after as readonly RecordedEvent[])]))).toEqual(['velocity at c']);
  });

  it("begin a new chain once the previous alert's attempt has left the window", () => {
    const first = ['a', 'b', 'c'].map((id, index) => attempt(id, index, 2_000));
    const later = ['d', 'e', 'f'].map((id, index) => attempt(id, 2 * HOUR_MS + index, 2_000));
    expect(reactions([...first, ...later]).map((alert) => [alert.trigger, alert.firstTrigger])).toEqual([
      ['c', 'c'],
      ['f', 'f'],
    ]);
  });
});

describe('two attempts from $200.00 to below $250.00 within 24 hours', () => {
  const day = 24 * HOUR_MS;

  it.each([
    ['$200.00 and $249.99 exactly 24 h apart alert', 20_000, 24_999, day, ['structuring at b']],
    ['1 ms more than 24 h apart do not alert', 20_000, 24_999, day + 1, []],
    ['$199.99 is too little', 19_999, 24_999, 1, []],
    ['$250.00 is too much', 20_000, 25_000, 1, []],
  ])('%s', (_, first, second, apartMs, expected) => {
    const refused = 'weekly_limit_exceeded';
    expect(summary(reactions([attempt('a', 0, first), attempt('b', apartMs, second, refused)]))).toEqual(
      expected,
    );
  });
});

describe('an attempt over $1,000.00', () => {
  it('alerts at $1,000.01, each time in a separate chain', () => {
    const refused = 'per_transfer_limit_exceeded';
    const alerts = reactions([
      attempt('a', 0, 100_001, refused),
      attempt('b', 2 * HOUR_MS, 100_001, refused),
    ]);
    expect(alerts.map((alert) => [alert.rule.id, alert.attempts.length, alert.firstTrigger])).toEqual([
      ['over-maximum', 1, 'a'],
      ['over-maximum', 1, 'b'],
    ]);
  });

  it('does not alert at $1,000.00', () => expect(reactions([attempt('a', 0, 100_000)])).toEqual([]));
});

it('reacts the same after its state was saved and restored', () => {
  const gaps = fc.constantFrom(1, 20 * MINUTE_MS, HOUR_MS, 23 * HOUR_MS, 25 * HOUR_MS);
  const steps = fc.array(fc.tuple(gaps, fc.constantFrom(2_000, 21_000, 100_001)), { maxLength: 30 });
  fc.assert(
    fc.property(steps, (all) => {
      let offsetMs = 0;
      const sends = all.map(([gap, cents], n) => attempt(`t${n}`, (offsetMs += gap), cents));
      expect(reactionsAcrossRestarts(sends)).toEqual(reactions(sends));
    }),
  );
});

it('knows a handle again after its state was saved and restored', () => {
  const definition: RuleDefinition = {
    name: 'Handles',
    where: {},
    measure: 'handles',
    atLeast: 2,
    withinMs: HOUR_MS,
    action: 'flag',
  };
  const handles = { id: 'handles', version: 1, definition };
  const to = (handleIndex: string, minute: number) => {
    const sent = attempt(`to ${handleIndex}`, minute * MINUTE_MS, 2_000);
    return { ...sent, data: { ...sent.data, handleIndex } } as RecordedEvent;
  };
  const restarted = (state: FraudState) =>
    fraudSaga.snapshot?.restore(JSON.parse(JSON.stringify(fraudSaga.snapshot.save(state))) as never);
  const after = (state: FraudState, event: RecordedEvent) =>
    fraudSaga.evolve(restarted(state) ?? state, event, [handles]);
  const again = [to('maya', 0), to('maya', 1)].reduce(after, fraudSaga.initialState());
  expect(fraudSaga.react(to('maya', 1), again, [handles])).toEqual([]);
  const other = after(again, to('luis', 2));
  expect(fraudSaga.react(to('luis', 2), other, [handles])).toHaveLength(1);
});

it('stores a state in the format of schema 2: raise the schema when this changes', () => {
  const state = fraudSaga.evolve(fraudSaga.initialState(), attempt('a', 0, 100_001));
  const facts = {
    platform: 'Zelle',
    tier: 'verified',
    handle: null,
    isFirstToHandle: false,
    accountAgeMs: null,
  };
  expect(fraudSaga.snapshot?.schema).toBe(2);
  expect(fraudSaga.snapshot?.save(state)).toEqual({
    attempts: [{ transferId: 'a', amountCents: 100_001, atMs: NOON_MS, refused: null, ...facts }],
    handles: [],
    chains: [['over-maximum', { first: 'a', last: 'a' }]],
  });
});
