import { readFile, writeFile } from 'node:fs/promises';
import { errorCode } from '../../api/src/config/error-code.js';

/** Copies what is on disk at one moment, as a stop would leave it: nothing is moved from the log into the file meanwhile. */
export async function copyViews(file: string, copy: string): Promise<void> {
  // Not copyFile: it never ends when its file becomes shorter meanwhile.
  let views = await readFile(file);
  for (;;) {
    const log = await readFile(`${file}-wal`).catch((error: unknown) => {
      if (errorCode(error) !== 'ENOENT') throw error;
      return Buffer.alloc(0);
    });
    const same = await readFile(file);
    if (same.equals(views)) {
      await writeFile(copy, views);
      await writeFile(`${copy}-wal`, log);
      return;
    }
    views = same;
  }
}
