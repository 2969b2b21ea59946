import {
  type DynamicModule,
  Global,
  Inject,
  Logger,
  Module,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import type { AnyEventDeclaration } from './event-sourcing/event.js';
import type { Clock } from './config/clock.js';
import type { EncryptedEventLog } from './event-store/encrypted-event-log.js';
import { openStores, serverUrls, type Stores } from './stores/open-stores.js';
import { StoreUnavailable } from './config/store-unavailable.js';
import { GuardedVault } from './stores/import-marker.js';
import type { Runtime } from './config/runtime.js';
import { CommandRunner } from './commands/command-runner.js';
import type { AnyProjection, Subscriptions } from './subscriptions/subscriptions.js';
import { SubscriptionRunner } from './subscriptions/subscription-runner.js';
import {
  CLOCK,
  COMMAND_RUNNER,
  CONFIG,
  EVENT_LOG,
  EVENT_STORE,
  PROVIDERS,
  SECRETS,
  SUBSCRIPTIONS,
  VAULT,
  VIEW_STORE,
} from './config/tokens.js';

/** Exit code when the stores are not what they must be: acknowledging anything more would be a lie. */
const EXIT_IO_ERROR = 70;

/** What the rooms bring: their events and their views. */
export interface Rooms {
  readonly eventDeclarations: readonly AnyEventDeclaration[];
  readonly projections: readonly AnyProjection[];
}

const STORES = Symbol('Stores');

/** Stores, runners and clock for every room; opened while Nest starts, never in its preview mode. */
@Global()
@Module({})
export class EngineModule implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(
    @Inject(STORES) private readonly stores: Stores,
    @Inject(SUBSCRIPTIONS) private readonly subscriptions: Subscriptions,
  ) {}

  static forRoot(runtime: Runtime, rooms: Rooms): DynamicModule {
    const part = (token: symbol, from: (stores: Stores) => unknown) => ({
      provide: token,
      inject: [STORES],
      useFactory: from,
    });
    const providers = [
      { provide: CONFIG, useValue: runtime.config },
      { provide: SECRETS, useValue: runtime.secrets },
      { provide: PROVIDERS, useValue: runtime.providers },
      { provide: CLOCK, useValue: runtime.clock },
      part(EVENT_STORE, ({ eventStore }) => eventStore),
      part(VIEW_STORE, ({ viewStore }) => viewStore),
      part(VAULT, ({ vault }) => vault),
      part(EVENT_LOG, ({ eventLog }) => eventLog),
      part(SUBSCRIPTIONS, (stores) => subscriptionsOver(stores, rooms.projections)),
      {
        provide: COMMAND_RUNNER,
        inject: [EVENT_LOG, CLOCK],
        useFactory: (log: EncryptedEventLog, clock: Clock) => new CommandRunner(log, clock),
      },
    ];
    return {
      module: EngineModule,
      providers: [{ provide: STORES, useFactory: () => storesOf(runtime, rooms) }, ...providers],
      exports: providers.map(({ provide }) => provide),
    };
  }

  /** By now every room has registered its sagas. */
  async onApplicationBootstrap(): Promise<void> {
    await this.subscriptions.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.subscriptions.stop();
    await this.stores.close();
  }
}

async function storesOf({ config, secrets }: Runtime, { eventDeclarations }: Rooms): Promise<Stores> {
  const failed = (error: Error) => {
    new Logger('Stores').fatal(error.message);
    process.exit(EXIT_IO_ERROR);
  };
  const stores = await openStores({
    folder: config.FLIP_DATA,
    servers: serverUrls(config),
    keyEncryptionKey: secrets.keyEncryptionKey,
    declarations: eventDeclarations,
    guard: (vault) => new GuardedVault(vault, failed),
    failed,
  });
  try {
    await stores.vault.ready();
  } catch (error) {
    // A server starts while its vault is away; the guard goes on asking.
    if (error instanceof StoreUnavailable) return stores;
    await stores.close();
    throw error;
  }
  return stores;
}

function subscriptionsOver(stores: Stores, projections: readonly AnyProjection[]): Subscriptions {
  const { eventLog, viewStore, vault } = stores;
  const runner = new SubscriptionRunner({ log: eventLog, views: viewStore, vault });
  for (const projection of projections) runner.addProjection(projection);
  return runner;
}
