import { recorded, specificationOf } from '../../../../../test/support/given-when-then.js';
import {
  acceptedTransfer,
  refusedTransfer,
  sampleFacts,
  sampleSend,
} from '../../../../../test/support/sample-send.js';
import { feesOf } from '../../../kernel/money/fees.js';
import { WEEK_MS } from '../../../kernel/money/limits.js';
import type { KycStatus } from '../../../kernel/people/verification.js';
import type { VerificationEvent } from '../../verification/verification-events.rules.js';
import { KNOWN_MS } from './known-transfers.rules.js';
import {
  REFUSALS_PER_HOUR,
  refusalFrom,
  StreamsNotBegun,
  transferDecider,
  type SenderEvent,
  type SenderState,
  type SendingPolicy,
  type TransferCommand,
  type TransferRefused,
} from './transfer.decider.js';

const nowMs = Date.parse('2026-03-08T12:00:00.000Z');
const iso = (ms: number) => new Date(ms).toISOString();
const policy: SendingPolicy = {
  feeSchedule: 'card-3pct-plus-30c',
  minimumCents: 100,
  verifiedWeeklyLimitCents: null,
  refusalsCapped: true,
};
const sendOfCents = (amountCents: number) => sampleSend({ amountCents, note: 'Dinner on Friday' });
const attemptOf = (transferId: string, amountCents: number) => ({
  ...sampleFacts(transferId),
  fingerprint: `maya-${String(amountCents)}`,
});
const attempted = (transferId: string, amountCents: number) => ({
  ...attemptOf(transferId, amountCents),
  ...sendOfCents(amountCents),
  tier: 'unverified' as const,
});

function request(amountCents: number, changes: Partial<TransferCommand> = {}): TransferCommand {
  const { totalCents } = feesOf(amountCents, (changes.policy ?? policy).feeSchedule);
  const attempt = attemptOf('next', amountCents);
  const command = {
    ...attempt,
    send: sendOfCents(amountCents),
    agreedTotalCents: totalCents,
    policy,
    earlier: null,
    begun: new Set<string>(),
  };
  return { ...command, at: iso(nowMs), ...changes };
}

function check(amountCents: number, changes: Partial<TransferCommand> = {}): TransferCommand {
  return request(amountCents, { ...changes, agreedTotalCents: null });
}

const accepted = (transferId: string, amountCents: number, agoMs = 1_000): SenderEvent =>
  acceptedTransfer(nowMs - agoMs, { ...attempted(transferId, amountCents), awaitsPayment: true });

function refused(
  reason: TransferRefused['data']['reason'],
  remainingCents: number | null,
  {
    transferId = 'next',
    amountCents = 2_000,
    atMs = nowMs,
    ...changes
  }: Partial<TransferRefused['data']> & { readonly atMs?: number } = {},
): TransferRefused {
  return refusedTransfer(atMs, { ...attempted(transferId, amountCents), reason, remainingCents, ...changes });
}

const submitted = (requestId: string): VerificationEvent => ({
  type: 'KycSubmitted',
  data: { requestId, fullName: 'Ana Torres', consentVersion: '2026-11-01', locale: 'en' },
});
const repeated = (requestId: string): VerificationEvent => ({
  type: 'KycRepeated',
  data: { requestId, firstName: 'Ana', lastName: 'Vega', consentVersion: '2026-11-01', locale: 'en' },
});
const statusOf = (requestId: string, status: KycStatus): VerificationEvent => ({
  type: 'KycStatusChanged',
  data: {
    requestId,
    status,
    providerStatus: 'approved',
    providerEventId: null,
    providerAt: iso(nowMs),
    by: null,
    reason: null,
  },
});
const verified = [submitted('k1'), statusOf('k1', 'verified')];

const given = specificationOf(transferDecider);

describe('a send that fits', () => {
  it('is recorded with its fees, schedule, tier and the amount used before', () => {
    given(accepted('earlier', 5_000))
      .when(request(12_000))
      .then({
        type: 'TransferRequested',
        data: {
          ...attempted('next', 12_000),
          flipFeeCents: 300,
          processingFeeCents: 390,
          totalFeeCents: 690,
          totalCents: 12_690,
          feeSchedule: 'card-3pct-plus-30c',
          tier: 'unverified',
          usedBeforeCents: 5_000,
          requestedAt: iso(nowMs),
          awaitsPayment: true,
        },
      });
  });

  it('has the fees of the active schedule', () => {
    const other = { ...policy, feeSchedule: 'card-0.30pct' } as const;
    const [event] = transferDecider.decide(request(50_000, { policy: { ...other } }), fold(...verified));
    expect(event?.data).toMatchObject({ totalCents: 51_150, feeSchedule: 'card-0.30pct' });
  });

  it("can bring an unverified sender's week to exactly $250.00", () => {
    expect(transferDecider.decide(request(25_000), fold())).toHaveLength(1);
    expect(transferDecider.decide(request(1_000), fold(accepted('a', 24_000)))).toHaveLength(1);
  });

  it('can be exactly $1,000.00 from a verified sender, repeatedly', () => {
    const state = fold(...verified, accepted('a', 100_000), accepted('b', 100_000));
    expect(transferDecider.decide(request(100_000), state)).toMatchObject([
      { type: 'TransferRequested', data: { tier: 'verified', usedBeforeCents: 200_000 } },
    ]);
  });
});

describe('the weekly limit', () => {
  it('refuses an amount over the remaining weekly limit', () => {
    given(accepted('a', 24_000)).when(request(2_000)).then(refused('weekly_limit_exceeded', 1_000));
  });

  it('refuses one cent over $250.00', () => {
    given()
      .when(request(25_001))
      .then(refused('weekly_limit_exceeded', 25_000, { amountCents: 25_001 }));
  });

  it('counts an amount until one millisecond before it is seven days old', () => {
    given(accepted('a', 25_000, WEEK_MS - 1))
      .when(request(2_000))
      .then(refused('weekly_limit_exceeded', 0));
    expect(transferDecider.decide(request(25_000), fold(accepted('a', 25_000, WEEK_MS)))).toMatchObject([
      { type: 'TransferRequested', data: { usedBeforeCents: 0 } },
    ]);
  });

  it('does not count refused attempts', () => {
    const state = fold(refused('weekly_limit_exceeded', 25_000, { transferId: 'a', amountCents: 90_000 }));
    expect(transferDecider.decide(request(25_000), state)).toMatchObject([{ type: 'TransferRequested' }]);
  });

  it('does not count a released amount', () => {
    const release: SenderEvent = {
      type: 'AllowanceReleased',
      data: { transferId: 'a', amountCents: 25_000, cause: 'cancelled', sent: null },
    };
    expect(transferDecider.decide(request(25_000), fold(accepted('a', 25_000), release))).toMatchObject([
      { type: 'TransferRequested', data: { usedBeforeCents: 0 } },
    ]);
    expect(
      transferDecider.decide(request(25_000), fold(accepted('a', 25_000), release, release)),
    ).toMatchObject([{ data: { usedBeforeCents: 0 } }]);
  });

  it('applies to verified senders only where one is configured', () => {
    const limited = { ...policy, verifiedWeeklyLimitCents: 150_000 };
    given(...verified, accepted('a', 100_000))
      .when(request(50_001, { policy: limited }))
      .then(refused('weekly_limit_exceeded', 50_000, { amountCents: 50_001, tier: 'verified' }));
  });
});

describe('the tier', () => {
  it('depends only on the latest request', () => {
    for (const facts of [
      [submitted('k1')],
      [submitted('k1'), statusOf('k1', 'pending')],
      [...verified, submitted('k2')],
      [...verified, submitted('k2'), statusOf('k1', 'verified')],
      [...verified, statusOf('k1', 'declined')],
    ])
      given(...facts)
        .when(request(25_001))
        .then(refused('weekly_limit_exceeded', 25_000, { amountCents: 25_001 }));
  });

  it('stays while the check is repeated under a new name, and then depends on the repeat', () => {
    for (const facts of [
      [...verified, repeated('k2')],
      [...verified, repeated('k2'), statusOf('k2', 'needs_review')],
      [...verified, repeated('k2'), statusOf('k2', 'declined')],
      [...verified, repeated('k2'), statusOf('k2', 'verified'), statusOf('k1', 'declined')],
    ])
      expect(fold(...facts).tier).toBe('verified');
    for (const facts of [
      [...verified, repeated('k2'), statusOf('k1', 'declined')],
      [...verified, repeated('k2'), statusOf('k2', 'verified'), statusOf('k2', 'declined')],
    ])
      expect(fold(...facts).tier).toBe('unverified');
  });

  it('counts transfers sent while verified after verification is lost', () => {
    given(...verified, accepted('a', 60_000), statusOf('k1', 'declined'))
      .when(request(2_000))
      .then(refused('weekly_limit_exceeded', 0));
  });
});

describe('the per-transfer limit', () => {
  it('is checked before the weekly limit', () => {
    given()
      .when(request(100_001))
      .then(refused('per_transfer_limit_exceeded', 25_000, { amountCents: 100_001 }));
  });

  it('applies to a verified sender too, one cent over $1,000.00', () => {
    given(...verified)
      .when(request(100_001))
      .then(refused('per_transfer_limit_exceeded', null, { amountCents: 100_001, tier: 'verified' }));
  });
});

describe('a paused sender', () => {
  const because = (causeId: string) =>
    ({ causeId, cause: 'case', reason: 'Reported.', by: 'lead-1', uid: 'ana' }) as const;
  const pause = (causeId: string): SenderEvent => ({
    type: 'SendingPaused',
    data: because(causeId),
  });
  const resume = (causeId: string): SenderEvent => ({
    type: 'SendingResumed',
    data: because(causeId),
  });

  it('can send again only when every case has resumed sending', () => {
    given(pause('c1')).when(request(2_000)).then(refused('sending_paused', 25_000));
    given(pause('c1'), pause('c2'), resume('c1'))
      .when(request(2_000))
      .then(refused('sending_paused', 25_000));
    expect(transferDecider.decide(request(2_000), fold(pause('c1'), resume('c1')))).toHaveLength(1);
  });

  it('gets the refusal for a limit first', () => {
    given(pause('c1'))
      .when(request(25_001))
      .then(refused('weekly_limit_exceeded', 25_000, { amountCents: 25_001 }));
  });
});

describe('a refusal is not recorded', () => {
  it('for a total that differs from the active schedule, which is checked first', () => {
    given(accepted('a', 25_000))
      .when(request(2_000, { agreedTotalCents: 2_189 }))
      .thenRefused('total_changed', { total: '21.90' });
  });

  it('for an amount under the minimum', () => {
    given().when(request(99)).thenRefused('below_minimum', { minimum: '1.00' });
    expect(transferDecider.decide(request(100), fold())).toHaveLength(1);
  });
});

describe('a repeat under the same key', () => {
  it('records nothing, regardless of the current limit, total and pause', () => {
    const full = [accepted('next', 2_000), accepted('b', 23_000)];
    given(...full)
      .when(request(2_000))
      .then();
    given(...full)
      .when(request(2_000, { agreedTotalCents: 1 }))
      .then();
  });

  it('of years ago records nothing either: the transfer knows it', () => {
    const { fingerprint } = request(2_000);
    const old = accepted('next', 2_000, 100 * WEEK_MS);
    const asked = (changes: Partial<TransferCommand>) =>
      given(old, accepted('b', 25_000)).when(request(2_000, changes));
    asked({ earlier: { fingerprint } }).then();
    asked({ earlier: { fingerprint }, fingerprint: 'other' }).thenRefused('idempotency_mismatch');
  });

  it('is recognized although days passed before its transfer began: nothing is decided until it has', () => {
    const facts = [accepted('next', 2_000, KNOWN_MS), accepted('b', 2_000, KNOWN_MS - 1)];
    for (const transferId of ['next', 'another']) {
      const attempt = request(2_000, { transferId });
      const begun = new Set(['next']);
      expect(() => transferDecider.decide(attempt, fold(...facts))).toThrow(StreamsNotBegun);
      expect(transferDecider.decide({ ...attempt, begun }, fold(...facts))).toHaveLength(1);
    }
  });

  it('of a refused send is a new attempt after eight days', () => {
    const refusedAgo = (ms: number) =>
      fold(refused('weekly_limit_exceeded', 0, { atMs: nowMs - ms }), accepted('b', 25_000, 1));
    expect(transferDecider.decide(request(2_000), refusedAgo(KNOWN_MS - 1))).toEqual([]);
    const [event] = transferDecider.decide(request(2_000), refusedAgo(KNOWN_MS));
    expect(event?.type).toBe('TransferRefused');
  });

  it('of a refused send stays refused even when it would now fit', () => {
    given(refused('weekly_limit_exceeded', 1_000)).when(request(2_000)).then();
  });

  it('with a different body is a mismatch', () => {
    given(accepted('next', 2_000)).when(request(2_100)).thenRefused('idempotency_mismatch');
    given(refused('weekly_limit_exceeded', 0)).when(check(2_100)).thenRefused('idempotency_mismatch');
  });
});

describe('a check', () => {
  it('never accepts', () => {
    given().when(check(2_000)).then();
  });

  it('records the same refusal as the send', () => {
    given(accepted('a', 24_000)).when(check(2_000)).then(refused('weekly_limit_exceeded', 1_000));
  });

  it('of a key that was already accepted or refused records nothing', () => {
    given(accepted('next', 2_000), accepted('a', 23_000)).when(check(2_000)).then();
    given(refused('weekly_limit_exceeded', 1_000)).when(check(2_000)).then();
  });
});

describe('recorded refusals', () => {
  const many = (count: number, atMs: number) =>
    Array.from({ length: count }, (_, index) =>
      refused('weekly_limit_exceeded', 0, { transferId: `r${String(index)}`, atMs }),
    );
  const full = accepted('a', 25_000, 2 * 3_600_000);

  it('are capped at fifty per hour: the next refusal names the cap, with the remaining amount', () => {
    given(full, ...many(49, nowMs))
      .when(request(2_000))
      .then(refused('weekly_limit_exceeded', 0));
    given(full, ...many(50, nowMs))
      .when(request(2_000))
      .thenRefused('too_many_refusals', {
        remaining: '0.00',
        perTransferLimit: '1000.00',
        sendable: '0.00',
        seconds: 3_600,
      });
  });

  it('are recorded again when the fiftieth most recent is an hour old, not a millisecond before', () => {
    const hourMs = 3_600_000;
    given(full, ...many(REFUSALS_PER_HOUR, nowMs - hourMs + 1))
      .when(request(2_000))
      // Rounded up: who waits as long as this says is not refused again.
      .thenRefused('too_many_refusals', {
        remaining: '0.00',
        perTransferLimit: '1000.00',
        sendable: '0.00',
        seconds: 1,
      });
    given(full, ...many(REFUSALS_PER_HOUR, nowMs - hourMs))
      .when(request(2_000))
      .then(refused('weekly_limit_exceeded', 0));
  });

  it('are remembered only as far as the cap needs', () => {
    const { refusedAtMs } = fold(...many(REFUSALS_PER_HOUR, nowMs - 1), ...many(3, nowMs));
    expect(refusedAtMs).toHaveLength(REFUSALS_PER_HOUR);
    expect(refusedAtMs.slice(-4)).toEqual([nowMs - 1, nowMs, nowMs, nowMs]);
  });

  it('never block a send that fits, and are not capped where limiters are off', () => {
    expect(transferDecider.decide(request(2_000), fold(...many(REFUSALS_PER_HOUR, nowMs)))).toMatchObject([
      { type: 'TransferRequested' },
    ]);
    given(full, ...many(REFUSALS_PER_HOUR, nowMs))
      .when(request(2_000, { policy: { ...policy, refusalsCapped: false } }))
      .then(refused('weekly_limit_exceeded', 0));
  });

  it('state the remaining amount and the amount that could be sent', () => {
    expect(refusalFrom(refused('weekly_limit_exceeded', 1_000))).toMatchObject({
      code: 'weekly_limit_exceeded',
      params: { remaining: '10.00', perTransferLimit: '1000.00', sendable: '10.00' },
    });
    expect(refusalFrom(refused('per_transfer_limit_exceeded', null)).params).toEqual({
      remaining: null,
      perTransferLimit: '1000.00',
      sendable: '1000.00',
    });
  });
});

function fold(...facts: readonly (SenderEvent | VerificationEvent)[]): SenderState {
  return facts.reduce<SenderState>(
    (state, fact, index) => transferDecider.evolve(state, recorded(fact, index)),
    transferDecider.initialState(),
  );
}
