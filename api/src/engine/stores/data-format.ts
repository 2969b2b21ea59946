import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { DATA_FORMAT } from '../event-store/embedded/schema.js';

/** Files of the embedded stores in the data folder. */
export const EMBEDDED_FILES = { events: 'events.db', views: 'views.db', vault: 'vault.db' } as const;
/** Next to them: the end of the log. */
export const ANCHOR_FILE = `${EMBEDDED_FILES.events}.anchor`;

/** Header of a SQLite file: its beginning, and the place of `user_version`. */
const HEADER_BYTES = 100;
const HEADER_START = 'SQLite format 3\0';
const USER_VERSION_OFFSET = 60;

/** The format of a store and the one that this version reads; `instead` names an alternative. */
interface Formats {
  readonly found: number | string;
  readonly read: number;
  readonly instead: string;
}

/** The data was written by another version of Flip. */
export class OtherDataFormat extends Error {
  override readonly name = 'OtherDataFormat';
  constructor(store: string, { found, read, instead }: Formats) {
    const todo = `use the version that wrote it, or ${instead}`;
    super(`${store} has data format ${found}, this version reads format ${read}: ${todo}`);
  }
}

/**
 * Logs with a header that was read. Closing a descriptor releases every lock that SQLite has on the file in this process, after
 * which another process could remove the write-ahead log under a running server: the header is read once, before SQLite.
 */
const checked = new Set<string>();

/** Reads one file header only: SQLite itself would change files when it opens them. @throws OtherDataFormat */
export function requireDataFormat(folder: string): void {
  const file = join(folder, EMBEDDED_FILES.events);
  if (checked.has(file)) return;
  const format = dataFormat(file);
  if (format !== null && format !== DATA_FORMAT)
    throw new OtherDataFormat(`FLIP_DATA ${folder}`, {
      found: format,
      read: DATA_FORMAT,
      instead: 'an empty folder',
    });
  checked.add(file);
}

/** null when there is no log yet, or the file is not a database: opening it reports that. */
function dataFormat(file: string): number | null {
  if (!existsSync(file)) return null;
  const header = Buffer.alloc(HEADER_BYTES);
  const descriptor = openSync(file, 'r');
  try {
    readSync(descriptor, header, 0, HEADER_BYTES, 0);
  } finally {
    closeSync(descriptor);
  }
  if (header.toString('latin1', 0, HEADER_START.length) !== HEADER_START) return null;
  // Format 1 left the number unset.
  return header.readUInt32BE(USER_VERSION_OFFSET) || 1;
}
