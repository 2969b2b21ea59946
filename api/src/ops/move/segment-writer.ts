import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { fileSum, OWNER_ONLY } from '../../config/durable-files.js';
import { SEGMENT_LINES_LIMIT, type ExportedFile } from './export-format.js';

const NUMBER_DIGITS = 6;

/** Writes lines of JSON into numbered files of a folder, each synced and hashed once it is full. */
export class SegmentWriter {
  private readonly files: ExportedFile[] = [];
  private handle: FileHandle | null = null;
  private lines = 0;

  constructor(
    private readonly folder: string,
    private readonly prefix: 'events' | 'vault',
  ) {}

  async add(items: readonly object[]): Promise<void> {
    for (let start = 0; start < items.length;) {
      this.handle ??= await open(join(this.folder, this.name), 'wx', OWNER_ONLY);
      const some = items.slice(start, start + SEGMENT_LINES_LIMIT - this.lines);
      await this.handle.appendFile(some.map((item) => `${JSON.stringify(item)}\n`).join(''));
      this.lines += some.length;
      start += some.length;
      if (this.lines >= SEGMENT_LINES_LIMIT) await this.endSegment();
    }
  }

  /** @returns what was written, in order */
  async finish(): Promise<readonly ExportedFile[]> {
    await this.endSegment();
    return this.files;
  }

  /** Lets go of a segment that nobody will finish. */
  async close(): Promise<void> {
    await this.handle?.close();
    this.handle = null;
  }

  private get name(): string {
    return `${this.prefix}-${String(this.files.length + 1).padStart(NUMBER_DIGITS, '0')}.ndjson`;
  }

  private async endSegment(): Promise<void> {
    if (!this.handle) return;
    await this.handle.sync();
    await this.handle.close();
    this.handle = null;
    this.lines = 0;
    const { name } = this;
    this.files.push({ name, ...(await fileSum(join(this.folder, name))) });
  }
}
