// Brings all views and the fraud saga from nothing to the head of a log; reports time, CPU time, memory and file size.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { fraudSaga } from '../../dist/compiled/api/src/features/rules/evaluation/fraud.saga.js';
import { RaiseAlert } from '../../dist/compiled/api/src/features/access/raise-alert.js';
import { RaiseAlertHandler } from '../../dist/compiled/api/src/features/review/cases/raise-alert.handler.js';
import { systemClock } from '../../dist/compiled/api/src/config/clock.js';
import { CommandRunner } from '../../dist/compiled/api/src/engine/commands/command-runner.js';
import { SubscriptionRunner } from '../../dist/compiled/api/src/engine/subscriptions/subscription-runner.js';
import { centsOf } from '../../dist/compiled/api/src/kernel/money/money.js';
import { costOf, pick, sumOf } from './figures.mjs';
import { features, followed, openFolder } from './senders.mjs';

const KIB = 1_024;

const stores = await openFolder(process.env.FLIP_DATA);
const { eventLog, viewStore, vault } = stores;
const events = Number(await eventLog.head());
const alerts = new RaiseAlertHandler(new CommandRunner(eventLog, systemClock), stores.config);
const dispatch = (alert, context) => alerts.execute(new RaiseAlert(alert, context));
const subscriptions = new SubscriptionRunner(
  { log: eventLog, views: viewStore, vault },
  { projections: features.projections, sagas: [{ saga: fraudSaga, dispatch }] },
);

const { seconds, cpuSeconds } = await costOf(async () => {
  await subscriptions.start();
  await followed(eventLog, subscriptions);
});
const parked = sumOf(pick(subscriptions.status(), 'parked'));
await subscriptions.stop();
const peakMiB = process.resourceUsage().maxRSS / KIB;

const found = { rows: 0, sumCents: 0 };
const { live } = await viewStore.generations('transactions');
for await (const { document } of viewStore.scan('transactions', live)) {
  found.rows += 1;
  found.sumCents += centsOf(document.amount);
}
await stores.close();
const fileMiB = statSync(join(process.env.FLIP_DATA, 'views.db')).size / 2 ** 20;
process.stdout.write(JSON.stringify({ events, seconds, cpuSeconds, peakMiB, fileMiB, parked, ...found }));
