// The contenders of accept-http: the whole application, but nothing follows the log, so that a send is all there is to
// do. With WITHOUT_APPEND what commands decide goes nowhere: no sealing, no log, no disk.
import { AppModule } from '../../dist/api/app.module.js';
import { createLogger } from '../../dist/api/config/logger.js';
import { createServer } from '../../dist/api/http/server.js';
import { prepareRuntime, providerSettings } from '../../dist/api/config/prepare-runtime.js';
import { EncryptedEventLog } from '../../dist/api/event-store/encrypted-event-log.js';
import { SubscriptionRunner } from '../../dist/api/subscriptions/subscription-runner.js';
import { startSimulator } from '../../dist/api/simulator/simulator.js';

const POSITION_DIGITS = 20;
let head = 0;

/** Answers an append as if it had been stored. */
async function pretendToAppend(stream, expected, events) {
  let revision = expected === 'no_stream' ? -1n : expected;
  const recorded = events.map((event) => {
    head += 1;
    revision += 1n;
    const position = String(head).padStart(POSITION_DIGITS, '0');
    return { ...event, stream, revision, position };
  });
  const positions = recorded.map(({ position }) => position);
  return { revision, position: positions.at(-1), positions, recorded };
}

SubscriptionRunner.prototype.start = async () => undefined;
SubscriptionRunner.prototype.stop = async () => undefined;
if (process.env.WITHOUT_APPEND === 'true') EncryptedEventLog.prototype.append = pretendToAppend;

const prepared = await prepareRuntime(process.env);
const simulator = await startSimulator(prepared);
const root = AppModule.forRoot({ ...prepared, providers: providerSettings(prepared, simulator) });
const { config } = prepared;
const app = await createServer(root, config, createLogger(config));
process.once('SIGTERM', () => void simulator.close());
await app.listen({ port: config.PORT, host: config.HOST });
