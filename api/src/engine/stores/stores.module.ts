import { join } from 'node:path';
import {
  Global,
  Inject,
  type InjectionToken,
  Logger,
  Module,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { Config, serverUrls } from '../../config/config.js';
import { SECRETS_FILE } from '../../config/secrets-file.js';
import { Secrets } from '../../config/runtime.js';
import { DamagedFile } from '../storage/sqlite-errors.js';
import { StoreUnavailable } from '../storage/store-unavailable.js';
import { Features } from '../../event-sourcing/event-sourcing.module.js';
import { DataKeys } from '../event-store/data-keys.js';
import { EncryptedEventLog } from '../event-store/encrypted-event-log.js';
import { EventStore } from '../event-store/event-store.port.js';
import { AttemptLimiter } from '../vault/attempt-limiter.js';
import { Vault } from '../vault/vault.port.js';
import { ViewStore } from '../view-store/view-store.port.js';
import { requireOwnStores } from './own-secrets.js';
import { GuardedVault } from './import-marker.js';
import { openStores, type Stores } from './open-stores.js';

/** Exit code when the stores are damaged or replaced: accepting another event could lose it. */
const EXIT_IO_ERROR = 70;

const STORES = Symbol('Stores');

const part = (provide: InjectionToken, from: (stores: Stores) => unknown) => ({
  provide,
  inject: [STORES],
  useFactory: from,
});

/** The event log, the views and the vault with its counters; opened while Nest starts, never in its preview mode. */
@Global()
@Module({
  providers: [
    { provide: STORES, inject: [Config, Secrets, Features], useFactory: openForServer },
    part(EventStore, ({ eventStore }) => eventStore),
    part(ViewStore, ({ viewStore }) => viewStore),
    part(Vault, ({ vault }) => vault),
    part(EncryptedEventLog, ({ eventLog }) => eventLog),
    part(DataKeys, ({ keys }) => keys),
    AttemptLimiter,
  ],
  exports: [EventStore, ViewStore, Vault, EncryptedEventLog, DataKeys, AttemptLimiter],
})
export class StoresModule implements OnApplicationShutdown {
  constructor(@Inject(STORES) private readonly stores: Stores) {}

  async onApplicationShutdown(): Promise<void> {
    await this.stores.close();
  }
}

async function openForServer(config: Config, secrets: Secrets, features: Features): Promise<Stores> {
  const { events, prefixes, subjects } = features;
  const { TEST_MODE: testMode, FLIP_DATA: folder } = config;
  const own = { secrets, file: join(folder, SECRETS_FILE), testMode };
  const failed = (error: Error) => {
    new Logger('Stores').fatal(error.message);
    process.exit(EXIT_IO_ERROR);
  };
  const servers = serverUrls(config);
  const stores = await openStores({
    folder,
    servers,
    keyEncryptionKey: secrets.keyEncryptionKey,
    declarations: events,
    subjects,
    guard: ({ vault, eventStore }) =>
      new GuardedVault(
        vault,
        () => requireOwnStores({ vault, eventStore, prefixes, onServers: servers !== null }, own),
        failed,
      ),
    failed,
  });
  try {
    await stores.vault.ready();
  } catch (error) {
    // A server starts while its vault is unavailable; the guard keeps checking.
    if (error instanceof StoreUnavailable && !(error instanceof DamagedFile)) return stores;
    await stores.close();
    throw error;
  }
  return stores;
}
