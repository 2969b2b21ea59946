import type { INestApplicationContext } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { v5 as uuidV5 } from 'uuid';
import { CommandRunner } from '../engine/commands/command-runner.js';
import { GetCases } from '../features/review/queue/get-cases.query.js';
import { JudgeSender } from '../features/review/standing/judge-sender.command.js';
import { AccountDirectory } from '../features/accounts/account/account-directory.js';
import { CloseOwnAccount } from '../features/accounts/closing/close-account.command.js';
import { HoldPayment } from '../features/review/standing/hold-payment.command.js';
import { GetCase } from '../features/review/queue/get-case.query.js';
import type { CaseEvent } from '../features/review/cases/case-events.rules.js';
import { WorkCase, type CaseAction } from '../features/review/cases/work-case.command.js';
import { Clock, isoInstant } from '../config/clock.js';
import { Config } from '../config/config.js';
import { feesOf } from '../kernel/money/fees.js';
import { Transfers } from '../features/lifecycle/state/transfers.js';
import { ChangeCard } from '../features/payments/cards/change-card.command.js';
import { SaveCard } from '../features/payments/cards/save-card.command.js';
import { SavePreferences } from '../features/preferences/save-preferences.command.js';
import { EditRecipients } from '../features/recipients/edit-recipients.command.js';
import { ShareLinks } from '../features/receipts/share-links.js';
import { transferIdOf } from '../features/transfers/sending/attempt-transfer.command.js';
import { SendMoney } from '../features/transfers/sending/send-money.command.js';
import { RefreshInquiry } from '../features/verification/refresh-inquiry.command.js';
import { SubmitKyc } from '../features/verification/submit-kyc.command.js';
import { senderStream, verificationDecider } from '../features/verification/verification.decider.js';
import { frameFieldsOf } from './demo-cards.js';
import type { DemoCaseAction, DemoCaseStep } from './demo-cases.js';
import type { DemoStep } from './demo-story.js';
import { ANALYST, LEAD, OPERATOR } from './demo-users.js';
import { cardUserOf, ignoreRefusal, playAct } from './record-life.js';
import { reacted, settled } from './settled.js';
import type { StorySimulator } from './story-simulator.js';

const DAY_MS = 24 * 60 * 60_000;

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
  readonly simulator: StorySimulator;
}

/** Records a step through the ordinary commands and deciders; a step recorded before changes nothing. */
export async function recordStep(story: Story, step: Exclude<DemoStep, { type: 'sign-up' }>): Promise<void> {
  const uid = uidOf(story, step.email);
  switch (step.type) {
    case 'check':
      await check(story, uid, step);
      break;
    case 'case':
      await workCase(story, uid, step);
      break;
    case 'hold':
      await hold(story, uid, step);
      break;
    case 'legal-hold':
      await placeLegalHold(story, uid, step);
      break;
    case 'close':
      await close(story, uid);
      break;
    case 'send':
      await send(story, uid, step);
      break;
    case 'life':
      await act(story, uid, step);
      break;
    default:
      await save(story, uid, step);
  }
}

/** What a sender keeps for later: preferences, a card, a recipient, or a link to a transfer. */
async function save(
  story: Story,
  uid: string,
  step: Extract<DemoStep, { type: 'prefer' | 'card' | 'recipient' | 'share' }>,
): Promise<void> {
  const { app } = story;
  const commands = app.get(CommandBus);
  switch (step.type) {
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
    default:
      await settled(app);
      await app.get(ShareLinks, { strict: false }).share(uid, transferIdOf(uid, step.key));
  }
}

/** A sender's identity check, of which each has one. */
async function check(
  { app, simulator }: Story,
  uid: string,
  { move }: Extract<DemoStep, { type: 'check' }>,
): Promise<void> {
  const commands = app.get(CommandBus);
  const inquiryId = await app
    .get(CommandRunner, { strict: false })
    .query(verificationDecider, senderStream(uid), ({ latest }) => latest?.inquiryId ?? null);
  if (inquiryId === null) {
    const form = { consent: true, fullName: undefined, locale: 'en' } as const;
    await commands.execute(new SubmitKyc(uid, form));
    return;
  }
  if (move !== 'begin' && move !== 'look') await simulator.post(`control/inquiries/${inquiryId}/${move}`, {});
  await commands.execute(new RefreshInquiry(uid));
}

async function saveCard(
  { app, endMs, simulator }: Story,
  uid: string,
  { card, isDefault }: Extract<DemoStep, { type: 'card' }>,
): Promise<void> {
  const token = await simulator.enterCard(frameFieldsOf(card, endMs));
  const { id } = await app.get(CommandBus).execute(new SaveCard(cardUserOf(uid), token));
  if (isDefault) await app.get(CommandBus).execute(new ChangeCard(uid, id, { isDefault }));
}

/** Without a card, which is chosen on the next page. A refused attempt is part of the story. */
async function send(
  { app }: Story,
  uid: string,
  { key, send: wanted }: Extract<DemoStep, { type: 'send' }>,
): Promise<void> {
  const { totalCents } = feesOf(wanted.amountCents, app.get<Config>(Config).FEE_SCHEDULE);
  const order = { send: wanted, agreedTotalCents: totalCents, choice: null };
  await app
    .get(CommandBus)
    .execute(new SendMoney(cardUserOf(uid), key, order))
    .catch(ignoreRefusal);
  // The cases and holds that follow are dated at the attempt.
  await reacted(app);
}

/** Nothing happens to a transfer that was refused. */
async function act(
  story: Story,
  uid: string,
  { key, act: done, beforeMs }: Extract<DemoStep, { type: 'life' }>,
): Promise<void> {
  const { app, simulator, endMs } = story;
  const transferId = transferIdOf(uid, key);
  const { terms } = await app.get(Transfers, { strict: false }).stateOf(transferId);
  if (!terms) return;
  const operator = uidOf(story, OPERATOR);
  const nowMs = endMs - beforeMs;
  await playAct({ app, simulator, transferId, sender: uid, operator, nowMs, endMs }, done);
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
  const { app } = story;
  const transferId = transferIdOf(uid, key);
  await settled(app);
  const found = (await casesOf(story, uid, false)).find((one) => one.transactionId === transferId);
  if (!found) throw new Error(`The transfer ${key} opened no case`);
  const decision = { type: 'PlaceHold', transferId, note } as const;
  await app.get(CommandBus).execute(new HoldPayment(found.id, uidOf(story, LEAD), decision));
}

/** Nothing happens where it was closed before an interruption. */
async function close({ app }: Story, uid: string): Promise<void> {
  const account = await app.get(AccountDirectory, { strict: false }).byUid(uid);
  if (account?.closedAt === null) await app.get(CommandBus).execute(new CloseOwnAccount(uid));
}

/** Nothing happens where it was placed before an interruption. */
async function placeLegalHold(
  story: Story,
  uid: string,
  { reason }: Extract<DemoStep, { type: 'legal-hold' }>,
): Promise<void> {
  const placed = new JudgeSender('place-legal-hold', { uid, reason }, uidOf(story, LEAD));
  await story.app.get(CommandBus).execute(placed).catch(ignoreRefusal);
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
