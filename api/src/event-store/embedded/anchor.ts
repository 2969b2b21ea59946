import { open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { OWNER_ONLY, syncPath } from '../../config/files.js';
import { errorCode } from '../../config/error-code.js';
import type { Tail } from './hash-chain.js';

/** Longest time between a commit and its anchor. */
export const ANCHOR_INTERVAL_MS = 1_000;

const anchorSchema = z.object({ position: z.int().min(0), chain: z.string() });

/**
 * The end of the log and its hash in a second file, so that a log which lost its end, or was changed, is noticed.
 * Written at most once a second and at close, synced each time.
 */
export class Anchor {
  private latest: Tail | null = null;
  private timer: NodeJS.Timeout | null = null;
  private writing: Promise<void> = Promise.resolve();

  constructor(private readonly file: string) {}

  /** @returns null when there is none yet */
  async read(): Promise<Tail | null> {
    try {
      return anchorSchema.parse(JSON.parse(await readFile(this.file, 'utf8')));
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return null;
      throw error;
    }
  }

  /** Remembers the new end; it is written within ANCHOR_INTERVAL_MS. */
  moved(tail: Tail): void {
    this.latest = tail;
    this.timer ??= setTimeout(() => {
      // A disk that refuses the anchor refuses the next append as well; that one is told to its caller.
      this.flush().catch(() => undefined);
    }, ANCHOR_INTERVAL_MS).unref();
  }

  /** Writes the latest end now. */
  flush(): Promise<void> {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    const tail = this.latest;
    if (!tail) return this.writing;
    this.writing = this.writing.catch(() => undefined).then(() => this.write(tail));
    return this.writing;
  }

  private async write(tail: Tail): Promise<void> {
    const next = `${this.file}.next`;
    const handle = await open(next, 'w', OWNER_ONLY);
    try {
      await handle.writeFile(JSON.stringify(tail));
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(next, this.file);
    await syncPath(dirname(this.file));
  }
}
