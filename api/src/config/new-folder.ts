import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { CopyRefused } from './copy-refused.js';
import { syncPath } from './durable-files.js';

/**
 * Fills a folder beside `target`, for its owner alone, and gives it that name when all of it is done: half a copy
 * never stands under it. @throws CopyRefused when the target holds anything or lies in the folder that is copied
 */
export async function fillNewFolder<T>(
  target: string,
  copied: string,
  fill: (folder: string) => Promise<T>,
): Promise<T> {
  if (`${resolve(target)}${sep}`.startsWith(`${resolve(copied)}${sep}`))
    throw new CopyRefused('A copy inside the data folder would be lost with it');
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

async function refuseTaken(target: string): Promise<void> {
  if (!existsSync(target)) return;
  const content = await readdir(target).catch(() => {
    throw new CopyRefused(`${target} is not a folder`);
  });
  if (content.length > 0) throw new CopyRefused(`${target} is not empty`);
}
