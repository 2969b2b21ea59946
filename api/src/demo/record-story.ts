import { setTimeout as pause } from 'node:timers/promises';
import type { INestApplicationContext } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { AccountDirectory } from '../accounts/account-directory.js';
import { GetCases } from '../compliance/get-cases.query.js';
import { ReviewCase } from '../compliance/review-case.command.js';
import type { Clock } from '../config/clock.js';
import { Config } from '../config/config.js';
import { EncryptedEventLog } from '../event-store/encrypted-event-log.js';
import { DomainError } from '../kernel/domain-error.js';
import { feesOf } from '../kernel/fees.js';
import { SavePreferences } from '../preferences/save-preferences.command.js';
import { SubscriptionRunner } from '../subscriptions/subscription-runner.js';
import { AttemptTransfer } from '../transfers/attempt-transfer.command.js';
import { VerifyDemoSender } from '../verification/verify-demo-sender.command.js';
import type { DemoStep } from './demo-story.js';
import { ANALYST } from './demo-users.js';

const SETTLE_EVERY_MS = 2;
const SETTLE_ATTEMPTS = 500;

/** The clock of an application that records the demo story: it shows the instant of the step. */
export class StoryClock implements Clock {
  constructor(private nowMs: number) {}

  now(): number {
    return this.nowMs;
  }

  set(ms: number): void {
    this.nowMs = ms;
  }
}

/** Records a step through the ordinary commands, under `key`; one that was recorded before changes nothing. */
export async function recordStep(
  app: INestApplicationContext,
  step: Exclude<DemoStep, { type: 'sign-up' }>,
  key: string,
): Promise<void> {
  const commands = app.get(CommandBus);
  const uid = await uidOf(app, step.email);
  switch (step.type) {
    case 'verify':
      await commands.execute(new VerifyDemoSender(uid));
      break;
    case 'prefer':
      await commands.execute(new SavePreferences(uid, step.wanted));
      break;
    case 'review':
      await review(app, uid, step);
      break;
    case 'send': {
      const { totalCents } = feesOf(step.send.amountCents, app.get<Config>(Config).FEE_SCHEDULE);
      const attempt = { send: step.send, agreedTotalCents: totalCents };
      await commands.execute(new AttemptTransfer(uid, key, attempt)).catch(ignoreRefusal);
      if (step.isSuspicious) await settled(app);
    }
  }
}

/** A refused attempt is part of the story. */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof DomainError)) throw error;
}

/** Closes the sender's open case, unless an interrupted start has. */
async function review(
  app: INestApplicationContext,
  uid: string,
  { cases, review: outcome }: Extract<DemoStep, { type: 'review' }>,
): Promise<void> {
  const reader = await uidOf(app, ANALYST);
  const of = async (reviewed: boolean) => {
    const { items } = await app.get(QueryBus).execute(new GetCases({ reader, reviewed, limit: 100 }));
    return items.filter((one) => one.uid === uid);
  };
  if ((await of(true)).length >= cases) return;
  for (const { id } of await of(false))
    await app.get(CommandBus).execute(new ReviewCase(id, reader, outcome));
}

async function uidOf(app: INestApplicationContext, email: string): Promise<string> {
  const uid = await app.get(AccountDirectory, { strict: false }).claimantOf(email);
  if (uid === null) throw new Error(`${email} has no account`);
  return uid;
}

/**
 * Waits until views and sagas have processed every event, so that what they record belongs to the step's time. Beside
 * another process on the same servers, which may do it instead, the wait ends without that.
 */
export async function settled(app: INestApplicationContext): Promise<void> {
  const log = app.get(EncryptedEventLog);
  const runner = app.get(SubscriptionRunner);
  for (let attempt = 0; attempt < SETTLE_ATTEMPTS; attempt += 1) {
    const head = await log.head();
    if (runner.status().every(({ through }) => through >= head)) return;
    await pause(SETTLE_EVERY_MS);
  }
}
