import type { INestApplicationContext } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { v5 as uuidV5 } from 'uuid';
import { newCommandContext } from '../engine/commands/command-context.js';
import { CommandRunner } from '../engine/commands/command-runner.js';
import { GetCases } from '../features/review/queue/get-cases.query.js';
import { HoldPayment } from '../features/review/standing/hold-payment.command.js';
import { GetCase } from '../features/review/queue/get-case.query.js';
import type { CaseEvent } from '../features/review/cases/case-events.rules.js';
import { WorkCase, type CaseAction } from '../features/review/cases/work-case.command.js';
import { Clock, isoInstant } from '../config/clock.js';
import { Config } from '../config/config.js';
import { Features } from '../event-sourcing/event-sourcing.module.js';
import { EncryptedEventLog } from '../engine/event-store/encrypted-event-log.js';
import { DomainError } from '../kernel/domain-error.js';
import { feesOf } from '../kernel/money/fees.js';
import { termsOf } from '../features/lifecycle/state/lifecycle-events.rules.js';
import type { Terms } from '../features/lifecycle/state/lifecycle-events.rules.js';
import {
  cardsDecider,
  cardsStream,
  type UndatedCardCommand,
} from '../features/payments/cards/cards.decider.js';
import { cardRecordOf } from '../features/payments/cards/cards.js';
import { SavePreferences } from '../features/preferences/save-preferences.command.js';
import { EditRecipients } from '../features/recipients/edit-recipients.command.js';
import { SubscriptionRunner } from '../engine/subscriptions/subscription-runner.js';
import { AttemptTransfer } from '../features/transfers/sending/attempt-transfer.command.js';
import { VerifyDemoSender } from '../features/verification/verify-demo-sender.command.js';
import { factsOf } from './demo-cards.js';
import type { DemoCaseAction, DemoCaseStep } from './demo-cases.js';
import type { DemoAct } from './demo-lives.js';
import type { DemoStep } from './demo-story.js';
import { ANALYST, LEAD, OPERATOR } from './demo-users.js';
import type { ProviderBook } from './provider-book.js';
import { recordLife } from './record-life.js';

/** Longest wait for a saga. */
const SAGA_WAIT_MS = 1_000;
const DAY_MS = 24 * 60 * 60_000;
/** Longest wait for a view. */
const VIEW_WAIT_MS = 10_000;

/** The clock of an application that records the demo story: set to the instant of each step. */
export class StoryClock implements Clock {
  constructor(private nowMs: number) {}

  now(): number {
    return this.nowMs;
  }

  set(ms: number): void {
    this.nowMs = ms;
  }
}

/** State shared by the steps of one recording. */
export interface Story {
  readonly app: INestApplicationContext;
  readonly endMs: number;
  /** Ids of the users who have signed up so far, by email. */
  readonly uids: Map<string, string>;
  /** The terms requested under each key; none for a refused attempt. */
  readonly transfers: Map<string, Terms>;
  readonly book: ProviderBook;
}

/** Records a step through the ordinary commands and deciders; a step recorded before changes nothing. */
export async function recordStep(story: Story, step: Exclude<DemoStep, { type: 'sign-up' }>): Promise<void> {
  const { app } = story;
  const commands = app.get(CommandBus);
  const uid = uidOf(story, step.email);
  switch (step.type) {
    case 'verify':
      await verify(app, uid);
      break;
    case 'prefer':
      await commands.execute(new SavePreferences(uid, step.wanted));
      break;
    case 'card':
      await saveCard(story, uid, step);
      break;
    case 'recipient': {
      const { recipient: name, ...at } = step.recipient;
      const recipientId = uuidV5(at.handle, uid);
      const edit = { type: 'save', recipientId, recipient: { name, ...at }, confirmSimilar: true } as const;
      await commands.execute(new EditRecipients(uid, edit));
      break;
    }
    case 'case':
      await workCase(story, uid, step);
      break;
    case 'hold':
      await hold(story, uid, step);
      break;
    case 'send':
      await send(story, uid, step);
      break;
    case 'life':
      await recordAct(story, uid, step);
  }
}

export async function verify(app: INestApplicationContext, uid: string): Promise<void> {
  await app.get(CommandBus).execute(new VerifyDemoSender(uid));
}

async function saveCard(
  { app, endMs }: Story,
  uid: string,
  { card: demoCard, isDefault }: Extract<DemoStep, { type: 'card' }>,
): Promise<void> {
  const card = cardRecordOf(uid, demoCard.ref, factsOf(demoCard, endMs));
  const { cardId } = card;
  const commands: readonly UndatedCardCommand[] = [
    { type: 'RecordCustomer', customerRef: demoCard.customerRef ?? '' },
    { type: 'SaveCard', card },
    ...(isDefault ? [{ type: 'MakeCardDefault', cardId } as const] : []),
  ];
  for (const command of commands)
    await app.get(CommandRunner, { strict: false }).execute({
      decider: cardsDecider,
      stream: cardsStream(uid),
      command,
      context: newCommandContext({ kind: 'sender', id: uid }),
    });
}

async function send(
  { app, transfers }: Story,
  uid: string,
  { key, send: wanted, isSuspicious }: Extract<DemoStep, { type: 'send' }>,
): Promise<void> {
  const { totalCents } = feesOf(wanted.amountCents, app.get<Config>(Config).FEE_SCHEDULE);
  const attempt = { send: wanted, agreedTotalCents: totalCents };
  const requested = await app
    .get(CommandBus)
    .execute(new AttemptTransfer(uid, key, attempt))
    .catch(ignoreRefusal);
  if (requested) transfers.set(`${uid} ${key}`, termsOf(requested));
  if (isSuspicious) await reacted(app);
}

async function recordAct(
  story: Story,
  uid: string,
  { key, act, beforeMs }: Extract<DemoStep, { type: 'life' }>,
): Promise<void> {
  const { app, endMs, transfers, book } = story;
  const terms = transfers.get(`${uid} ${key}`);
  if (!terms) return;
  const operator = uidOf(story, OPERATOR);
  await recordLife(app, { terms, act, nowMs: endMs - beforeMs, endMs, operator, book });
  // The weekly limit it releases must be dated at that moment.
  if (RELEASING.includes(act.do)) await reacted(app);
}

const RELEASING: readonly DemoAct['do'][] = ['cancelled', 'reserved and cancelled', 'given up', 'not sent'];

/** A refused attempt is part of the story. */
function ignoreRefusal(error: unknown): null {
  if (!(error instanceof DomainError)) throw error;
  return null;
}

/** Works on a case of the sender, unless an interrupted start already did. */
async function workCase(story: Story, uid: string, { nth, by, does }: DemoCaseStep): Promise<void> {
  const { app } = story;
  const staff = uidOf(story, by);
  await settled(app);
  const cases = await Promise.all([true, false].map((reviewed) => casesOf(story, uid, reviewed)));
  const oldest = cases.flat().toSorted((one, other) => (one.createdAt < other.createdAt ? -1 : 1));
  const id = oldest[nth - 1]?.id;
  if (id === undefined) throw new Error(`A sender of the story has no case ${nth}`);
  const { position, steps } = await app.get(GetCase).execute({ id, reader: staff });
  const wasDone = steps.some(
    ({ type, by: who, text }) =>
      type === RECORDED_AS[does.type] && who === staff && (does.text === '' || text === does.text),
  );
  if (!wasDone)
    await app
      .get(CommandBus)
      .execute(new WorkCase(id, staff, actionOf(does, { staff, seen: position, story })));
}

const RECORDED_AS: Readonly<Record<DemoCaseAction['type'], CaseEvent['type']>> = {
  assign: 'CaseAssigned',
  snooze: 'CaseSnoozed',
  note: 'NoteAdded',
  propose: 'OutcomeProposed',
  return: 'ProposalReturned',
  review: 'CaseReviewed',
  approve: 'CaseReviewed',
  reopen: 'CaseReopened',
  report: 'ReportFiled',
};

function actionOf(
  does: DemoCaseAction,
  { staff, seen, story }: { readonly staff: string; readonly seen: string; readonly story: Story },
): CaseAction {
  const { text } = does;
  const nowMs = story.app.get<Clock>(Clock).now();
  switch (does.type) {
    case 'assign':
      return { type: 'assign', assignee: staff };
    case 'note':
      return { type: 'note', text };
    case 'snooze':
      return { type: 'snooze', until: isoInstant(nowMs + does.days * DAY_MS), reason: text };
    case 'review':
      return { type: 'review', outcome: does.outcome, note: text };
    case 'propose':
      return { type: 'propose', outcome: does.outcome, pause: does.pause, reason: text, seen };
    case 'approve':
      return { type: 'approve', seen };
    case 'report':
      return { type: 'report', kind: 'initial', reference: text, filedAt: isoInstant(nowMs) };
    default:
      return { type: does.type, reason: text };
  }
}

/** Holds the transfer for the case that its attempt opened. */
async function hold(
  story: Story,
  uid: string,
  { key, note }: Extract<DemoStep, { type: 'hold' }>,
): Promise<void> {
  const { app, transfers } = story;
  const transferId = transfers.get(`${uid} ${key}`)?.transferId;
  await settled(app);
  const found = (await casesOf(story, uid, false)).find((one) => one.transactionId === transferId);
  if (!found || transferId === undefined) throw new Error(`The transfer ${key} opened no case`);
  const decision = { type: 'PlaceHold', transferId, note } as const;
  await app.get(CommandBus).execute(new HoldPayment(found.id, uidOf(story, LEAD), decision));
}

async function casesOf(story: Story, uid: string, reviewed: boolean) {
  const reader = uidOf(story, ANALYST);
  const { items } = await story.app.get(GetCases).execute({ reader, reviewed, limit: 100 });
  return items.filter((one) => one.uid === uid);
}

function uidOf({ uids }: Story, email: string): string {
  const uid = uids.get(email);
  if (uid === undefined) throw new Error(`${email} has not signed up`);
  return uid;
}

/**
 * Waits until the sagas have reacted to every event, so that what they record is dated at the step. When another process on
 * the same servers runs the sagas instead, the wait times out without an error.
 */
export async function reacted(app: INestApplicationContext): Promise<void> {
  const log = app.get(EncryptedEventLog);
  const runner = app.get(SubscriptionRunner);
  const sagas = runner.status().filter(({ kind }) => kind === 'saga');
  for (let head = await log.head(), seen = ''; head !== seen; seen = head, head = await log.head()) {
    const through = head;
    await Promise.all(sagas.map(({ name }) => runner.reacted(name, through, SAGA_WAIT_MS)));
  }
}

/** Waits until the sagas have reacted to every event and the views include it. */
export async function settled(app: INestApplicationContext): Promise<void> {
  await reacted(app);
  const head = await app.get(EncryptedEventLog).head();
  const runner = app.get(SubscriptionRunner);
  const { projections } = app.get(Features);
  await Promise.all(projections.map((view) => runner.caughtUp(view, head, VIEW_WAIT_MS)));
}
