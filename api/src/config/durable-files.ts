import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';

/** Mode of files that hold secrets or people's data. */
export const OWNER_ONLY = 0o600;

/** Size and hash of a file. */
export interface FileSum {
  readonly bytes: number;
  readonly sha256: string;
}

/** Size and hash of a file, read in pieces. */
export async function fileSum(path: string): Promise<FileSum> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const part of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(part);
    bytes += part.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** Durable under its name: the content of files first, then the folder that names them. */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
