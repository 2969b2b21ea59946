import type { INestApplicationContext } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { isoInstant } from '../config/clock.js';
import { CommandRunner } from '../engine/commands/command-runner.js';
import { Payouts } from '../features/lifecycle/payout/payouts.js';
import { Comparison } from '../features/lifecycle/reconcile/comparison.js';
import { AskForDisputes } from '../features/lifecycle/refund/ask-for-disputes.command.js';
import { TransferSteps } from '../features/lifecycle/state/transfer-steps.js';
import { Transfers } from '../features/lifecycle/state/transfers.js';
import { RecordNotice } from '../features/lifecycle/worker/record-notice.command.js';
import { cardsDecider, cardsStream } from '../features/payments/cards/cards.decider.js';
import { WorkDesk, type DeskAction } from '../features/payouts/desk/work-desk.command.js';
import { OwnTransfers } from '../features/transfers/history/own-transfers.js';
import { DomainError } from '../kernel/domain-error.js';
import type { CardChoice } from '../kernel/money/cards.js';
import type { SimulatedPayout } from '../../../simulator/control/simulator-state.js';
import { frameFieldsOf, type DemoCard } from './demo-cards.js';
import type { DemoAct } from './demo-lives.js';
import { reacted } from './settled.js';
import type { StorySimulator } from './story-simulator.js';

/** A transfer of the story, and who acts. */
export interface PlayedTransfer {
  readonly app: INestApplicationContext;
  readonly simulator: StorySimulator;
  readonly transferId: string;
  readonly sender: string;
  readonly operator: string;
  readonly nowMs: number;
  readonly endMs: number;
}

/**
 * Does what a person, a bank or a platform does with a transfer; then the product does what follows from it. An act may be
 * refused when an interrupted start did it.
 */
export async function playAct(transfer: PlayedTransfer, act: DemoAct): Promise<void> {
  await ACTS[act.do](act as never, transfer).catch(ignoreRefusal);
  await advance(transfer);
}

/** @throws all but refusals */
export function ignoreRefusal(error: unknown): void {
  if (!(error instanceof DomainError)) throw error;
}

type Act<Did extends DemoAct['do']> = Extract<DemoAct, { readonly do: Did }>;

const ACTS: {
  readonly [Did in DemoAct['do']]: (act: Act<Did>, transfer: PlayedTransfer) => Promise<unknown>;
} = {
  async pay({ card }, transfer) {
    const { app, sender, transferId, nowMs } = transfer;
    const choice = await choiceOf(card, transfer);
    // A repeat after an interrupted start is the same attempt.
    const request = { choice, requestId: `demo-${nowMs}` };
    await app.get(OwnTransfers, { strict: false }).pay(cardUserOf(sender), transferId, request);
  },
  cancel: (_, { app, sender, transferId }) =>
    app.get(OwnTransfers, { strict: false }).cancel(sender, transferId),
  report: ({ text }, { app, sender, transferId }) =>
    app.get(OwnTransfers, { strict: false }).report(sender, transferId, { key: 'demo', text }),
  claim: (_, transfer) => work(transfer, { do: 'claim' }),
  deliver: (_, transfer) => work(transfer, { do: 'delivered', reference: referenceOf(transfer) }),
  fail: ({ reason }, transfer) => work(transfer, { do: 'failed', reason }),
  move: ({ outcome, value }, { simulator, transferId }) =>
    simulator.post('control/payouts', { settle: transferId, outcome, ...(value !== undefined && { value }) }),
  hear,
  'lose response': (_, { simulator }) =>
    simulator.post('control/payout-failures', { count: 1, failure: 'lost-answer', call: 'create' }),
  async 'fail refund'(_, transfer) {
    await actOnCharge(transfer, 'fail-refund');
    const { app, transferId: id, nowMs } = transfer;
    const state = await transfersOf(transfer).stateOf(id);
    await app.get(Comparison, { strict: false }).compare({ id, state, updatedAt: isoInstant(nowMs) });
  },
  dispute: (_, transfer) => disputed(transfer, 'dispute'),
  'lose dispute': (_, transfer) => disputed(transfer, 'lose'),
  wait: () => Promise.resolve(),
};

/** What the workers would do by now: timers end, and each outstanding call is made until nothing is left to do. */
async function advance({ app, transferId }: PlayedTransfer): Promise<void> {
  const steps = app.get(TransferSteps, { strict: false });
  for (;;) {
    await reacted(app);
    const provider = await steps.next(transferId);
    if (!provider) return;
    await steps.call(transferId, provider);
  }
}

/** A saved card by its id; any other is typed into the processor's frame. */
async function choiceOf(
  card: DemoCard,
  { app, simulator, sender, endMs }: PlayedTransfer,
): Promise<CardChoice> {
  const runner = app.get(CommandRunner, { strict: false });
  const cards = await runner.query(cardsDecider, cardsStream(sender), (state) => state.cards);
  const saved = cards.find(({ last4 }) => card.number.endsWith(last4));
  if (saved) return { cardId: saved.cardId };
  return { cardToken: await simulator.enterCard(frameFieldsOf(card, endMs)), saveCard: false };
}

/** The caller of a command about cards; each sender of the story has a separate network. */
export const cardUserOf = (uid: string) => ({ uid, range: uid });

/** PayPal reports a payout as of when it changed there. */
async function hear(_: Act<'hear'>, { app, simulator, transferId }: PlayedTransfer): Promise<void> {
  const { items } = await simulator.get<{ items: readonly SimulatedPayout[] }>('control/payouts');
  const payout = items.find(({ senderBatchId }) => senderBatchId === transferId);
  if (!payout) throw new Error(`PayPal has no payout of ${transferId}`);
  const { batchId: payoutRef, changedMs, status } = payout;
  const found = await app.get(Payouts, { strict: false }).find({ payoutId: transferId, payoutRef });
  const providerAt = isoInstant(changedMs);
  const data = {
    provider: 'paypal',
    eventId: `WH-${transferId}-${status}`,
    name: `PAYMENT.PAYOUTS-ITEM.${status}`,
    providerAt,
    payoutId: transferId,
    state: { ...found, providerAt },
  } as const;
  await app.get(CommandBus).execute(new RecordNotice({ type: 'PayoutNoticeReceived', data }));
}

async function disputed(transfer: PlayedTransfer, action: 'dispute' | 'lose'): Promise<void> {
  await actOnCharge(transfer, action);
  await transfer.app.get(CommandBus).execute(new AskForDisputes(transfer.transferId));
}

async function actOnCharge(
  transfer: PlayedTransfer,
  action: 'dispute' | 'lose' | 'fail-refund',
): Promise<void> {
  const { payment } = await transfersOf(transfer).stateOf(transfer.transferId);
  await transfer.simulator.post(`control/payments/${payment?.paymentRef ?? ''}/${action}`, {});
}

const work = ({ app, transferId, operator }: PlayedTransfer, action: DeskAction): Promise<void> =>
  app.get(CommandBus).execute(new WorkDesk(transferId, { kind: 'staff', id: operator }, action));

const transfersOf = ({ app }: PlayedTransfer): Transfers => app.get(Transfers, { strict: false });

/** The platform's reference that the operator copies. */
const referenceOf = ({ transferId }: PlayedTransfer): string => transferId.slice(-12).toUpperCase();
