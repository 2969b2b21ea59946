import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { EventLog } from '../infrastructure/event-log.js';
import { Codec } from '../infrastructure/event-store/codec.js';
import { openEmbeddedEventStore, type EmbeddedEventStore } from '../infrastructure/event-store/embedded.js';
import { EMBEDDED_FILES } from '../infrastructure/open-stores.js';
import type { Secrets } from '../infrastructure/runtime.js';
import { SealedEventLog } from '../infrastructure/sealed-event-log.js';
import { DataKeys } from '../infrastructure/vault/data-keys.js';
import { openEmbeddedVault } from '../infrastructure/vault/embedded.js';
import type { Vault } from '../infrastructure/vault/vault.port.js';
import { openEmbeddedViewStore } from '../infrastructure/view-store/embedded.js';
import type { ViewStore } from '../infrastructure/view-store/view-store.port.js';
import { eventDeclarations, projections } from '../rooms.js';
import { UsageError } from './operator-command.js';

/** The stores of a data folder, opened to look at them beside a running server. */
export interface ReadStores {
  readonly events: EmbeddedEventStore;
  readonly views: ViewStore;
  readonly vault: Vault;
  readonly log: EventLog;
  close(): Promise<void>;
}

/** Needs no lock and writes nothing to log or views. @throws UsageError when the folder holds no log */
export async function openStoresToRead(dataDir: string, secrets: Secrets): Promise<ReadStores> {
  const file = (name: keyof typeof EMBEDDED_FILES) => join(dataDir, EMBEDDED_FILES[name]);
  if (!existsSync(file('events')))
    throw new UsageError(`No event log in ${dataDir}; FLIP_DATA names the folder`);
  const events = await openEmbeddedEventStore({ file: file('events'), readonly: true });
  const views = openEmbeddedViewStore(file('views'), { readonly: true });
  const vault = openEmbeddedVault(file('vault'));
  await views.declare(projections);
  const log = new SealedEventLog(
    events,
    new Codec(eventDeclarations, new DataKeys(vault, secrets.keyEncryptionKey)),
  );
  const close = async () => {
    await views.close();
    await events.close();
    await vault.close();
  };
  return { events, views, vault, log, close };
}
