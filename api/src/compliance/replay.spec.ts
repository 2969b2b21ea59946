import { recorded } from '../event-sourcing/given-when-then.js';
import { replayOf } from './replay.js';

const transfer = (id: string, cents: number, at: string) => ({
  type: 'TransferRequested',
  data: { transferId: id, amountCents: cents, requestedAt: at, note: `note ${id}` },
});
const place = (at: string) => ({ stream: 'sender-ana', at });

describe('the replay of a sender', () => {
  const sent = '2026-11-01T10:00:00.000Z';
  const refused = '2026-11-02T10:00:00.000Z';
  const eightDaysLater = '2026-11-09T10:00:00.000Z';
  const steps = replayOf([
    recorded(transfer('a', 24_000, sent), 0, place(sent)),
    recorded(
      { type: 'TransferRefused', data: { transferId: 'b', reason: 'weekly_limit_exceeded' } },
      1,
      place(refused),
    ),
    recorded(transfer('c', 1_000, eightDaysLater), 2, place(eightDaysLater)),
    recorded({ type: 'KycStatusChanged', data: { status: 'verified' } }, 3, place(eightDaysLater)),
  ]);

  it('shows after each event what was left of the week at that instant', () =>
    expect(steps.map((step) => step.state.remaining)).toEqual(['10.00', '10.00', '240.00', null]));

  it('shows what was used, and counts what was accepted and refused', () => {
    expect(steps.map((step) => step.state.used)).toEqual(['240.00', '240.00', '10.00', '10.00']);
    expect(steps.map((step) => step.state.accepted)).toEqual(['1', '1', '2', '2']);
    expect(steps.map((step) => step.state.refused)).toEqual(['0', '1', '1', '1']);
  });

  it('shows the note of the last transfer', () =>
    expect(steps.map((step) => step.state.note)).toEqual(['note a', 'note a', 'note c', 'note c']));

  it('shows the changes of an event with old and new values', () => {
    expect(steps[1]?.change).toEqual([
      { field: 'refused', before: '0', after: '1' },
      { field: 'lastRefusal', before: null, after: 'weekly_limit_exceeded' },
    ]);
    expect(steps[3]?.change.map((change) => change.field)).toEqual([
      'verification',
      'verificationStatus',
      'tier',
      'remaining',
    ]);
  });

  it('includes event number, time and position in every step', () =>
    expect(steps.map((step) => [step.event.revision, step.event.at])).toEqual([
      ['0', sent],
      ['1', refused],
      ['2', eightDaysLater],
      ['3', eightDaysLater],
    ]));
});

describe('the replay of a person', () => {
  const at = '2026-11-01T10:00:00.000Z';
  const replay = (...events: readonly { type: string; data: object }[]) =>
    replayOf(events.map((event, index) => recorded(event, index, place(at)))).map(({ state }) => state);
  const registered = {
    type: 'AccountRegistered',
    data: { firstName: 'Ana', lastName: 'Torres', email: 'ana@people.example' },
  };
  const preferring = (changed: object) => ({ type: 'PrefsUpdated', data: { changed } });

  it('begins with nothing but the limits', () =>
    expect(replay({ type: 'SomethingElse', data: {} })).toEqual([
      {
        ...Object.fromEntries(Object.keys(replay(registered)[0] ?? {}).map((field) => [field, null])),
        tier: 'unverified',
        used: '0.00',
        remaining: '250.00',
        accepted: '0',
        refused: '0',
      },
    ]));

  it('shows who signed up, and when the address was confirmed', () => {
    const [signedUp, confirmed] = replay(registered, { type: 'EmailConfirmed', data: {} });
    const account = { account: 'registered', name: 'Ana Torres', email: 'ana@people.example' };
    expect(signedUp).toMatchObject({ ...account, emailConfirmed: 'no' });
    expect(confirmed).toMatchObject({ ...account, emailConfirmed: 'yes' });
  });

  it('lists every role once', () => {
    const granted = (role: string) => ({ type: 'RoleGranted', data: { role } });
    expect(
      replay(granted('analyst'), granted('admin'), granted('analyst')).map(({ roles }) => roles),
    ).toEqual(['analyst', 'analyst, admin', 'analyst, admin']);
  });

  it('shows how a verification goes on, and the tier and limit that follow from it', () => {
    const changed = (status: string) => ({ type: 'KycStatusChanged', data: { status } });
    const shown = replay(
      { type: 'KycSubmitted', data: {} },
      changed('completed'),
      changed('verified'),
      changed('declined'),
    ).map((state) => [state.verificationStatus, state.verification, state.tier, state.remaining]);
    expect(shown).toEqual([
      ['submitted', 'pending', 'unverified', '250.00'],
      ['completed', 'pending', 'unverified', '250.00'],
      ['verified', 'verified', 'verified', null],
      ['declined', 'pending', 'unverified', '250.00'],
    ]);
  });

  it('gives back the amount of a released transfer, and of no other', () => {
    const released = { type: 'AllowanceReleased', data: { transferId: 'a' } };
    const states = replay(transfer('a', 5_000, at), transfer('b', 2_000, at), released);
    expect(states.map(({ used }) => used)).toEqual(['50.00', '70.00', '20.00']);
    expect(states.map(({ remaining }) => remaining)).toEqual(['200.00', '180.00', '230.00']);
  });

  it('shows what was preferred, changing only what was changed', () => {
    const saved = replay(
      preferring({ displayName: 'Ana T.', locale: 'es', emailOptIn: true }),
      preferring({ emailOptIn: false }),
      preferring({ displayName: null }),
    ).map(({ displayName, locale, emailOptIn }) => [displayName, locale, emailOptIn]);
    expect(saved).toEqual([
      ['Ana T.', 'es', 'yes'],
      ['Ana T.', 'es', 'no'],
      [null, 'es', 'no'],
    ]);
  });
});
