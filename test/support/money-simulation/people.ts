import { sampleSend } from '../sample-send.js';
import { AttemptTransfer } from '../../../api/src/features/transfers/sending/attempt-transfer.command.js';
import type { UndatedLifecycleCommand } from '../../../api/src/features/lifecycle/state/lifecycle-commands.rules.js';
import {
  termsOf,
  transferStream,
  type PaymentCard,
  type Terms,
} from '../../../api/src/features/lifecycle/state/lifecycle-events.rules.js';
import { nextCallOf } from '../../../api/src/features/lifecycle/state/next-call.rules.js';
import { isLossOpen, lossOf } from '../../../api/src/features/lifecycle/refund/lost-disputes.rules.js';
import { canBeClaimedAgain } from '../../../api/src/features/lifecycle/payout/payout-decisions.rules.js';
import { payoutRouteOf } from '../../../api/src/kernel/money/platforms.js';
import type {
  LifecycleState,
  Payout,
  Refund,
} from '../../../api/src/features/lifecycle/state/lifecycle-state.rules.js';
import type { PayoutOutcome } from '../../../api/src/kernel/money/payouts.js';
import type { PayoutState } from '../../../api/src/features/lifecycle/payout/payouts.js';
import { RevealPayout } from '../../../api/src/features/payouts/desk/reveal-payout.command.js';
import { WorkDesk, type DeskAction } from '../../../api/src/features/payouts/desk/work-desk.command.js';
import { DomainError } from '../../../api/src/kernel/domain-error.js';
import { feesOf } from '../../../api/src/kernel/money/fees.js';
import type { Send } from '../../../api/src/kernel/money/transfers.js';
import { pick } from './chance.js';
import { BY_HAND } from './payout-network.js';
import type { FlipProcess } from './flip-process.js';
import { SENDERS, type World } from './world.js';

const PLATFORMS = ['PayPal', 'Venmo', 'PayPal', 'Zelle', 'Cash App'] as const;
const AMOUNTS = [500, 4_000, 9_000, 12_000, 20_000];
const CARDS = ['pm_good', 'pm_good', 'pm_good', 'pm_asks', 'pm_bad', 'pm_bad'];
const SENDS_LIMIT = 3;
const REFUND_TRIES = 3;
const UNKNOWN_MS = 30 * 60_000;
const GIVEN_BACK_PERCENT = 30;
const PAID_BACK_PERCENT = 60;
const BOOKED_PERCENT = 50;
const MONTH_MS = 30 * 24 * 60 * 60_000;
const OUTCOMES: Readonly<Partial<Record<PayoutState['state'], PayoutOutcome>>> = {
  delivered: 'delivered',
  failed: 'failed',
  returned: 'failed',
};

interface Wish {
  readonly uid: string;
  readonly key: string;
  readonly send: Send;
  readonly card: PaymentCard | null;
  /** The transfers that were acknowledged under the key. */
  readonly acknowledged: Set<string>;
}

/** An acknowledged cancel: the amount that it promised to return. */
export interface Promised {
  readonly transferId: string;
  readonly returns: string | null;
}

/** Senders, operators and analysts: their actions do not depend on the state Flip is in. */
export class People {
  readonly wishes: Wish[] = [];
  readonly promises: Promised[] = [];
  private requests = 0;
  private readonly givenBack = new Set<string>();

  constructor(private readonly world: World) {}

  async send(process: FlipProcess, a: number, b: number): Promise<void> {
    if (this.wishes.length >= SENDS_LIMIT) return this.repeat(process, a);
    const platform = pick(PLATFORMS, a);
    const amountCents = pick(AMOUNTS, a >>> 8);
    const handle = platform === 'Cash App' ? '$maya' : 'maya@example.com';
    const wish: Wish = {
      uid: pick(SENDERS, b),
      key: `key ${this.wishes.length + 1}`,
      acknowledged: new Set(),
      card: b % 5 === 0 ? null : cardOf(pick(CARDS, b >>> 8)),
      send: sampleSend({ platform, handle, amountCents }),
    };
    this.wishes.push(wish);
    await this.request(process, wish);
  }

  /** Repeats a send under the same key, as after a lost response. */
  async repeat(process: FlipProcess, a: number): Promise<void> {
    if (this.wishes.length > 0) await this.request(process, pick(this.wishes, a));
  }

  async pay(process: FlipProcess, a: number, b: number): Promise<void> {
    await this.withTransfer(a, (transferId, uid) => {
      const card = cardOf(pick(CARDS, b));
      // Occasionally repeats under the same key.
      if (b % 4 !== 0) this.requests += 1;
      const payment = { choice: card as never, requestId: `request ${this.requests}` };
      return this.world.start(
        process,
        `sender pays ${short(transferId)} with ${card.paymentMethodRef}`,
        async () => {
          await process.own.pay({ uid, range: '' }, transferId, payment);
        },
      );
    });
  }

  /** Another card instead of one that waits for the cardholder. */
  async abandon(process: FlipProcess, a: number): Promise<void> {
    await this.withTransfer(a, (transferId, uid) =>
      this.world.start(process, `sender wants another card for ${short(transferId)}`, async () => {
        await process.own.abandon(uid, transferId);
      }),
    );
  }

  /** Another card after a decline or an abandoned payment. */
  async payAgain(process: FlipProcess): Promise<void> {
    for (const [place, transferId] of this.world.transferIds.entries()) {
      const { stage, payment } = this.world.stateOf(transferId);
      if (stage === 'requested' && ['declined', 'voided'].includes(payment?.state ?? ''))
        await this.pay(process, place, place + 1);
    }
  }

  async cancel(process: FlipProcess, a: number): Promise<void> {
    await this.withTransfer(a, (transferId, uid) => this.cancelOne(process, transferId, uid));
  }

  /** Recalls an unclaimed payout, possibly while it is being claimed. */
  async recall(process: FlipProcess, a: number): Promise<void> {
    const unclaimed = this.world.transferIds.filter(
      (transferId) => this.world.stateOf(transferId).payout?.state === 'unclaimed',
    );
    if (unclaimed.length === 0) return;
    const transferId = pick(unclaimed, a);
    await this.cancelOne(process, transferId, this.world.stateOf(transferId).terms?.uid ?? '');
    const { sent } = this.world.payouts;
    if (a % 2 === 0) for (const one of sent) if (one.state === 'unclaimed') this.world.payouts.move(one);
  }

  private async cancelOne(process: FlipProcess, transferId: string, uid: string): Promise<void> {
    await this.world.start(process, `sender cancels ${short(transferId)}`, async () => {
      try {
        const { returns } = await process.own.cancel(uid, transferId);
        const told = this.world.parts.returns(returns, this.world.stateOf(transferId));
        this.promises.push({ transferId, returns: told });
        return `${String(returns)} comes back`;
      } catch (error) {
        if (error instanceof DomainError && error.code === 'too_late') this.tooLate(transferId, error);
        throw error;
      }
    });
  }

  /** A case holds, releases or stops a transfer. */
  async review(process: FlipProcess, a: number, b: number): Promise<void> {
    const caseId = `case ${b % 2}`;
    const command = pick<UndatedLifecycleCommand>(
      [
        { type: 'PlaceHold', caseId, by: 'rule', note: '' },
        { type: 'PlaceHold', caseId, by: 'lead', note: '' },
        { type: 'ReleaseHold', caseId, by: 'review', note: '' },
        { type: 'ReleaseHold', caseId, by: 'lead', note: '' },
        { type: 'RequestCancel', cause: 'suspicious' },
      ],
      b >>> 4,
    );
    await this.withTransfer(a, (transferId) => this.decide(process, transferId, command));
  }

  async letGo(process: FlipProcess, transferId: string): Promise<void> {
    for (const caseId of this.world.stateOf(transferId).holdCases)
      await this.decide(process, transferId, { type: 'ReleaseHold', caseId, by: 'review', note: '' });
  }

  /** An operator claims, pays, settles, or tries a failed refund again. */
  async operate(process: FlipProcess, a: number, b: number): Promise<void> {
    await this.withTransfer(a, (transferId) => this.work(process, transferId, pick(['olga', 'omar'], b)));
  }

  async work(process: FlipProcess, transferId: string, operator: string): Promise<void> {
    const action = this.taskOf(transferId, operator);
    if (!action) return;
    const actor = { kind: 'staff', id: operator } as const;
    await this.world.start(process, `${operator}: ${action.do} ${short(transferId)}`, async () => {
      if (action.do === 'agree') await process.reveals.execute(new RevealPayout(transferId, operator));
      await process.desk.execute(new WorkDesk(transferId, actor, action));
    });
  }

  /** Completes the tasks on the desk's list; operators report payouts truthfully. */
  private taskOf(transferId: string, operator: string): DeskAction | null {
    const state = this.world.stateOf(transferId);
    const { stage, payout, refund } = state;
    if (isClaimable(state)) return { do: 'claim' };
    if (stage === 'refund_failed' && refund) return this.payingBack(transferId, operator, refund);
    if (isLossOpen(state) && this.world.luck.has(BOOKED_PERCENT, `${transferId} ${lossOf(state)} is booked`))
      return { do: 'book', cents: lossOf(state) };
    return stage === 'payout_submitted' && payout ? this.settling(transferId, operator, payout) : null;
  }

  /** Tries a failed refund again, then pays some of them back another way. */
  private payingBack(
    transferId: string,
    operator: string,
    { attempt, settlement }: Refund,
  ): DeskAction | null {
    const check = { do: 'paid back', way: 'check', reference: '1042' } as const;
    if (settlement) return settlement.operator === operator ? null : { ...check, agrees: true };
    if (attempt < REFUND_TRIES) return { do: 'confirm', kind: 'refund' };
    const isPaidBack = this.world.luck.has(PAID_BACK_PERCENT, `${transferId} is paid back by check`);
    return isPaidBack ? { ...check, agrees: false } : null;
  }

  private settling(transferId: string, operator: string, payout: Payout): DeskAction | null {
    const { proposal, route } = payout;
    if (proposal && proposal.operator !== operator)
      return {
        do: 'agree',
        outcome: proposal.outcome,
        reference: proposal.reference,
        platformMessage: proposal.words,
      };
    if (this.isGivenBack(transferId, operator, payout)) return { do: 'give back' };
    const outcome = route === 'desk' ? this.paidByHand(transferId) : this.foundOut(transferId, payout);
    if (outcome === 'delivered') return { do: 'delivered', reference: 'ZL-1' };
    return outcome && { do: 'failed', reason: 'other' };
  }

  /** Once for some transfers, while nothing was sent: the next operator pays it. */
  private isGivenBack(transferId: string, operator: string, payout: Payout): boolean {
    const { luck, payouts } = this.world;
    if (payout.operator !== operator || payout.proposal || this.givenBack.has(transferId)) return false;
    if (
      payouts.sentFor(transferId).length > 0 ||
      !luck.has(GIVEN_BACK_PERCENT, `${transferId} is given back`)
    )
      return false;
    this.givenBack.add(transferId);
    return true;
  }

  private paidByHand(transferId: string): PayoutOutcome {
    const { luck, payouts, clock } = this.world;
    const outcome = luck.has(75, `${transferId} is paid by hand`) ? 'delivered' : 'failed';
    const cents = this.world.stateOf(transferId).terms?.amountCents ?? 0;
    if (payouts.sentFor(transferId).length === 0)
      payouts.sent.push({
        ref: BY_HAND,
        payoutId: transferId,
        transferId,
        cents,
        createdMs: clock.nowMs,
        state: outcome,
      });
    return outcome;
  }

  /**
   * The payout's state in the platform's console. It is missing once the rail has forgotten our id, or half an hour after it
   * was recalled; since then it is not queried.
   */
  private foundOut(transferId: string, { submittedAt }: Payout): PayoutOutcome | null {
    const { payouts, clock, records } = this.world;
    const [sent] = payouts.sentFor(transferId);
    if (sent) return OUTCOMES[sent.state] ?? null;
    if (clock.nowMs > Date.parse(submittedAt) + MONTH_MS) return 'failed';
    const recalled = records
      .stream(transferStream(transferId))
      .findLast(({ type }) => type === 'PayoutRecallRequested');
    const isStill = nextCallOf(this.world.stateOf(transferId)) === null;
    return isStill && recalled && clock.nowMs > Date.parse(recalled.metadata.at) + UNKNOWN_MS
      ? 'failed'
      : null;
  }

  private async decide(
    process: FlipProcess,
    transferId: string,
    command: UndatedLifecycleCommand,
  ): Promise<void> {
    await this.world.start(process, `${command.type} of ${short(transferId)}`, async () => {
      await process.transfers.decide(transferId, { kind: 'staff', id: 'desk' }, command);
    });
  }

  private async request(process: FlipProcess, { uid, key, send, card, acknowledged }: Wish): Promise<void> {
    const agreedTotalCents = feesOf(send.amountCents, 'card-3pct-plus-30c').totalCents;
    const what = `sender sends ${send.amountCents} by ${send.platform} with ${card?.paymentMethodRef ?? 'no card'}, ${key}`;
    await this.world.start(process, what, async () => {
      const attempt = { send, agreedTotalCents };
      const event = await process.attempts.execute(new AttemptTransfer(uid, key, attempt));
      if (!event) return 'nothing was recorded';
      const chosen = card && { card, requestId: 'request' };
      await process.transfers.pay(termsOf(event), chosen);
      acknowledged.add(event.data.transferId);
      return `acknowledged as ${short(event.data.transferId)}`;
    });
  }

  private async withTransfer(
    number: number,
    work: (transferId: string, uid: string) => Promise<void>,
  ): Promise<void> {
    const ids = this.world.transferIds;
    if (ids.length === 0) return;
    const transferId = pick(ids, number);
    const { terms } = this.world.stateOf(transferId);
    if (terms) await work(transferId, terms.uid);
  }

  /** "Too late" names the instant of the payout, or of the end. */
  private tooLate(transferId: string, { params }: DomainError): void {
    const { payout, endedAt } = this.world.stateOf(transferId);
    const since = payout?.submittedAt ?? endedAt;
    if (!since || params['at'] !== since) this.world.violated(`too late since ${String(params['at'])}`);
  }
}

const isOfDesk = (terms: Terms | null): boolean => terms !== null && payoutRouteOf(terms.platform) === 'desk';

const isClaimable = (state: LifecycleState): boolean =>
  (state.stage === 'captured' && isOfDesk(state.terms) && !state.payout) || canBeClaimedAgain(state);
const short = (transferId: string): string => transferId.slice(0, 4);

function cardOf(paymentMethodRef: string): PaymentCard {
  return {
    paymentMethodRef,
    customerRef: null,
    brand: 'visa',
    last4: '5556',
    expMonth: 8,
    expYear: 2029,
    funding: 'debit',
    saveCard: false,
  };
}
