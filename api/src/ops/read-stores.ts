import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Codec } from '../event-store/codec.js';
import {
  openEmbeddedEventStore,
  type EmbeddedEventStore,
} from '../event-store/embedded/embedded-event-store.js';
import type { EventStore } from '../event-store/event-store.port.js';
import { EMBEDDED_FILES } from '../stores/data-format.js';
import { openServers, serverUrls } from '../stores/open-stores.js';
import type { OpenedStores } from '../stores/opened-stores.js';
import type { PreparedRuntime } from '../config/prepare-runtime.js';
import { EncryptedEventLog } from '../event-store/encrypted-event-log.js';
import { DataKeys } from '../event-store/data-keys.js';
import { openEmbeddedVault } from '../vault/embedded-vault.js';
import type { Vault } from '../vault/vault.port.js';
import { openEmbeddedViewStore } from '../view-store/embedded/embedded-view-store.js';
import type { ViewStore } from '../view-store/view-store.port.js';
import type { Features } from '../event-sourcing/event-sourcing.module.js';
import { UsageError } from './operator-command.js';

/** The stores of a deployment, opened to look at them beside running servers. */
export interface ReadStores {
  readonly events: EventStore;
  /** Checks the log against its hash chain; null where a server keeps the log. */
  readonly verifyChain: EmbeddedEventStore['verifyChain'] | null;
  readonly views: ViewStore;
  readonly vault: Vault;
  readonly log: EncryptedEventLog;
  close(): Promise<void>;
}

type Opened = OpenedStores & Pick<ReadStores, 'verifyChain'>;

/** Needs no lock and writes nothing to log or views. @throws UsageError when the folder holds no log */
export async function openStoresToRead(
  { config, dataDir, secrets }: Pick<PreparedRuntime, 'config' | 'dataDir' | 'secrets'>,
  features: Features,
): Promise<ReadStores> {
  const servers = serverUrls(config);
  const opened = servers ? { ...(await openServers(servers)), verifyChain: null } : await openFolder(dataDir);
  const { eventStore, viewStore, vault, verifyChain } = opened;
  await viewStore.declare(features.projections);
  const codec = new Codec(features.events, new DataKeys(vault, secrets.keyEncryptionKey));
  const log = new EncryptedEventLog(eventStore, codec);
  return { events: eventStore, verifyChain, views: viewStore, vault, log, close: () => opened.close() };
}

async function openFolder(dataDir: string): Promise<Opened> {
  const file = (name: keyof typeof EMBEDDED_FILES) => join(dataDir, EMBEDDED_FILES[name]);
  if (!existsSync(file('events')))
    throw new UsageError(`No event log in ${dataDir}; FLIP_DATA names the folder`);
  const eventStore = await openEmbeddedEventStore({ file: file('events'), readonly: true });
  const viewStore = openEmbeddedViewStore(file('views'), { readonly: true });
  const vault = openEmbeddedVault(file('vault'));
  const close = async () => {
    await viewStore.close();
    await eventStore.close();
    await vault.close();
  };
  return { eventStore, viewStore, vault, close, verifyChain: () => eventStore.verifyChain() };
}
