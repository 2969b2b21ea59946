import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { EventLog } from '../infrastructure/event-log.js';
import { Codec } from '../infrastructure/event-store/codec.js';
import { openEmbeddedEventStore, type EmbeddedEventStore } from '../infrastructure/event-store/embedded.js';
import type { EventStore } from '../infrastructure/event-store/event-store.port.js';
import { EMBEDDED_FILES } from '../infrastructure/open-embedded.js';
import { openServers, serverUrls } from '../infrastructure/open-stores.js';
import type { OpenedStores } from '../infrastructure/opened-stores.js';
import type { PreparedRuntime } from '../infrastructure/prepare-runtime.js';
import { SealedEventLog } from '../infrastructure/sealed-event-log.js';
import { DataKeys } from '../infrastructure/vault/data-keys.js';
import { openEmbeddedVault } from '../infrastructure/vault/embedded.js';
import type { Vault } from '../infrastructure/vault/vault.port.js';
import { openEmbeddedViewStore } from '../infrastructure/view-store/embedded.js';
import type { ViewStore } from '../infrastructure/view-store/view-store.port.js';
import { eventDeclarations, projections } from '../rooms.js';
import { UsageError } from './operator-command.js';

/** The stores of a deployment, opened to look at them beside running servers. */
export interface ReadStores {
  readonly events: EventStore;
  /** Checks the log against its hash chain; null where a server keeps the log. */
  readonly verifyChain: EmbeddedEventStore['verifyChain'] | null;
  readonly views: ViewStore;
  readonly vault: Vault;
  readonly log: EventLog;
  close(): Promise<void>;
}

type Opened = OpenedStores & Pick<ReadStores, 'verifyChain'>;

/** Needs no lock and writes nothing to log or views. @throws UsageError when the folder holds no log */
export async function openStoresToRead({
  config,
  dataDir,
  secrets,
}: Pick<PreparedRuntime, 'config' | 'dataDir' | 'secrets'>): Promise<ReadStores> {
  const servers = serverUrls(config);
  const opened = servers ? { ...(await openServers(servers)), verifyChain: null } : await openFolder(dataDir);
  const { eventStore, viewStore, vault, verifyChain } = opened;
  await viewStore.declare(projections);
  const codec = new Codec(eventDeclarations, new DataKeys(vault, secrets.keyEncryptionKey));
  const log = new SealedEventLog(eventStore, codec);
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
