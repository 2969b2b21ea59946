// The contenders of accept-http: the whole application, but nothing follows the log, so that a send is all there is to
// do. With WITHOUT_APPEND what commands decide goes nowhere: no sealing, no log, no disk.
import { AppModule } from '../../dist/api/app.module.js';
import { createLogger } from '../../dist/api/config/logger.js';
import { createServer } from '../../dist/api/http/server.js';
import { prepareRuntime, providerSettings } from '../../dist/api/config/prepare-runtime.js';
import { CommandRunner } from '../../dist/api/commands/command-runner.js';
import { Clock } from '../../dist/api/config/clock.js';
import { EncryptedEventLog } from '../../dist/api/event-store/encrypted-event-log.js';
import { SubscriptionRunner } from '../../dist/api/subscriptions/subscription-runner.js';
import { startSimulator } from '../../dist/api/simulator/simulator.js';

const POSITION_DIGITS = 20;
let head = 0;

/** Reads the log, and answers appends as if they had been stored. */
function withoutAppend(log) {
  const recordedAt =
    (stream, revision) =>
    ({ id, event, metadata }) => {
      head += 1;
      const place = {
        stream,
        revision: (revision += 1n),
        position: String(head).padStart(POSITION_DIGITS, '0'),
      };
      const { schemaVersion } = log.declarations.get(event.type);
      return { id, ...event, ...place, metadata: { schemaVersion, ...metadata } };
    };
  return {
    declarations: log.declarations,
    store: log.store,
    read: (stream, options) => log.read(stream, options),
    follow: (options) => log.follow(options),
    head: () => log.head(),
    async append(stream, expected, events) {
      const recorded = events.map(recordedAt(stream, expected === 'no_stream' ? -1n : expected));
      const positions = recorded.map(({ position }) => position);
      return { revision: recorded.at(-1).revision, position: positions.at(-1), positions, recorded };
    },
  };
}

/** Consumers that never start. */
function withoutFollowers(subscriptions) {
  return Object.assign(subscriptions, { start: async () => undefined, stop: async () => undefined });
}

function changed(provider) {
  if (provider.provide === SubscriptionRunner)
    return { ...provider, useFactory: (stores) => withoutFollowers(provider.useFactory(stores)) };
  if (provider.provide !== CommandRunner || process.env.WITHOUT_APPEND !== 'true') return provider;
  return {
    provide: CommandRunner,
    inject: [EncryptedEventLog, Clock],
    useFactory: (log, clock) => new CommandRunner(withoutAppend(log), clock),
  };
}

const prepared = await prepareRuntime(process.env);
const simulator = await startSimulator(prepared);
const root = AppModule.forRoot({ ...prepared, providers: providerSettings(prepared, simulator) });
const [infrastructure] = root.imports;
infrastructure.providers = infrastructure.providers.map(changed);
const { config } = prepared;
const app = await createServer(root, config, createLogger(config));
process.once('SIGTERM', () => void simulator.close());
await app.listen({ port: config.PORT, host: config.HOST });
