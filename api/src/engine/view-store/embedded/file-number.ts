import { closeSync, openSync, readSync } from 'node:fs';
import { errorCode } from '../../../kernel/error-code.js';

/** Place of `application_id` in the header of a SQLite file. */
const NUMBER_OFFSET = 68;
const NUMBER_BYTES = 4;

/**
 * The number of a file of views as its own header has it, whatever a write-ahead log says; null for one that is new or has
 * none. Before SQLite opens the file in this process: closing a descriptor releases the locks that it has there.
 */
export function fileNumber(file: string): number | null {
  const bytes = Buffer.alloc(NUMBER_BYTES);
  try {
    const descriptor = openSync(file, 'r');
    try {
      readSync(descriptor, bytes, 0, NUMBER_BYTES, NUMBER_OFFSET);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
  return bytes.readInt32BE() || null;
}
