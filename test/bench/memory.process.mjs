// The whole application without its HTTP listener accepts FLIP_BENCH_SENDS sends; reports the memory afterwards.
import { CommandBus } from '@nestjs/cqrs';
import { AppModule } from '../../dist/compiled/api/src/app.module.js';
import { createLogger } from '../../dist/compiled/api/src/config/logger.js';
import { prepareRuntime, simulatorSettings } from '../../dist/compiled/api/src/config/prepare-runtime.js';
import { providerSettings } from '../../dist/compiled/api/src/config/runtime.js';
import { EncryptedEventLog } from '../../dist/compiled/api/src/engine/event-store/encrypted-event-log.js';
import { createServer } from '../../dist/compiled/api/src/http/edge/server.js';
import { feesOf } from '../../dist/compiled/api/src/kernel/money/fees.js';
import { startSimulator } from '../../dist/simulator/index.js';
import { SubscriptionRunner } from '../../dist/compiled/api/src/engine/subscriptions/subscription-runner.js';
import { AttemptTransfer } from '../../dist/compiled/api/src/features/transfers/sending/attempt-transfer.command.js';
import { drive, randomFrom, SEED, zipf } from './figures.mjs';
import { nextKey } from './requests.mjs';
import { followed, RECIPIENT, sendersOf, verifySenders } from './senders.mjs';

const SENDERS = 10_000;
const IN_FLIGHT = 64;
const PAUSE_EVERY = 20_000;
const AMOUNT_CENTS = 100;

const { FLIP_DATA, FLIP_BENCH_SENDS } = process.env;
const count = Number(FLIP_BENCH_SENDS);
const prepared = await prepareRuntime({ FLIP_DATA, PORT: '0' });
const simulator = await startSimulator(simulatorSettings(prepared));
const root = AppModule.forRoot({ ...prepared, providers: providerSettings(prepared, simulator) });
const { config } = prepared;
const app = await createServer(root, config, createLogger({ ...config, LOG_LEVEL: 'silent' }));
await app.init();
const log = app.get(EncryptedEventLog);
const commands = app.get(CommandBus);
const subscriptions = app.get(SubscriptionRunner);
const uids = sendersOf(SENDERS);
await verifySenders(log, uids);

const rank = zipf(randomFrom(SEED), SENDERS);
const { totalCents } = feesOf(AMOUNT_CENTS, config.FEE_SCHEDULE);
const sending = { send: { ...RECIPIENT, amountCents: AMOUNT_CENTS }, agreedTotalCents: totalCents };
let accepted = 0;

const result = await drive(IN_FLIGHT, count, async (place) => {
  if (await commands.execute(new AttemptTransfer(uids[rank()], nextKey(), sending))) accepted += 1;
  // Views that fall behind for minutes would be a catch-up, which has its own row.
  if (place % PAUSE_EVERY === 0) await followed(log, subscriptions);
});
await followed(log, subscriptions);
const residentMiB = process.memoryUsage.rss() / 2 ** 20;
const problem = accepted === count ? null : `${count - accepted} of ${count} sends were not accepted`;
process.stdout.write(JSON.stringify({ ...result, residentMiB, problem }), () => process.exit(0));
