import { on, type EventEmitter } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Logger } from '@nestjs/common';
import { positionNumber } from '../event-store/embedded-schema.js';
import type { EventStore, FollowedPage, FollowOptions } from '../event-store/event-store.port.js';
import type { OpenedEvent } from '../event-store/opening.js';
import type { LogReaderSettings, ReaderRequest } from './log-reader.js';
import { pageOf, type PageText } from './page-text.js';

/** Whoever is so many events behind the head is worth a thread; it costs some tens of MB and a tenth of a second. */
export const READ_AHEAD_FROM_EVENTS = 10_000;
/** Pages that are read before they are taken. */
const PAGES_AHEAD = 4;
/** Of the thread's heap: it holds a few pages and the keys of their people. */
const HEAP_LIMIT_MB = 96;
const YOUNG_HEAP_LIMIT_MB = 48;

/** The thread as it is seen from here. */
export interface Reader extends EventEmitter {
  postMessage(request: ReaderRequest): void;
}

/** What a thread needs to read the log by itself. */
export type ReadAheadSettings = Pick<LogReaderSettings, 'folder' | 'keyEncryptionKey'>;

/** Reads the way up to the head on a thread of its own, so that here the events are only folded. */
export class ReadAhead {
  private readonly logger = new Logger('ReadAhead');
  private isReading = false;

  constructor(
    private readonly log: EventStore,
    private readonly settings: ReadAheadSettings,
    private readonly start: (settings: LogReaderSettings) => Reader = startThread,
  ) {}

  /**
   * Opened pages up to about the head. None for whoever is close to it, or while another reads ahead; fewer when the
   * thread fails: the caller goes on by itself from wherever this ends.
   */
  async *pages({ after, prefixes, signal }: FollowOptions): AsyncGenerator<FollowedPage<OpenedEvent>> {
    const until = await this.log.head();
    const behind = positionNumber(until) - positionNumber(after);
    if (this.isReading || behind < READ_AHEAD_FROM_EVENTS) return;
    this.isReading = true;
    const reader = this.start({ ...this.settings, after, until, prefixes });
    const ask = (request: ReaderRequest) => reader.postMessage(request);
    const closed = new Promise((resolve) => reader.once('exit', resolve));
    reader.once('error', (error: Error) => this.logger.warn(`reading ahead ended early: ${error.name}`));
    try {
      for (let page = 0; page < PAGES_AHEAD; page += 1) ask('page');
      const messages: AsyncIterable<PageText[]> = on(reader, 'message', { signal, close: ['exit'] });
      for await (const [text] of messages) {
        if (!text) continue;
        ask('page');
        yield pageOf(text);
      }
    } catch {
      // Told above, or the signal: there is nobody to hand pages to any more.
    } finally {
      ask('end');
      await closed;
      this.isReading = false;
    }
  }
}

function startThread(settings: LogReaderSettings): Worker {
  return new Worker(new URL('./log-reader.worker.js', import.meta.url), {
    workerData: settings,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_LIMIT_MB, maxYoungGenerationSizeMb: YOUNG_HEAP_LIMIT_MB },
  });
}
