import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { PASSWORD_MIN_LENGTH } from '../../../kernel/accounts.js';
import { DomainError } from '../../../kernel/domain-error.js';

/** zxcvbn's "safely unguessable" (decision 30). */
const SCORE_MIN = 3;
/** Most waiting passwords; further callers are refused with service_unavailable. */
const WAITING_LIMIT = 64;
/** The worker's score of a leaked password. */
const LISTED = -1;
const PRODUCT_WORDS = ['flip'];
const WORKER_FILE = join(import.meta.dirname, 'password-strength.worker.mjs');

/**
 * Judges new passwords one at a time on a separate thread: a hostile one takes a tenth of a second. The first one starts
 * the thread: its word lists take a third of a second to load and much memory.
 */
@Injectable()
export class PasswordStrength implements OnApplicationShutdown {
  private worker: Worker | undefined;
  /** Receivers of the next scores in the order of the passwords; null = the thread has ended. */
  private waiting: ((score: number | null) => void)[] = [];

  async onApplicationShutdown(): Promise<void> {
    await this.worker?.terminate();
  }

  /**
   * Refuses a password that is easy to guess, also from the other data of its owner, or among the most common leaked ones.
   * @param password after NFKC normalization
   * @throws DomainError password-does-not-meet-requirements, service_unavailable when too many wait
   */
  async require(password: string, ownWords: readonly string[]): Promise<void> {
    const score = await this.scoreOf(password, [...PRODUCT_WORDS, ...ownWords]);
    if (score === null) throw new DomainError('service_unavailable');
    if (score >= SCORE_MIN) return;
    const reason = score === LISTED ? 'common' : 'guessable';
    throw new DomainError('password-does-not-meet-requirements', { reason });
  }

  private scoreOf(password: string, words: readonly string[]): Promise<number | null> {
    if (this.waiting.length >= WAITING_LIMIT) return Promise.resolve(null);
    this.worker ??= this.start();
    this.worker.postMessage({ password, words });
    return new Promise((receive) => this.waiting.push(receive));
  }

  /** Unreferenced: it never keeps the process running. The next password starts another in place of one that failed. */
  private start(): Worker {
    const worker = new Worker(WORKER_FILE, { workerData: { shortest: PASSWORD_MIN_LENGTH, LISTED } });
    worker.unref();
    worker.on('message', (score: number) => this.waiting.shift()?.(score));
    worker.on('error', () => undefined);
    worker.on('exit', () => {
      this.worker = undefined;
      for (const receive of this.waiting.splice(0)) receive(null);
    });
    return worker;
  }
}
