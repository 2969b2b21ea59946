import { pathToFileURL } from 'node:url';

/** SQLite's own access to files. */
const FILE_ACCESS = process.platform === 'win32' ? 'win32' : 'unix';

/**
 * What libsql opens a file by. Given a plain path it reads through its encryption layer, which takes a read that the
 * disk refused for a success (docs/adr/0002-embedded-stores-and-group-commit.md).
 */
export const sqliteAddress = (file: string) => `${pathToFileURL(file).href}?vfs=${FILE_ACCESS}`;
