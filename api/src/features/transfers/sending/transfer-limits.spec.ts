import fc from 'fast-check';
import { v5 as uuidV5 } from 'uuid';
import { recorded } from '../../../../../test/support/given-when-then.js';
import { sampleFacts, sampleSend } from '../../../../../test/support/sample-send.js';
import { counts } from '../../../../../test/support/scale.js';
import { feesOf } from '../../../kernel/money/fees.js';
import {
  PER_TRANSFER_LIMIT_CENTS,
  UNVERIFIED_WEEKLY_LIMIT_CENTS,
  WEEK_MS,
} from '../../../kernel/money/limits.js';
import { allowanceDecider } from './allowance.decider.js';
import { forgottenAt, KNOWN_MS } from './known-transfers.rules.js';
import {
  transferDecider,
  type SenderState,
  type SenderStreamEvent,
  type TransferCommand,
} from './transfer.decider.js';

/** Random sequences in `npm test` and in `npm run verify`, and the time limit of both. */
const RUNS = counts.propertyRuns;
const TRANSFERS = counts.longStreamEvents;
const LONGEST_MS = 20 * 60_000;

type Step =
  | { readonly kind: 'send'; readonly cents: number }
  /** The remaining amount exactly, or a cent less or more. */
  | { readonly kind: 'fill'; readonly offsetCents: number }
  | { readonly kind: 'wait'; readonly ms: number }
  /** Until an earlier amount leaves the week, or a millisecond before or after. */
  | { readonly kind: 'wait-for'; readonly index: number; readonly offsetMs: number }
  | { readonly kind: 'verify' | 'lose' | 'restart' }
  /** Of an earlier attempt, as it was or with another body; `hasStream`: its transfer's own stream has begun. */
  | { readonly kind: 'repeat'; readonly index: number; readonly same: boolean; readonly hasStream: boolean }
  | { readonly kind: 'release'; readonly index: number };

const beside = fc.constantFrom(-1, 0, 1);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('fill' as const), offsetCents: beside }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('send' as const),
      cents: fc.oneof(
        fc.integer({ min: 100, max: 12_000 }),
        fc.constantFrom(25_000, 25_001, 100_000, 100_001),
      ),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      ms: fc.oneof(
        fc.constantFrom(1, WEEK_MS - 1, WEEK_MS, WEEK_MS + 1),
        fc.constantFrom(KNOWN_MS - 1, KNOWN_MS, 60 * WEEK_MS),
        fc.nat(WEEK_MS / 3),
      ),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('wait-for' as const), index: fc.nat(30), offsetMs: beside }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('verify' as const, 'lose' as const, 'restart' as const, 'restart' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('release' as const), index: fc.nat(30) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('repeat' as const),
      index: fc.nat(30),
      same: fc.boolean(),
      hasStream: fc.boolean(),
    }),
  },
);

interface Sent {
  readonly id: string;
  readonly cents: number;
  readonly atMs: number;
  released: boolean;
}

/** The newest attempt under a key. */
interface Attempted {
  readonly id: string;
  readonly cents: number;
  readonly atMs: number;
  readonly isAccepted: boolean;
}

const fingerprintOf = (transferId: string) => transferId.replaceAll('-', '');
const namesOf = (all: readonly { readonly transferId: string }[]) =>
  new Set(all.map(({ transferId }) => transferId));
/** A UUID for each revision, in no order. */
const idOf = (revision: number) => uuidV5(String(revision), uuidV5.DNS);
const { snapshot } = transferDecider;
const keptForm = (state: SenderState): unknown => JSON.parse(JSON.stringify(snapshot?.save(state)));
const restored = (kept: unknown) => snapshot?.restore(kept as never) as SenderState;

/** The real decider next to the simplest reading of the rule. */
class Sender {
  /** Saved and restored at each restart. */
  private state = transferDecider.initialState();
  /** Folded from the beginning. */
  private whole = transferDecider.initialState();
  private revision = 0;
  private readonly sent: Sent[] = [];
  private readonly attempts: Attempted[] = [];
  private isVerified = false;
  private nowMs = Date.parse('2028-02-27T23:59:59.999Z');

  take(step: Step): void {
    if (step.kind === 'send') this.send(step.cents);
    else if (step.kind === 'fill') this.send(this.remaining() + step.offsetCents);
    else if (step.kind === 'wait') this.nowMs += step.ms;
    else if (step.kind === 'wait-for') this.waitFor(step.index, step.offsetMs);
    else if (step.kind === 'release') this.release(step.index);
    else if (step.kind === 'repeat') this.repeat(step);
    else if (step.kind === 'restart') this.state = restored(keptForm(this.state));
    else this.verify(step.kind === 'verify');
  }

  /** The state is what the whole stream makes of it, and has no more keys than those of eight days. */
  check(): void {
    expect(keptForm(this.state)).toEqual(keptForm(this.whole));
    const newestMs = this.attempts.at(-1)?.atMs ?? 0;
    const recent = this.attempts.filter(({ atMs }) => atMs > newestMs - KNOWN_MS);
    expect([...this.state.transfers.keys()]).toEqual(recent.map(({ id }) => id));
  }

  private send(amountCents: number, transferId = idOf(this.revision)): void {
    const cents = Math.max(100, amountCents);
    const fits = cents <= PER_TRANSFER_LIMIT_CENTS && (this.isVerified || cents <= this.remaining());
    const [event] = transferDecider.decide(this.command(transferId, cents), this.state);
    expect(event?.type).toBe(fits ? 'TransferRequested' : 'TransferRefused');
    this.attempted({ id: transferId, cents, atMs: this.nowMs, isAccepted: fits });
    if (event?.type === 'TransferRequested') {
      expect(event.data.usedBeforeCents).toBe(this.used());
      this.sent.push({ id: event.data.transferId, cents, atMs: this.nowMs, released: false });
      if (!this.isVerified) expect(this.used()).toBeLessThanOrEqual(UNVERIFIED_WEEKLY_LIMIT_CENTS);
    }
    if (event) this.record(event);
  }

  private attempted(attempt: Attempted): void {
    const known = this.attempts.findIndex(({ id }) => id === attempt.id);
    if (known >= 0) this.attempts.splice(known, 1);
    this.attempts.push(attempt);
  }

  /** An accepted key is accepted for good, a refused one refused for eight days, and neither takes another body. */
  private repeat({ index, same, hasStream }: Extract<Step, { readonly kind: 'repeat' }>): void {
    const first = this.attempts[index % Math.max(1, this.attempts.length)];
    if (!first) return;
    const { id, cents, atMs, isAccepted } = first;
    const isRecent = atMs > this.nowMs - KNOWN_MS;
    if (!isAccepted && !isRecent) {
      this.send(cents, id);
      return;
    }
    // A stream that has not begun after eight days is one of a refused attempt.
    const earlier = isAccepted && (hasStream || !isRecent) ? { fingerprint: fingerprintOf(id) } : null;
    const command = { ...this.command(id, cents), earlier };
    if (same) expect(transferDecider.decide(command, this.state)).toEqual([]);
    else
      expect(() => transferDecider.decide({ ...command, fingerprint: 'other' }, this.state)).toThrow(
        'idempotency_mismatch',
      );
  }

  private release(index: number): void {
    const sent = this.sent[index % Math.max(1, this.sent.length)];
    if (!sent) return;
    const data = { transferId: sent.id, amountCents: sent.cents, cause: 'cancelled' as const, sent: null };
    const events = allowanceDecider.decide({ ...data, at: new Date(this.nowMs).toISOString() }, this.state);
    const counts = !sent.released && sent.atMs > this.nowMs - WEEK_MS;
    expect(events).toEqual(counts ? [{ type: 'AllowanceReleased', data }] : []);
    sent.released = true;
    for (const event of events) this.record(event);
  }

  private verify(isVerified: boolean): void {
    this.isVerified = isVerified;
    const requestId = `k${String(this.revision)}`;
    const status = isVerified ? 'verified' : 'declined';
    const submitted = {
      requestId,
      fullName: 'Ana Torres',
      consentVersion: '2026-11-01',
      locale: 'en',
    } as const;
    const byProvider = { by: null, reason: null };
    const report = { providerStatus: 'approved', providerEventId: null, providerAt: '2028-01-01' } as const;
    this.record({ type: 'KycSubmitted', data: submitted });
    this.record({ type: 'KycStatusChanged', data: { requestId, status, ...report, ...byProvider } });
  }

  private waitFor(index: number, offsetMs: number): void {
    const sent = this.sent[index % Math.max(1, this.sent.length)];
    if (sent) this.nowMs = Math.max(this.nowMs, sent.atMs + WEEK_MS + offsetMs);
  }

  private used(): number {
    return this.sent
      .filter((one) => !one.released && one.atMs > this.nowMs - 168 * 3_600_000)
      .reduce((sum, one) => sum + one.cents, 0);
  }

  private remaining(): number {
    return Math.max(0, 25_000 - this.used());
  }

  private record(event: SenderStreamEvent): void {
    const fact = recorded(event, this.revision, { at: new Date(this.nowMs).toISOString() });
    this.state = transferDecider.evolve(this.state, fact);
    this.whole = transferDecider.evolve(this.whole, fact);
    this.revision += 1;
  }

  private command(transferId: string, amountCents: number): TransferCommand {
    return {
      ...sampleFacts(transferId),
      fingerprint: fingerprintOf(transferId),
      send: sampleSend({ amountCents }),
      agreedTotalCents: feesOf(amountCents, 'card-3pct-plus-30c').totalCents,
      policy: {
        feeSchedule: 'card-3pct-plus-30c',
        minimumCents: 100,
        verifiedWeeklyLimitCents: null,
        refusalsCapped: false,
      },
      earlier: null,
      begun: new Set(this.attempts.map(({ id }) => id)),
      at: new Date(this.nowMs).toISOString(),
    };
  }
}

describe('for any sequence of actions', () => {
  const check = () =>
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
        const sender = new Sender();
        for (const current of steps) sender.take(current);
        sender.check();
      }),
      { numRuns: RUNS },
    );

  it(
    'no week ever exceeds its limit, everything that fits is accepted, keys keep their promises, and a restart changes nothing',
    check,
    LONGEST_MS,
  );
});

describe('a sender of many thousand transfers', () => {
  it('needs memory only for the keys of eight days and the amounts of a week', () => {
    let state = transferDecider.initialState();
    const policy = {
      feeSchedule: 'card-0.30pct',
      minimumCents: 1,
      verifiedWeeklyLimitCents: null,
      refusalsCapped: false,
    } as const;
    const startMs = Date.parse('2026-01-01T00:00:00.000Z');
    let accepted = 0;
    for (let index = 0; index < TRANSFERS; index += 1) {
      const transferId = `t${String(index)}`;
      const command: Omit<TransferCommand, 'begun'> = {
        ...sampleFacts(transferId),
        send: sampleSend({ amountCents: 25 }),
        agreedTotalCents: 125,
        policy,
        earlier: null,
        at: new Date(startMs + index * 600_000).toISOString(),
      };
      const begun = namesOf(forgottenAt(state.transfers, Date.parse(command.at)));
      const [event] = transferDecider.decide({ ...command, begun }, state);
      if (event?.type === 'TransferRequested') accepted += 1;
      if (event) state = transferDecider.evolve(state, recorded(event, index));
    }
    expect(accepted).toBe(TRANSFERS - refusedInEachWeek());
    expect(state.week.revisions.length).toBeLessThan(4_096);
    expect(state.transfers.size).toBeLessThanOrEqual(KNOWN_MS / 600_000);
  });
});

/** A send of 25 cents every ten minutes: 1,000 fit into $250.00, and a week has 1,008 slots. */
function refusedInEachWeek(): number {
  return Math.floor(TRANSFERS / 1_008) * 8;
}
