import { on } from 'node:events';
import { join } from 'node:path';
import type { MessagePort } from 'node:worker_threads';
import type { Position } from '../../event-sourcing/event.js';
import { openEmbeddedEventStore, type EmbeddedEventStore } from '../event-store/embedded.js';
import { Opening } from '../event-store/opening.js';
import { EMBEDDED_FILES } from '../open-embedded.js';
import { DataKeys } from '../vault/data-keys.js';
import { openEmbeddedVault } from '../vault/embedded.js';
import { pageText } from './page-text.js';

/** The data folder that a log reader reads, and what of its log is wanted. */
export interface LogReaderSettings {
  readonly folder: string;
  readonly keyEncryptionKey: string;
  readonly after: Position;
  /** The place of an event that is there already: nothing is waited for. */
  readonly until: Position;
  readonly prefixes: readonly string[];
}

/** What a log reader is asked for: the next page, or to end. */
export type ReaderRequest = 'page' | 'end';

/**
 * Reads a log and opens what is sealed in it: a page for each that is asked for. It looks at log and vault as another
 * process would, so whatever holds between two processes holds here.
 * @throws StoreUnavailable
 */
export async function readLog(port: MessagePort, settings: LogReaderSettings): Promise<void> {
  const { folder, keyEncryptionKey } = settings;
  const requests: AsyncIterable<ReaderRequest[]> = on(port, 'message');
  const vault = openEmbeddedVault(join(folder, EMBEDDED_FILES.vault), { readonly: true });
  const log = await openEmbeddedEventStore({ file: join(folder, EMBEDDED_FILES.events), readonly: true });
  try {
    const opening = new Opening(new DataKeys(vault, keyEncryptionKey));
    await answer(port, { requests, opening, pages: pagesOf(log, settings), until: settings.until });
  } finally {
    await log.close();
    await vault.close();
    port.close();
  }
}

interface Reading {
  readonly requests: AsyncIterable<ReaderRequest[]>;
  readonly opening: Opening;
  readonly pages: ReturnType<typeof pagesOf>;
  readonly until: Position;
}

async function answer(port: MessagePort, { requests, opening, pages, until }: Reading): Promise<void> {
  for await (const [request] of requests) {
    const next = request === 'page' ? await pages.next() : null;
    if (!next || next.done) return;
    const { events, through } = next.value;
    port.postMessage(pageText(through, await opening.open(events)));
    if (through >= until) return;
  }
}

/** Ends when the log is closed. */
function pagesOf(log: EmbeddedEventStore, { after, prefixes }: LogReaderSettings) {
  const { signal } = new AbortController();
  return log.follow({ after, prefixes, signal })[Symbol.asyncIterator]();
}
