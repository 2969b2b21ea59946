import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { errorCode } from '../../kernel/error-code.js';
import { StoreUnavailable } from './store-unavailable.js';

const UNAVAILABLE = /^SQLITE_(BUSY|LOCKED|IOERR|FULL|CANTOPEN|READONLY|NOMEM|INTERRUPT|PROTOCOL)/;
/** The disk refused a read (IOERR_CORRUPTFS, which libsql has no name for); met by a running statement it is CORRUPT. */
const REFUSED_READ = 'UNKNOWN_SQLITE_ERROR_8458';
const DAMAGED = new RegExp(`^(SQLITE_(CORRUPT|NOTADB)|${REFUSED_READ})`);
/** SQLite keeps a page that it read wrongly: only a new connection reads the file again. */
const RENEWING = new RegExp(`^(SQLITE_(CORRUPT|NOTADB|IOERR)|${REFUSED_READ})`);

/** What to do about a damaged file of the data folder, by its name (docs/operations.md, When Flip refuses its data). */
const REMEDIES: Readonly<Record<string, string>> = {
  'lock.db': 'it has no data: delete it while no server runs',
  'views.db': 'stop the server and delete it with its -wal: the views are built again from the log',
  'events.db': 'put the file back, or restore a backup',
  'vault.db': 'put the file back, or restore a backup',
};

/** The content of a file is not what SQLite wrote. A failing disk looks the same while it is read. */
export class DamagedFile extends StoreUnavailable {
  constructor(file: string, reason: string, options?: ErrorOptions) {
    const remedy = REMEDIES[basename(file)];
    super(`${file}: ${reason}${remedy === undefined ? '' : `; ${remedy}`}`, options);
  }
}

/** A transaction could not be undone: the state of the connection is unknown. */
export class RollbackFailed extends StoreUnavailable {}

/** A JSON value as a file keeps it. @throws DamagedFile, without the text, when it is not JSON */
export function storedJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new DamagedFile(file, 'a stored text is damaged');
  }
}

/** libsql would create it. @throws StoreUnavailable */
export function requireFile(file: string): void {
  if (!existsSync(file)) throw new StoreUnavailable(`${file} does not exist`);
}

/** Whether the connection that met the error must be replaced. */
export const needsRenewal = (error: unknown) => RENEWING.test(errorCode(error));

/** Names the file. One that cannot serve now is StoreUnavailable; any other error stays what it is. */
export function storeError(file: string, error: unknown): unknown {
  // The driver's errors are not always instances of this realm's Error.
  const { message } = Object(error) as { message?: unknown };
  const code = errorCode(error);
  if (typeof message !== 'string' || error instanceof StoreUnavailable) return error;
  const text = `${file}: ${message}`;
  if (DAMAGED.test(code)) return new DamagedFile(file, message, { cause: error });
  if (UNAVAILABLE.test(code) || message.startsWith('ConnectionFailed'))
    return new StoreUnavailable(text, { cause: error });
  if (code.startsWith('SQLITE_')) (error as Error).message = text;
  return error;
}
