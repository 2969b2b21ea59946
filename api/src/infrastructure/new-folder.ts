import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { mkdir, mkdtemp, open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** A copy of the stores cannot be relied on, or a place cannot take one. */
export class CopyRefused extends Error {
  override readonly name = 'CopyRefused';
}

/** Size and hash of a file. */
export interface FileSum {
  readonly bytes: number;
  readonly sha256: string;
}

/**
 * Fills a folder beside `target`, for its owner alone, and gives it that name when all of it is done: half a copy
 * never stands under it. @throws CopyRefused when the target holds anything
 */
export async function fillNewFolder<T>(target: string, fill: (folder: string) => Promise<T>): Promise<T> {
  await refuseTaken(target);
  await mkdir(dirname(target), { recursive: true });
  const folder = await mkdtemp(join(dirname(target), `.${basename(target)}.unfinished-`));
  try {
    const result = await fill(folder);
    await syncPath(folder);
    await rename(folder, target);
    await syncPath(dirname(target));
    return result;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
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

async function refuseTaken(target: string): Promise<void> {
  if (!existsSync(target)) return;
  const content = await readdir(target).catch(() => {
    throw new CopyRefused(`${target} is not a folder`);
  });
  if (content.length > 0) throw new CopyRefused(`${target} is not empty`);
}
