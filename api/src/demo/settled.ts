import type { INestApplicationContext } from '@nestjs/common';
import { EncryptedEventLog } from '../engine/event-store/encrypted-event-log.js';
import { SubscriptionRunner } from '../engine/subscriptions/subscription-runner.js';
import { Features } from '../event-sourcing/event-sourcing.module.js';

/** Longest wait for a saga: the next step of the story needs what it does. */
const SAGA_WAIT_MS = 5_000;
/** Longest wait for a view. */
const VIEW_WAIT_MS = 10_000;

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
