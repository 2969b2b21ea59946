import { open, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Mode of files that contain secrets or personal data. */
export const OWNER_ONLY = 0o600;

/** Makes a file's content, or the names in a folder, durable. */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Replaces a file durably: after a crash or power loss it has its old or its new content. */
export async function replaceFile(path: string, text: string): Promise<void> {
  // Processes on the same servers may share a data folder.
  const next = `${path}.${process.pid}.next`;
  await writeFile(next, text, { mode: OWNER_ONLY, flush: true });
  await rename(next, path);
  await syncPath(dirname(path));
}
