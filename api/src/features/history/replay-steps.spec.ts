import type { Config } from '../../config/config.js';
import type { RecordedEvent } from '../../event-sourcing/event.js';
import { sampleSend } from '../../../../test/support/sample-send.js';
import { recorded } from '../../../../test/support/given-when-then.js';
import type { AnyProjection } from '../../event-sourcing/projection.js';
import type { ReplayStep } from '../../kernel/staff/replay.js';
import { MAIL_CHOICES } from '../../kernel/people/preferences.js';
import type { CommandRunner } from '../../engine/commands/command-runner.js';
import type { ViewStore, ViewWrite } from '../../engine/view-store/view-store.port.js';
import type { AccountDirectory } from '../accounts/account/account-directory.js';
import { accountsProjection } from '../accounts/account/accounts.projection.js';
import { GetMe } from '../accounts/get-me.query.js';
import { strayChargesProjection } from '../lifecycle/strays/stray-charges.projection.js';
import { GetPreferences } from '../preferences/get-preferences.query.js';
import { userPrefsProjection } from '../preferences/user-prefs.projection.js';
import { GetAllowance } from '../transfers/quotes/get-allowance.query.js';
import { transferDecider, type SenderState } from '../transfers/sending/transfer.decider.js';
import { transactionsProjection } from '../transfers/history/transactions.projection.js';
import { kycRequestsProjection } from '../verification/kyc-requests.projection.js';
import { InMemoryViews, openInMemoryViewStore } from '../../../../test/support/in-memory-view-store.js';
import { replaySteps, type StepsWanted } from './replay-steps.js';

const projections = [
  accountsProjection,
  userPrefsProjection,
  kycRequestsProjection,
  transactionsProjection,
  strayChargesProjection,
] as unknown as readonly AnyProjection[];
const account = 'account-ana';
const sender = 'sender-ana';
const preferences = 'preferences-ana';
const start = Date.parse('2026-11-01T10:00:00.000Z');
const HOUR = 3_600_000;
/** Every account is in the view. */
const NO_DIRECTORY = { ownOf: () => Promise.resolve(null) } as unknown as AccountDirectory;
const DAY = 24 * HOUR;

/** [stream, milliseconds after the first event, type, data] */
type Fact = readonly [stream: string, afterMs: number, type: string, data?: object];

const person = { firstName: 'Ana', lastName: 'Torres', email: 'ana@people.example', locale: 'es' };
const registered: Fact = [account, 0, 'AccountRegistered', person];
const sent = (afterMs: number, transferId: string, amountCents: number): Fact => {
  const requestedAt = new Date(start + afterMs).toISOString();
  const send = sampleSend({ amountCents, note: `note ${transferId}` });
  const fees = { flipFeeCents: 100, processingFeeCents: 180, totalFeeCents: 280, totalCents: 5_280 };
  return [sender, afterMs, 'TransferRequested', { transferId, requestedAt, ...send, ...fees }];
};
const refused = (afterMs: number, reason = 'weekly_limit_exceeded'): Fact => [
  sender,
  afterMs,
  'TransferRefused',
  { transferId: 'refused', reason },
];
const released = (afterMs: number, transferId: string): Fact => [
  sender,
  afterMs,
  'AllowanceReleased',
  { transferId },
];
const counted = (afterMs: number, transferId: string, amountCents: number): Fact => [
  sender,
  afterMs,
  'StrayCounted',
  { transferId, amountCents, at: new Date(start + afterMs - HOUR).toISOString() },
];
const submitted = (afterMs: number, requestId: string): Fact => [
  sender,
  afterMs,
  'KycSubmitted',
  { requestId, fullName: 'Ana Torres' },
];
const kyc = (afterMs: number, requestId: string, status: string): Fact => [
  sender,
  afterMs,
  'KycStatusChanged',
  { requestId, status },
];
const preferring = (afterMs: number, changed: object): Fact => [
  preferences,
  afterMs,
  'PrefsUpdated',
  { changed },
];
const pause = (type: 'SendingPaused' | 'SendingResumed', causeId: string): Fact => [
  sender,
  0,
  type,
  { causeId },
];

function eventsOf(facts: readonly Fact[]): readonly RecordedEvent[] {
  return facts.map(([stream, afterMs, type, data = {}], index) =>
    recorded({ type, data }, index, { stream, at: new Date(start + afterMs).toISOString() }),
  );
}

function pageOf(facts: readonly Fact[], wanted: StepsWanted, verifiedWeeklyLimitCents: number | null = null) {
  const rules = { uid: 'ana', transferId: null, verifiedWeeklyLimitCents, isStep: () => true };
  return replaySteps(eventsOf(facts), rules, wanted);
}

function stepsOf(facts: readonly Fact[], verifiedWeeklyLimitCents: number | null = null) {
  return pageOf(facts, { before: null, limit: 1_000 }, verifiedWeeklyLimitCents).steps;
}

function fieldsOf(facts: readonly Fact[], ...fields: readonly string[]) {
  return stepsOf(facts).map(({ state }) => fields.map((field) => state[field]));
}

/** The read models, fed one event at a time and asked as the product asks them. */
class ReadModels {
  private readonly views: ViewStore = openInMemoryViewStore(new InMemoryViews());
  private position: string | null = null;
  /** The state that decides sends. */
  private readonly sends = transferDecider.initialState();
  private readonly runner = {
    query: (_: object, _stream: string, select: (state: SenderState) => unknown) =>
      Promise.resolve(select(this.sends)),
  } as unknown as CommandRunner;

  async open(): Promise<void> {
    await this.views.declare(projections);
    for (const { name } of projections) await this.views.promote(name, 1);
  }

  async feed(event: RecordedEvent): Promise<void> {
    const { position: next } = event;
    if (event.stream === sender) transferDecider.evolve(this.sends, event as never);
    for (const projection of projections) {
      const { name: of, prefixes } = projection;
      const reads = prefixes.some((prefix) => event.stream.startsWith(prefix));
      const writes = reads ? await this.writesOf(projection, event) : [];
      await this.views.commit({
        projection: of,
        generation: 1,
        expect: this.position,
        next,
        writes,
        parked: [],
      });
    }
    this.position = next;
  }

  private async writesOf(projection: AnyProjection, event: RecordedEvent): Promise<readonly ViewWrite[]> {
    const [id] = projection.keys(event);
    if (id === undefined) return [];
    const held = (await this.views.getMany(projection.name, 1, [id])).get(id);
    const document = projection.evolve(held?.document ?? null, event, id);
    return [{ id, document, position: event.position, was: held?.position ?? null }];
  }

  async state(atMs: number, verifiedWeeklyLimitCents: number | null) {
    const config = { VERIFIED_WEEKLY_LIMIT_CENTS: verifiedWeeklyLimitCents ?? undefined } as Config;
    const clock = { now: () => atMs };
    const [me, prefs, allowance] = await Promise.all([
      new GetMe(this.views, NO_DIRECTORY).execute('ana'),
      new GetPreferences(this.views).execute('ana'),
      new GetAllowance(this.views, this.runner, clock, config).execute('ana'),
    ]);
    return {
      name: me.fullName,
      email: me.email,
      emailConfirmed: me.emailConfirmed ? 'yes' : 'no',
      roles: me.roles.join(', '),
      verification: me.verification,
      tier: allowance.tier,
      used: allowance.used,
      remaining: allowance.remaining,
      displayName: prefs.displayName,
      locale: me.locale,
      emailOptIn: prefs.emailOptIn ? 'yes' : 'no',
      emailKinds: prefs.emailOptIn ? MAIL_CHOICES.filter((choice) => prefs[choice]).join(', ') : null,
    };
  }
}

describe('a replay compared with the read models', () => {
  const lifecycle: readonly Fact[] = [
    registered,
    [account, 1, 'TermsAccepted', {}],
    sent(HOUR, 'a', 24_000),
    refused(2 * HOUR),
    [account, 3 * HOUR, 'EmailConfirmed'],
    preferring(4 * HOUR, { emailOptIn: true, displayName: 'Ana T.', locale: 'en' }),
    released(5 * HOUR, 'a'),
    sent(6 * HOUR, 'b', 10_000),
    counted(7 * HOUR, 'x', 3_000),
    counted(7 * HOUR + 1, 'y', 2_000),
    [sender, 8 * HOUR, 'StrayReleased', { transferId: 'x' }],
    sent(9 * HOUR, 'y', 2_000),
    counted(10 * HOUR, 'z', 1_000),
    submitted(DAY, 'one'),
    [sender, DAY + 1, 'InquiryOpened', { requestId: 'one', inquiryId: 'inq' }],
    kyc(2 * DAY, 'one', 'failed'),
    submitted(2 * DAY + 1, 'two'),
    kyc(3 * DAY, 'two', 'verified'),
    sent(3 * DAY + 1, 'c', 100_000),
    sent(4 * DAY, 'd', 90_000),
    released(5 * DAY, 'c'),
    sent(7 * DAY + 6 * HOUR, 'e', 5_000),
    preferring(8 * DAY, { displayName: null, emailOptIn: false }),
    [account, 9 * DAY, 'RoleGranted', { role: 'analyst' }],
    kyc(10 * DAY, 'two', 'declined'),
    sent(11 * DAY, 'f', 100),
  ];

  it.each([
    ['without a weekly limit for verified senders', null],
    ['with one', 200_000],
    ['with one that is used up', 100_000],
  ])('shows at every step what they showed then, %s', async (_case, verifiedLimit) => {
    const models = new ReadModels();
    await models.open();
    // Of the charges that the log has lost, it is enough that their sender has one.
    for (const event of eventsOf([['stray-pi_x', 0, 'StrayFound', { uid: 'ana', chargedAt: '2026-11-01' }]]))
      await models.feed({ ...event, position: '' });
    const steps = stepsOf(lifecycle, verifiedLimit);
    for (const [index, event] of eventsOf(lifecycle).entries()) {
      await models.feed(event);
      const said = await models.state(Date.parse(event.metadata.at), verifiedLimit);
      expect({ ...steps[index]?.state, event: event.type }).toMatchObject({ ...said, event: event.type });
    }
  });
});

describe('the replay of a sender', () => {
  const history = [
    sent(0, 'a', 24_000),
    refused(DAY),
    sent(8 * DAY, 'c', 1_000),
    submitted(8 * DAY, 'one'),
    kyc(8 * DAY, 'one', 'verified'),
  ];
  const steps = stepsOf(history);

  it('shows after each event what remained of the week at that instant', () =>
    expect(steps.map((step) => step.state.remaining)).toEqual(['10.00', '10.00', '240.00', '240.00', null]));

  it('counts what was accepted and refused', () => {
    expect(steps.map((step) => step.state.accepted)).toEqual(['1', '1', '2', '2', '2']);
    expect(steps.map((step) => step.state.refused)).toEqual(['0', '1', '1', '1', '1']);
  });

  it('shows the note of the last transfer', () =>
    expect(steps.map((step) => step.state.note)).toEqual(['note a', 'note a', 'note c', 'note c', 'note c']));

  it('shows the changes of an event with old and new values', () => {
    expect(steps[1]?.change).toEqual([
      { field: 'refused', before: '0', after: '1' },
      { field: 'lastRefusal', before: null, after: 'weekly_limit_exceeded' },
    ]);
    expect(steps[4]?.change.map((change) => change.field)).toEqual([
      'verification',
      'verificationStatus',
      'tier',
      'remaining',
    ]);
  });

  it('tells what time alone had changed from what the event changed', () => {
    const [, later] = stepsOf([sent(0, 'a', 24_000), refused(8 * DAY)]);
    expect(later?.change).toEqual([
      { field: 'used', before: '240.00', after: '0.00', isEarlier: true },
      { field: 'remaining', before: '10.00', after: '250.00', isEarlier: true },
      { field: 'refused', before: '0', after: '1' },
      { field: 'lastRefusal', before: null, after: 'weekly_limit_exceeded' },
    ]);
  });

  it('includes event number, time and position in every step', () =>
    expect(steps.slice(0, 2).map(({ event }) => [event.revision, event.at, event.position])).toEqual([
      ['0', '2026-11-01T10:00:00.000Z', '00000000000000000000'],
      ['1', '2026-11-02T10:00:00.000Z', '00000000000000000001'],
    ]));

  it('adds back the amount of a released transfer, and of no other', () =>
    expect(
      fieldsOf([sent(0, 'a', 5_000), sent(0, 'b', 2_000), released(0, 'a')], 'used', 'remaining'),
    ).toEqual([
      ['50.00', '200.00'],
      ['70.00', '180.00'],
      ['20.00', '230.00'],
    ]));

  it('shows whether sending is paused: until every case that paused it allows it', () => {
    const facts = [
      registered,
      pause('SendingPaused', 'one'),
      pause('SendingPaused', 'two'),
      pause('SendingResumed', 'one'),
      pause('SendingResumed', 'two'),
    ];
    expect(fieldsOf(facts, 'sending').flat()).toEqual(['active', 'paused', 'paused', 'paused', 'active']);
  });

  it('counts a payment as held until every case has released it', () => {
    const hold = (transferId: string, type: 'HoldPlaced' | 'HoldReleased', caseId: string): Fact => [
      ...([`transfer-${transferId}`, 0, type, { caseId, by: 'lead', note: '' }] as const),
    ];
    const facts = [
      registered,
      hold('t1', 'HoldPlaced', 'one'),
      hold('t1', 'HoldPlaced', 'two'),
      hold('t2', 'HoldPlaced', 'one'),
      hold('t1', 'HoldReleased', 'one'),
      hold('t1', 'HoldReleased', 'two'),
    ];
    expect(fieldsOf(facts, 'held').flat()).toEqual(['0', '1', '1', '2', '2', '1']);
  });
});

describe('the pages of a replay', () => {
  const history = [
    registered,
    sent(0, 'a', 24_000),
    refused(DAY),
    sent(8 * DAY, 'c', 1_000),
    released(9 * DAY, 'c'),
  ];

  it('are together the whole replay, each step with what it changed', () => {
    for (const limit of [1, 2, 3, 5]) {
      const pages: ReplayStep[] = [];
      for (let before: string | null = null, left = 1; left > 0;) {
        const page = pageOf(history, { before, limit });
        expect([page.count, page.steps.length]).toEqual([5, Math.min(limit, 5 - pages.length)]);
        pages.unshift(...page.steps);
        ({ left } = page);
        before = pages[0]?.event.position ?? null;
      }
      expect(pages).toEqual(stepsOf(history));
    }
  });
});

describe('the replay of a person', () => {
  it('shows from the first event who signed up, in which language and with which limits', () =>
    expect(stepsOf([registered])[0]?.state).toEqual({
      account: 'registered',
      legalHold: 'no',
      name: 'Ana Torres',
      email: 'ana@people.example',
      emailConfirmed: 'no',
      roles: 'sender',
      verification: 'unverified',
      verificationStatus: null,
      tier: 'unverified',
      used: '0.00',
      remaining: '250.00',
      accepted: '0',
      refused: '0',
      held: '0',
      sending: 'active',
      lastRefusal: null,
      note: null,
      displayName: null,
      locale: 'es',
      emailOptIn: 'no',
      emailKinds: null,
    }));

  it('omits what no event has recorded yet', () => {
    const [before, after] = stepsOf([sent(0, 'a', 100), registered]);
    expect([before?.state, after?.state].map((state) => state && 'locale' in state)).toEqual([false, true]);
  });

  it('shows when the address was confirmed, and every role once', () => {
    const granted = (role: string): Fact => [account, 0, 'RoleGranted', { role }];
    expect(
      fieldsOf(
        [registered, [account, 0, 'EmailConfirmed'], granted('analyst'), granted('analyst')],
        'emailConfirmed',
        'roles',
      ),
    ).toEqual([
      ['no', 'sender'],
      ['yes', 'sender'],
      ['yes', 'sender, analyst'],
      ['yes', 'sender, analyst'],
    ]);
  });

  it('shows the progress of a verification, and the resulting tier', () =>
    expect(
      fieldsOf(
        [
          submitted(0, 'one'),
          kyc(0, 'one', 'completed'),
          kyc(0, 'one', 'verified'),
          kyc(0, 'one', 'declined'),
        ],
        ...['verificationStatus', 'verification', 'tier', 'remaining'],
      ),
    ).toEqual([
      ['submitted', 'pending', 'unverified', '250.00'],
      ['completed', 'pending', 'unverified', '250.00'],
      ['verified', 'verified', 'verified', null],
      ['declined', 'pending', 'unverified', '250.00'],
    ]));

  it('shows preferences, updating only the changed ones', () =>
    expect(
      fieldsOf(
        [
          preferring(0, { displayName: 'Ana T.', locale: 'es', emailOptIn: true }),
          preferring(0, { emailIdentity: false }),
          preferring(0, { emailOptIn: false }),
          preferring(0, { displayName: null }),
        ],
        ...['displayName', 'locale', 'emailOptIn', 'emailKinds'],
      ),
    ).toEqual([
      ['Ana T.', 'es', 'yes', 'emailIdentity, emailReminders'],
      ['Ana T.', 'es', 'yes', 'emailReminders'],
      ['Ana T.', 'es', 'no', null],
      [null, 'es', 'no', null],
    ]));
});
