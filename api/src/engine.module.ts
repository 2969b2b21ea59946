import {
  type DynamicModule,
  type InjectionToken,
  Global,
  Inject,
  Logger,
  Module,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import type { AnyEventDeclaration } from './event-sourcing/event.js';
import { Clock } from './config/clock.js';
import { EncryptedEventLog } from './event-store/encrypted-event-log.js';
import { openStores, serverUrls, type Stores } from './stores/open-stores.js';
import { StoreUnavailable } from './config/store-unavailable.js';
import { GuardedVault } from './stores/import-marker.js';
import { ProviderSettings, Secrets, type Runtime } from './config/runtime.js';
import { CommandRunner } from './commands/command-runner.js';
import type { AnyProjection } from './subscriptions/subscriptions.js';
import { SubscriptionRunner } from './subscriptions/subscription-runner.js';
import { Config } from './config/config.js';
import { EventStore } from './event-store/event-store.port.js';
import { Vault } from './vault/vault.port.js';
import { ViewStore } from './view-store/view-store.port.js';

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
    private readonly subscriptions: SubscriptionRunner,
  ) {}

  static forRoot(runtime: Runtime, rooms: Rooms): DynamicModule {
    const part = (token: InjectionToken, from: (stores: Stores) => unknown) => ({
      provide: token,
      inject: [STORES],
      useFactory: from,
    });
    const providers = [
      { provide: Config, useValue: runtime.config },
      { provide: Secrets, useValue: runtime.secrets },
      { provide: ProviderSettings, useValue: runtime.providers },
      { provide: Clock, useValue: runtime.clock },
      part(EventStore, ({ eventStore }) => eventStore),
      part(ViewStore, ({ viewStore }) => viewStore),
      part(Vault, ({ vault }) => vault),
      part(EncryptedEventLog, ({ eventLog }) => eventLog),
      part(SubscriptionRunner, (stores) => subscriptionsOver(stores, rooms.projections)),
      {
        provide: CommandRunner,
        inject: [EncryptedEventLog, Clock],
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

function subscriptionsOver(stores: Stores, projections: readonly AnyProjection[]): SubscriptionRunner {
  const { eventLog, viewStore, vault } = stores;
  const runner = new SubscriptionRunner({ log: eventLog, views: viewStore, vault });
  for (const projection of projections) runner.addProjection(projection);
  return runner;
}
