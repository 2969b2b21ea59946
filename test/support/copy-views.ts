import { readFile, writeFile } from 'node:fs/promises';
import { errorCode } from '../../api/src/kernel/error-code.js';

/** Copies a database at one moment, as a kill would leave it: no checkpoint runs during the copy. */
export async function copyViews(file: string, copy: string): Promise<void> {
  // Not copyFile: it hangs when the file shrinks during the copy.
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
