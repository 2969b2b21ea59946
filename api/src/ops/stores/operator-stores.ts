import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { prepareRuntime, type PreparedRuntime } from '../../config/prepare-runtime.js';
import type { Secrets } from '../../config/runtime.js';
import { SECRETS_FILE } from '../../config/secrets-file.js';
import type { Features } from '../../event-sourcing/event-sourcing.module.js';
import { Codec } from '../../engine/event-store/codec.js';
import { DataKeys } from '../../engine/event-store/data-keys.js';
import {
  openEmbeddedEventStore,
  type EmbeddedEventStore,
} from '../../engine/event-store/embedded/embedded-event-store.js';
import { EncryptedEventLog } from '../../engine/event-store/encrypted-event-log.js';
import { EMBEDDED_FILES } from '../../engine/stores/data-format.js';
import { openEmbedded, requireVaultEnd } from '../../engine/stores/open-embedded.js';
import { serverUrls } from '../../config/config.js';
import { openServers } from '../../engine/stores/open-stores.js';
import { openTogether, type OpenedStores } from '../../engine/stores/opened-stores.js';
import { requireServerFormat } from '../../engine/stores/server-format.js';
import { isMadeWith } from '../../engine/stores/own-secrets.js';
import { AuthenticVault } from '../../engine/vault/authentic-vault.js';
import { openEmbeddedVault } from '../../engine/vault/embedded-vault.js';
import { openEmbeddedViewStore } from '../../engine/view-store/embedded/embedded-view-store.js';
import { firstResponses } from './answering-servers.js';
import { UsageError, type CommandRun } from '../command.js';

/** The stores of a deployment, as a command uses them. */
export interface OperatorStores extends OpenedStores {
  readonly keys: DataKeys;
  /** Checks the log against its hash chain; null where a database server stores the log. */
  readonly verifyChain: EmbeddedEventStore['verifyChain'] | null;
  /** Whether the vault has all its writes; null on servers. @throws ConfigurationError */
  readonly requireVaultEnd: (() => Promise<void>) | null;
  /** The data folder or the servers, for messages. */
  readonly location: string;
}

/**
 * `read` works while a server runs and needs no lock; `exclusive` holds the data folder, so no server may run, and
 * `create` does so also where there are no stores yet.
 */
type Access = 'read' | 'exclusive' | 'create';

/** Runs `work` on the configured stores and closes them. @throws OtherDataFormat, UsageError when there is nothing to open */
export async function withStores<T>(
  { config, dataDir }: CommandRun,
  access: Access,
  work: (stores: OperatorStores, prepared: PreparedRuntime) => Promise<T>,
): Promise<T> {
  requireSecrets(dataDir);
  const servers = serverUrls(config);
  if (access !== 'create' && !servers) requireEventLog(dataDir);
  const prepared = await prepareRuntime(process.env);
  const { secrets } = prepared;
  const opened = servers
    ? {
        ...(await openServers(servers)),
        verifyChain: null,
        requireVaultEnd: null,
        location: 'EventStoreDB and MongoDB',
      }
    : await openFolder(dataDir, secrets, access);
  try {
    if (servers) {
      await firstResponses(opened);
      await requireServerFormat(opened);
    }
    await isMadeWith(opened.vault, { secrets, file: join(dataDir, SECRETS_FILE) });
    const vault = new AuthenticVault(opened.vault, secrets);
    return await work({ ...opened, vault, keys: new DataKeys(vault, secrets) }, prepared);
  } finally {
    await opened.close();
  }
}

/** New secrets decrypt nothing: only a server's first start and an import create them. @throws UsageError */
export function requireSecrets(dataDir: string): void {
  if (!existsSync(join(dataDir, SECRETS_FILE)))
    throw new UsageError(`No ${SECRETS_FILE} in ${dataDir}: FLIP_DATA names the folder`);
}

/** @throws UsageError */
export function requireEventLog(dataDir: string): void {
  if (!existsSync(join(dataDir, EMBEDDED_FILES.events)))
    throw new UsageError(
      `No event log in ${dataDir} (FLIP_DATA), and ESDB_URL and MONGO_URL name no servers`,
    );
}

/** Loads the whole application, which takes a second: only for commands that need what its features declare. */
export async function loadFeatures(): Promise<Features> {
  const { AppModule } = await import('../../app.module.js');
  const { featuresOf } = await import('../../event-sourcing/event-sourcing.module.js');
  return featuresOf(AppModule);
}

/** The log with its personal fields decrypted. */
export async function decryptingLog({ eventStore, keys }: OperatorStores): Promise<EncryptedEventLog> {
  const { events } = await loadFeatures();
  return new EncryptedEventLog(eventStore, new Codec(events, keys));
}

async function openFolder(folder: string, secrets: Secrets, access: Access) {
  const opened = await (access === 'read'
    ? openToRead(folder, secrets)
    : openEmbedded({ ...secrets, folder }));
  return {
    ...opened,
    verifyChain: () => opened.eventStore.verifyChain(),
    requireVaultEnd: () => requireVaultEnd(opened.vault, opened.eventStore),
    location: folder,
  };
}

function openToRead(folder: string, secrets: Secrets) {
  const at = (name: keyof typeof EMBEDDED_FILES) => join(folder, EMBEDDED_FILES[name]);
  const readonly = true;
  return openTogether(async (opened) => ({
    eventStore: opened(await openEmbeddedEventStore({ ...secrets, file: at('events'), readonly })),
    viewStore: opened(openEmbeddedViewStore(at('views'), { readonly })),
    vault: opened(openEmbeddedVault(at('vault'), { readonly })),
  }));
}
