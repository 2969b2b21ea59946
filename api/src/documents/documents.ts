import { join } from 'node:path';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { TaskThread } from '../engine/waiting/task-thread.js';
import { DomainError } from '../kernel/domain-error.js';
import type { Paper } from './paper.js';

/** Twice what one person may have written in a minute, so that one person cannot fill the queue; some seconds of work. */
export const WAITING_LIMIT = 60;
/** When a refused caller may try again. */
const RETRY_SECONDS = 5;

/** Writes documents one at a time on a separate thread: one takes as long as a dozen requests. */
@Injectable()
export class Documents implements OnApplicationShutdown {
  private readonly thread = new TaskThread<Paper, Uint8Array>({
    file: join(import.meta.dirname, 'documents.worker.mjs'),
    limit: WAITING_LIMIT,
  });

  async onApplicationShutdown(): Promise<void> {
    await this.thread.close();
  }

  /** The PDF file of a paper. @throws DomainError busy when too many wait */
  async write(paper: Paper): Promise<Buffer> {
    const file = await this.thread.run(paper);
    if (file === null) throw new DomainError('busy', { seconds: RETRY_SECONDS });
    return Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  }
}
