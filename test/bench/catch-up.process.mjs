// Brings all views and the fraud saga from nothing to the head of a log; reports time, CPU time, memory and file size.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { centsOf } from '../../dist/compiled/api/src/kernel/money/money.js';
import { costOf, pick, sumOf } from './figures.mjs';
import { openFolder } from './senders.mjs';
import { buildViews } from './view-builder.mjs';

const KIB = 1_024;

const stores = await openFolder(process.env.FLIP_DATA);
const { eventLog, viewStore } = stores;
const events = Number(await eventLog.head());
let status = [];
const { seconds, cpuSeconds } = await costOf(async () => {
  status = await buildViews(stores);
});
const parked = sumOf(pick(status, 'parked'));
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
